// API tokens: the caller's own, and all users' for administrators. A revoked token is refused at once.

import {
  type ApiToken,
  deniedToTokens,
  deniedToTokensOfSomeCompanies,
  longestTokenDays,
} from '../../../../src/shared/contract/apiTokens.ts';
import type { Body } from '../../../../src/shared/contract/calls.ts';
import type { PermissionEntry } from '../../../../src/shared/contract/people.ts';
import { type Caller, companyScope } from '../../../platform/access/caller.ts';
import { type Actor, audit } from '../../../platform/audit/auditLog.ts';
import { hashOfToken } from '../../../platform/crypto/hashes.ts';
import { changesRow, type Queries, sql } from '../../../platform/db/db.ts';
import { lockRow } from '../../../platform/db/rowLocks.ts';
import { conflict, invalid, notFound } from '../../../platform/domainErrors.ts';
import { type Handlers, Reply } from '../../../platform/records/endpoint.ts';
import { heldUsers } from '../../../platform/records/legalHolds.ts';
import { byName, searchedKinds } from '../../../platform/records/search/searchIndex.ts';
import { instantOf, plusMinutes } from '../../../platform/time/clock.ts';
import { notifyOwner } from '../../people/accountMails.ts';
import { assertMayAssignCompanies, assertMayGrant, callerWhoMayChange } from '../../people/grantRules.ts';
import { findPermissions, listPermissions } from '../../people/roleQueries.ts';
import { assertOwner } from '../../people/tickets.ts';
import { settingValue } from '../../settings/knownSettings.ts';
import { insertToken, ownToken, ownTokens, visibleToken, visibleTokens } from './apiTokenQueries.ts';
import { createTokenText, startOf } from './callerOfToken.ts';

/** For this long after a token's end, calls with it are told why they are refused. */
const rememberedMinutes = 90 * 24 * 60;

const unknownToken = () => notFound('API token not found. It may have been revoked already');

export const apiTokenHandlers = {
  'GET /api-tokens': ({ db, caller }) => ownTokens(db, caller),

  async 'GET /api-tokens/choices'({ db, caller }) {
    return {
      permissions: await grantablePermissions(db, caller),
      companies: await db.all<{ id: number; name: string }>(
        sql`select id, name from companies where deleted_at is null and ${companyScope(caller, sql`companies.id`)}
          ${byName(searchedKinds.companies)}`,
      ),
      may_last: await mayLast(db),
    };
  },

  async 'POST /api-tokens'(request) {
    const { db, caller, body, now } = request;
    const token = createTokenText();
    const created = await db.tx(async (queries) => {
      // If two calls come at once, the second one sees the first one's token.
      await lockRow(queries, 'users', caller.id, 'change');
      const end = instantOf(plusMinutes(now, -rememberedMinutes));
      await queries.run(
        sql`delete from api_tokens where user_id = ${caller.id} and (revoked_at < ${end} or expires_at < ${end})
          and user_id not in (${heldUsers})`,
      );
      const permissions = await assertMayCreate(queries, caller, body);
      await assertOwner(queries, request, body.confirmation);
      const fields = {
        userId: caller.id,
        tokenHash: hashOfToken(token),
        start: startOf(token),
        name: body.name.trim(),
        permissions,
        companies: body.companies,
        expiresAt: expiryOf(body, now),
      };
      const subjectId = await insertToken(queries, fields, now);
      const after = await ownToken(queries, caller, subjectId);
      if (!after) throw unknownToken();
      await notifyOwner(queries, caller.email, 'apiToken', now);
      await audit(queries, request, 'api_tokens.create', 'api_tokens', { subjectId, after: audited(after) });
      return after;
    });
    return new Reply({ token, api_token: created }, { status: 201 });
  },

  async 'DELETE /api-tokens/{id}'(request) {
    await request.db.tx(async (queries) => {
      const token = await ownToken(queries, request.caller, request.params.id);
      await revoke(queries, token, request);
    });
  },

  'GET /user-api-tokens': ({ db, caller, query }) => visibleTokens(db, caller, query),

  async 'DELETE /user-api-tokens/{id}'(request) {
    await request.db.tx(async (queries) => {
      const token = await visibleToken(queries, request.caller, request.params.id);
      if (!token) throw unknownToken();
      const caller = await callerWhoMayChange(queries, request, token.owner.id);
      await revoke(queries, token, { ...request, caller });
    });
  },
} satisfies Partial<Handlers>;

const audited = ({ owner, name, permissions, companies, expires_at }: ApiToken) => ({
  user_id: owner.id,
  name,
  permissions,
  companies,
  expires_at,
});

async function revoke(queries: Queries, token: ApiToken | undefined, actor: Actor): Promise<void> {
  if (!token) throw unknownToken();
  const revocation = sql`update api_tokens set revoked_at = ${instantOf(actor.now)}
    where id = ${token.id} and revoked_at is null`;
  if (!(await changesRow(queries, revocation))) throw unknownToken();
  await audit(queries, actor, 'api_tokens.revoke', 'api_tokens', { subjectId: token.id, before: audited(token) });
}

type NewToken = Body<'POST /api-tokens'>;

const mostTokens = 50;

/**
 * Prevents callers from giving a token more than they have. Returns the names of its permissions. Call it under the
 * lock on the caller's tokens.
 */
async function assertMayCreate(queries: Queries, caller: Caller, body: NewToken): Promise<string[]> {
  await assertMayGrant(queries, caller, body.permissions);
  const permissions = await findPermissions(queries, body.permissions);
  assertNoneDenied(permissions, body.companies === null);
  if (body.companies) await assertMayAssignCompanies(queries, caller, body.companies);
  if (body.expires_in_days === null && !(await mayLast(queries)))
    throw invalid({ expires_in_days: `Please choose when it expires, at most ${longestTokenDays} days from now` });

  const own = await ownTokens(queries, caller);
  if (own.length >= mostTokens) throw conflict(`You can have up to ${mostTokens} API tokens. Please revoke one first`);
  if (own.some(({ name }) => name === body.name.trim()))
    throw invalid({ name: 'You have an API token with this name already' });
  return permissions.map(({ name }) => name);
}

function assertNoneDenied(permissions: readonly PermissionEntry[], isForAll: boolean): void {
  const denied = permissions.find(({ name }) => deniedToTokens.some((each) => each === name));
  if (denied) throw invalid({ permissions: `No API token can have this permission: ${denied.display_name}` });
  const misplaced = permissions.find(({ name }) => deniedToTokensOfSomeCompanies.some((each) => each === name));
  if (misplaced && !isForAll)
    throw invalid({ permissions: `This needs a token for all of your companies: ${misplaced.display_name}` });
}

async function grantablePermissions(queries: Queries, caller: Caller): Promise<PermissionEntry[]> {
  const denied = new Set<string>(deniedToTokens);
  return (await listPermissions(queries)).filter(({ name }) => caller.permissions.has(name) && !denied.has(name));
}

/** Whether an administrator allows tokens that never expire. */
const mayLast = async (queries: Queries): Promise<boolean> =>
  (await settingValue(queries, 'api_tokens_without_expiry')) === 'true';

const expiryOf = ({ expires_in_days }: NewToken, now: Date): Date | null =>
  expires_in_days === null ? null : plusMinutes(now, expires_in_days * 24 * 60);
