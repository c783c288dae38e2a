// Single sign-on: its settings, users' identities at the provider, and sign-ins that are half done.

import type { Dialect } from '../db.ts';
import { columnTypes } from './columnTypes.ts';

export const oldProcess = { mustStop: 'it would take passwords where single sign-on closed them' };

export function up(dialect: Dialect): string {
  const { instant, flag } = columnTypes[dialect];
  return `
create table single_sign_on_settings (
  id integer primary key check (id = 1),
  -- Roles come from a claim, at each sign-in.
  maps_roles ${flag} not null default false,
  roles_claim text not null default '',
  -- Unknown people whom the mapping gives a role become users.
  creates_users ${flag} not null default false,
  -- Only emergency accounts can sign in by password.
  closes_passwords ${flag} not null default false
);
insert into single_sign_on_settings (id) values (1);

-- Whoever has the value in the claim gets the role.
create table single_sign_on_roles (
  claim_value text not null,
  role_id bigint not null references roles(id) on delete cascade,
  primary key (claim_value, role_id)
);

create table emergency_accounts (
  user_id bigint primary key references users(id) on delete cascade
);

create table single_sign_on_links (
  issuer text not null,
  -- What the provider calls the person.
  subject text not null,
  user_id bigint not null references users(id) on delete cascade,
  linked_at ${instant} not null,
  last_used_at ${instant} not null,
  primary key (issuer, subject),
  unique (issuer, user_id)
);
create index single_sign_on_links_by_user on single_sign_on_links (user_id);

create table single_sign_on_flows (
  state_hash text primary key,
  -- Of the cookie of the browser that it began in.
  browser_hash text not null,
  -- The nonce and the verifier of PKCE, sealed.
  secrets text not null,
  -- The page to return to.
  next text not null,
  -- The hash of what that page keeps.
  challenge text not null,
  expires_at ${instant} not null
);
create index single_sign_on_flows_by_expiry on single_sign_on_flows (expires_at);
`;
}
