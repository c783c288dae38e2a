// Second factors, and the tickets of half-done sign-ins.

import type { Dialect } from '../db.ts';
import { columnTypes } from './columnTypes.ts';

export const oldProcess = { mustStop: 'it would sign people in without their second factor' };

export function up(dialect: Dialect): string {
  const { id, instant, flag } = columnTypes[dialect];
  return `
create table sign_in_tickets (
  token_hash text primary key,
  -- For which step it is good.
  stage text not null,
  -- Null where the step finds out who it is.
  user_id bigint references users(id) on delete cascade,
  -- What the step needs to know; secrets in it are sealed.
  data text not null default '',
  expires_at ${instant} not null
);
create index sign_in_tickets_by_user on sign_in_tickets (user_id);
create index sign_in_tickets_by_expiry on sign_in_tickets (expires_at);

create table authenticator_apps (
  user_id bigint primary key references users(id) on delete cascade,
  -- The key that the app shares, sealed with the server's key.
  sealed_key text not null,
  -- The time step of the last code that was used: no code works twice.
  last_step bigint not null,
  created_at ${instant} not null,
  last_used_at ${instant}
);

create table passkeys (
  id ${id},
  user_id bigint not null references users(id) on delete cascade,
  name text not null,
  -- What the browser calls it.
  credential_id text not null unique,
  public_key text not null,
  algorithm integer not null,
  -- How often it was used, as it says itself; 0 from those that do not count.
  counter bigint not null,
  created_at ${instant} not null,
  last_used_at ${instant}
);
create index passkeys_by_user on passkeys (user_id);

-- A used code has no row any more.
create table recovery_codes (
  user_id bigint not null references users(id) on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);

alter table roles add column requires_second_factor ${flag} not null default false;
`;
}
