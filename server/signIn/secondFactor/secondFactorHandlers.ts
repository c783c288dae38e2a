// Signing in with the second factor.

import type { Handlers } from '../../records/endpoint.ts';
import { enter } from '../enter.ts';
import { answerDemand } from './answerDemand.ts';

export const secondFactorHandlers = {
  'POST /auth/second-factor': {
    allow: 'anyone',
    async handle(request) {
      const data = await answerDemand(request, 'second_factor', (queries, user) => enter(queries, request, user));
      return { data };
    },
  },
} satisfies Partial<Handlers>;
