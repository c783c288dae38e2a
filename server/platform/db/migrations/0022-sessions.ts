// Sessions that can be listed and ended: each gets an id, its place and its device. Beside them, the places that users
// signed in from, so that a sign-in from a new one is noticed.

import type { Dialect } from '../db.ts';
import { columnTypes } from './columnTypes.ts';

export const oldProcess = { mustStop: 'sessions get a new form, so nobody could sign in to it' };

export function up(dialect: Dialect): string {
  const { id, instant } = columnTypes[dialect];
  return `
alter table sessions rename to sessions_before;
create table sessions (
  -- May be shown, unlike the hash.
  id ${id},
  token_hash text not null unique,
  user_id bigint not null references users(id) on delete cascade,
  -- password, passkey, single_sign_on or invitation; empty for those of older versions.
  began_by text not null,
  -- 'Firefox on Windows'; empty if nothing is known.
  device text not null,
  -- What the browser called itself, cut short.
  user_agent text not null,
  first_address text not null,
  last_address text not null,
  created_at ${instant} not null,
  last_used_at ${instant} not null,
  expires_at ${instant} not null
);
insert into sessions (token_hash, user_id, began_by, device, user_agent, first_address, last_address,
    created_at, last_used_at, expires_at)
  select token_hash, user_id, '', '', '', '', '', created_at, last_used_at, expires_at
  from sessions_before order by created_at, token_hash;
drop table sessions_before;
create index sessions_by_user on sessions (user_id);

create table sign_in_places (
  user_id bigint not null references users(id) on delete cascade,
  device text not null,
  network text not null,
  first_seen_at ${instant} not null,
  last_seen_at ${instant} not null,
  primary key (user_id, device, network)
);
`;
}
