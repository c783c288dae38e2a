// Stored API tokens. Only the hash of a token is stored.

import type { ApiToken } from '../../../../src/shared/contract/apiTokens.ts';
import type { Query } from '../../../../src/shared/contract/calls.ts';
import type { Page } from '../../../../src/shared/contract/decode.ts';
import { type Caller, companyScope } from '../../../platform/access/caller.ts';
import { groupRows, type Queries, type Sql, scalar, sql } from '../../../platform/db/db.ts';
import { pageRequestOf, readPage, sizesOfRows } from '../../../platform/records/parameters.ts';
import { byName, searchedKinds } from '../../../platform/records/search/searchIndex.ts';
import { asUtc, instantOf } from '../../../platform/time/clock.ts';
import { visibleUsers } from '../../people/userQueries.ts';

interface NewToken {
  readonly userId: number;
  readonly tokenHash: string;
  readonly start: string;
  readonly name: string;
  readonly permissions: readonly string[];
  /** Null for all of the user's. */
  readonly companies: readonly number[] | null;
  readonly expiresAt: Date | null;
}

export async function insertToken(queries: Queries, token: NewToken, now: Date): Promise<number> {
  const id = await scalar(
    queries,
    sql`insert into api_tokens (token_hash, user_id, name, start, permissions, has_every_company, created_at, expires_at)
      values (${token.tokenHash}, ${token.userId}, ${token.name}, ${token.start}, ${JSON.stringify(token.permissions)},
        ${token.companies === null}, ${instantOf(now)}, ${token.expiresAt && instantOf(token.expiresAt)})
      returning id`,
  );
  await queries.run(
    sql`insert into api_token_companies (api_token_id, company_id)
      select ${id}, id from companies where id in (${token.companies ?? []})`,
  );
  return id;
}

/** Tokens that were not revoked, including expired ones. */
const ofUser = (userId: number): Sql => sql`user_id = ${userId} and revoked_at is null`;

export const ownTokens = (queries: Queries, caller: Caller): Promise<ApiToken[]> =>
  tokensWhere(queries, caller, ofUser(caller.id));

export async function ownToken(queries: Queries, caller: Caller, id: number): Promise<ApiToken | undefined> {
  const [token] = await tokensWhere(queries, caller, sql`${ofUser(caller.id)} and api_tokens.id = ${id}`);
  return token;
}

const ofVisibleUsers = (caller: Caller): Sql => sql`revoked_at is null and ${visibleUsers(caller)}`;

export async function visibleToken(queries: Queries, caller: Caller, id: number): Promise<ApiToken | undefined> {
  const [token] = await tokensWhere(queries, caller, sql`${ofVisibleUsers(caller)} and api_tokens.id = ${id}`);
  return token;
}

export function visibleTokens(
  queries: Queries,
  caller: Caller,
  query: Query<'GET /user-api-tokens'>,
): Promise<Page<ApiToken>> {
  const { user_id } = query;
  const condition = sql`${ofVisibleUsers(caller)} and ${user_id === undefined ? sql`true` : sql`user_id = ${user_id}`}`;
  const rows = sql`api_tokens join users on users.id = user_id where ${condition}`;
  return readPage(queries, pageRequestOf(query, sizesOfRows), rows, (limit) =>
    tokensWhere(queries, caller, condition, limit),
  );
}

interface TokenRow extends Pick<ApiToken, 'id' | 'name' | 'start' | 'created_at' | 'last_used_from'> {
  permissions: string;
  has_every_company: boolean;
  expires_at: string | null;
  last_used_at: string | null;
  user_id: number;
  owner_name: string;
  owner_email: string;
}

/** Reads tokens, with only those of their companies that the caller sees. */
async function tokensWhere(queries: Queries, caller: Caller, condition: Sql, part = sql``): Promise<ApiToken[]> {
  const rows = await queries.all<TokenRow>(
    sql`select api_tokens.id, api_tokens.name, start, permissions, has_every_company, api_tokens.created_at, expires_at,
        last_used_at, last_used_from, user_id, users.name as owner_name, users.email as owner_email
      from api_tokens join users on users.id = user_id
      where ${condition} ${byName(searchedKinds.users)}, api_tokens.name, api_tokens.id ${part}`,
    ['has_every_company'],
  );
  const limited = rows.filter(({ has_every_company }) => !has_every_company).map(({ id }) => id);
  const found = sql`select api_token_id, companies.id, companies.name
    from api_token_companies join companies on companies.id = company_id
    where api_token_id in (${limited}) and ${companyScope(caller, sql`companies.id`)}
    ${byName(searchedKinds.companies)}`;
  const companies =
    limited.length === 0 ? [] : await queries.all<{ api_token_id: number; id: number; name: string }>(found);
  const ofTokens = groupRows('api_token_id', companies);
  return rows.map(({ has_every_company, user_id, owner_name, owner_email, ...row }) => ({
    ...row,
    owner: { id: user_id, name: owner_name, email: owner_email },
    permissions: namesIn(row.permissions),
    companies: has_every_company ? null : (ofTokens.get(row.id) ?? []),
    created_at: asUtc(row.created_at),
    expires_at: asUtc(row.expires_at),
    last_used_at: asUtc(row.last_used_at),
  }));
}

export function namesIn(json: string): string[] {
  const names: unknown = JSON.parse(json);
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}
