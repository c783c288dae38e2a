// The erasure of a person: tried out, and done.

import type { Body } from '../../../src/shared/contract/calls.ts';
import { validate } from '../../../src/shared/contract/validate.ts';
import { lastDayRules } from '../../../src/shared/contract/privacy.ts';
import { reasonRules } from '../../../src/shared/contract/corrections.ts';
import { assertValid, type Handlers } from '../../platform/records/endpoint.ts';
import { erase, previewErasure } from './erasure/erase.ts';
import { cleanFiles } from './erasedBytes.ts';

/** Calls `changed` after attendance was changed. */
export const createErasureHandlers = (changed: () => void) =>
  ({
    'POST /privacy/erasures/preview': {
      allow: 'privacy.manage',
      // Required because records of all companies, and the audit, may name the person.
      reach: 'everyCompany',
      async handle({ body, ...request }) {
        return { data: await previewErasure({ ...request, ...parseBody(body) }) };
      },
    },

    'POST /privacy/erasures': {
      allow: 'privacy.manage',
      // Required because records of all companies, and the audit, may name the person.
      reach: 'everyCompany',
      async handle({ body, ...request }) {
        assertValid(validate(reasonRules, body));
        const data = await erase({ ...request, ...parseBody(body) }, body.reason.trim());
        changed();
        return { data, afterwards: () => cleanFiles(request.db) };
      },
    },
  }) satisfies Partial<Handlers>;

function parseBody({ last_day: lastDay = '', ...person }: Body<'POST /privacy/erasures/preview'>) {
  assertValid(validate(lastDayRules, { last_day: lastDay }));
  return { person, lastDay };
}
