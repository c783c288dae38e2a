// Faults of the audit: pages that do not follow one another, and a chain that does not hold.

import { type Fault, withData, withEachRow } from './fault.ts';

export const auditFaults: readonly Fault[] = [
  {
    fault: 'the audit begins with its oldest entry',
    plant: {
      'GET /audit': ({ ask }) => withData(ask(), (data) => ({ ...data, entries: [...Object(data).entries].reverse() })),
    },
    named: [
      {
        call: 'GET /audit',
        claim: 'Entries come newest first, page by page',
        says: 'stands after an older one',
        shown: 'missing or there twice',
      },
    ],
  },
  {
    fault: 'a text is not the one that was hashed',
    plant: {
      'GET /audit/chain': ({ ask }) => withEachRow(ask(), (line) => ({ ...line, entry: '{"id":1}' })),
    },
    named: [
      {
        call: 'GET /audit/chain',
        claim: 'The chain can be recomputed',
        says: 'is not that of the previous hash and its text',
        shown: 'an audit that is broken',
      },
    ],
  },
];
