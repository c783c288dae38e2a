// API tokens: keys for machines, with some of the rights of a user.

import type { Dialect } from '../db.ts';
import { columnTypes } from './columnTypes.ts';

export const oldProcess = 'goes on';

export function up(dialect: Dialect): string {
  const { id, instant, flag } = columnTypes[dialect];
  return `
create table api_tokens (
  id ${id},
  token_hash text not null unique,
  user_id bigint not null references users(id) on delete cascade,
  name text not null,
  -- Its first characters.
  start text not null,
  -- The names of its permissions, as JSON.
  permissions text not null,
  -- Those of its user. Otherwise those in api_token_companies that its user has.
  has_every_company ${flag} not null,
  created_at ${instant} not null,
  -- Null: never.
  expires_at ${instant},
  last_used_at ${instant},
  last_used_from text not null default '',
  revoked_at ${instant}
);
create index api_tokens_by_user on api_tokens (user_id);

create table api_token_companies (
  api_token_id bigint not null references api_tokens(id) on delete cascade,
  company_id bigint not null references companies(id),
  primary key (api_token_id, company_id)
);
`;
}
