// Signing in with the second factor.

import { isBeginning } from '../../people/sessionQueries.ts';
import type { Handlers } from '../../records/endpoint.ts';
import { enter } from '../enter.ts';
import { answerDemand } from './answerDemand.ts';

export const secondFactorHandlers = {
  'POST /auth/second-factor': {
    allow: 'anyone',
    async handle(request) {
      return answerDemand(request, 'second_factor', (queries, user, firstProof) =>
        enter(queries, request, user, isBeginning(firstProof) ? firstProof : 'password'),
      );
    },
  },
} satisfies Partial<Handlers>;
