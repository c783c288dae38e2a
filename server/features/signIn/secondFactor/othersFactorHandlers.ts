// The second factors of other users: what they have, and resetting them for somebody who lost them.

import type { User } from '../../../../src/shared/contract/session.ts';
import type { Caller } from '../../../platform/access/caller.ts';
import { audit } from '../../../platform/audit/auditLog.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { lockRow } from '../../../platform/db/rowLocks.ts';
import { assertMayChangeUser, lockRightsFor } from '../../people/grantRules.ts';
import { findUser } from '../../people/userQueries.ts';
import { conflict, forbidden, notFound } from '../../../platform/records/domainErrors.ts';
import type { Handlers } from '../../../platform/records/endpoint.ts';
import { describeFactors } from './stateHandlers.ts';
import { resetFactors } from './resetFactors.ts';

export const othersFactorHandlers = {
  'GET /users/{id}/second-factors': {
    allow: 'sign_in.manage',
    async handle({ db, caller, params, publicUrl }) {
      const { id } = await visibleUser(db, caller, params.id);
      await assertMayChangeUser(db, caller, id);
      return { data: await describeFactors(db, id, publicUrl) };
    },
  },

  'POST /users/{id}/second-factors/reset': {
    allow: 'sign_in.manage',
    async handle(request) {
      const { db, params, now, requestId } = request;
      await db.tx(async (queries) => {
        const caller = await lockRightsFor(queries, request);
        await lockRow(queries, 'users', params.id, 'change');
        const user = await visibleUser(queries, caller, params.id);
        // Otherwise an open session would be enough to get rid of it.
        if (user.id === caller.id) throw forbidden('Please change your own second factors on your profile');
        await assertMayChangeUser(queries, caller, user.id);
        if (!(await resetFactors(queries, user, now))) throw conflict(`${user.name} has no second factor`);
        const action = 'users.reset_second_factor';
        await audit(queries, { caller, now, requestId, action, subject: 'users', subjectId: user.id });
      });
      return { data: null };
    },
  },
} satisfies Partial<Handlers>;

async function visibleUser(queries: Queries, caller: Caller, id: number): Promise<User> {
  const user = await findUser(queries, caller, id);
  if (!user) throw notFound('User not found');
  return user;
}
