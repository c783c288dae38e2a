// Signing in with the second factor.

import { isBeginning } from '../../people/sessionQueries.ts';
import type { Handlers } from '../../../platform/records/endpoint.ts';
import { enter } from '../enter.ts';
import { assertMayEnter } from '../proceed.ts';
import { answerDemand } from './answerDemand.ts';

export const secondFactorHandlers = {
  'POST /auth/second-factor': {
    allow: 'anyone',
    async handle(request) {
      return answerDemand(request, 'second_factor', async (queries, user, firstProof) => {
        const how = isBeginning(firstProof) ? firstProof : 'password';
        await assertMayEnter(queries, user.id, how);
        return enter(queries, request, user, how);
      });
    },
  },
} satisfies Partial<Handlers>;
