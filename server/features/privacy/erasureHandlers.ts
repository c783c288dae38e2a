// The erasure of a person: tried out, and done.

import type { Body } from '../../../src/shared/contract/calls.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
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
        const data = await erase({ ...request, ...parseBody(body) }, body.reason.trim());
        changed();
        return { data, afterwards: () => cleanFiles(request.db) };
      },
    },
  }) satisfies Partial<Handlers>;

function parseBody({ last_day: lastDay = '', ...person }: Body<'POST /privacy/erasures/preview'>) {
  return { person, lastDay };
}
