// API tokens: those of the caller, and those of all users for administrators. One that is revoked is refused at once.

import type { ApiToken } from '../../../../src/shared/contract/apiTokens.ts';
import { type Act, audit } from '../../../platform/audit/auditLog.ts';
import { hashOfToken } from '../../../platform/access/tokens.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { tellOwner } from '../../people/accountMails.ts';
import { assertOwner } from '../../people/confirmation.ts';
import { callerWhoMayChange } from '../../people/grantRules.ts';
import { choosableCompanies } from '../../people/userQueries.ts';
import { notFound } from '../../../platform/records/domainErrors.ts';
import type { Handlers } from '../../../platform/records/endpoint.ts';
import { pageOf, pageRequestOf, sizesOfRows } from '../../../platform/records/pagination.ts';
import { plusMinutes } from '../../../platform/time/instants.ts';
import {
  forgetEndedTokens,
  insertToken,
  lockTokensOf,
  ownToken,
  ownTokens,
  revokeToken,
  visibleToken,
  visibleTokens,
} from './apiTokenQueries.ts';
import { assertMayCreate, expiryOf, grantablePermissions, mayLast } from './newToken.ts';
import { createTokenText, startOf } from './tokenText.ts';

const rememberedMinutes = 90 * 24 * 60;

const unknownToken = () => notFound('API token not found. It may have been revoked already');

export const apiTokenHandlers = {
  'GET /api-tokens': {
    allow: 'signedIn',
    async handle({ db, caller }) {
      return { data: await ownTokens(db, caller) };
    },
  },

  'GET /api-tokens/choices': {
    allow: 'api_tokens.create',
    async handle({ db, caller }) {
      return {
        data: {
          permissions: await grantablePermissions(db, caller),
          companies: await choosableCompanies(db, caller),
          may_last: await mayLast(db),
        },
      };
    },
  },

  'POST /api-tokens': {
    allow: 'api_tokens.create',
    async handle({ db, caller, body, now, requestId }) {
      const token = createTokenText();
      const created = await db.tx(async (queries) => {
        await lockTokensOf(queries, caller.id);
        await forgetEndedTokens(queries, caller.id, plusMinutes(now, -rememberedMinutes));
        const permissions = await assertMayCreate(queries, caller, body);
        await assertOwner(queries, { caller, now }, body.confirmation);
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
        await tellOwner(queries, caller.email, 'apiToken', now);
        const action = 'api_tokens.create';
        await audit(queries, {
          caller,
          now,
          requestId,
          action,
          subject: 'api_tokens',
          subjectId,
          after: audited(after),
        });
        return after;
      });
      return { data: { token, api_token: created }, status: 201 };
    },
  },

  'DELETE /api-tokens/{id}': {
    allow: 'signedIn',
    async handle({ db, caller, params, now, requestId }) {
      await db.tx(async (queries) => {
        const token = await ownToken(queries, caller, params.id);
        await revoke(queries, token, { caller, now, requestId });
      });
      return { data: null };
    },
  },

  'GET /user-api-tokens': {
    allow: 'api_tokens.manage',
    async handle({ db, caller, query }) {
      const page = pageRequestOf(query, sizesOfRows);
      const { tokens, total } = await visibleTokens(db, caller, query.user_id, page);
      return { data: pageOf(tokens, total, page) };
    },
  },

  'DELETE /user-api-tokens/{id}': {
    allow: 'api_tokens.manage',
    async handle(request) {
      const { db, params, now, requestId } = request;
      await db.tx(async (queries) => {
        const token = await visibleToken(queries, request.caller, params.id);
        if (!token) throw unknownToken();
        const caller = await callerWhoMayChange(queries, request, token.owner.id);
        await revoke(queries, token, { caller, now, requestId });
      });
      return { data: null };
    },
  },
} satisfies Partial<Handlers>;

const audited = ({ owner, name, permissions, companies, expires_at }: ApiToken) => ({
  user_id: owner.id,
  name,
  permissions,
  companies,
  expires_at,
});

async function revoke(
  queries: Queries,
  token: ApiToken | undefined,
  { caller, now, requestId }: Pick<Act, 'caller' | 'now' | 'requestId'>,
): Promise<void> {
  if (!token || !(await revokeToken(queries, token.id, now))) throw unknownToken();
  await audit(queries, {
    caller,
    now,
    requestId,
    action: 'api_tokens.revoke',
    subject: 'api_tokens',
    subjectId: token.id,
    before: audited(token),
  });
}
