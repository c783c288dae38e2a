// Retention rules, legal holds, and the people whose data is stored.

import type { ChosenRule, HoldKind } from '../../../src/shared/contract/privacy.ts';
import { type Caller, can, companyScope } from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit/auditLog.ts';
import { maybeOne, type Queries } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { forbidden, invalid } from '../../platform/records/domainErrors.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import { pageOf, pageRequestOf, sizesOfRows } from '../../platform/records/parameters.ts';
import { createRecord, deleteRecord } from '../../platform/records/recordActions.ts';
import { insertHold, legalHolds, listHolds } from './holdQueries.ts';
import { findPerson, listPeople } from './peopleQueries.ts';
import { previewRetention } from './retention/preview.ts';
import { shownRules, storedTerms, storeTerms, termsWith } from './retention/rules.ts';

/** A hundred years. */
const mostMonths = 1_200;

export const privacyHandlers = {
  'GET /privacy/rules': {
    allow: 'privacy.view',
    async handle({ db, caller }) {
      return { data: await shownRules(db, caller) };
    },
  },

  'PUT /privacy/rules': {
    allow: 'privacy.manage',
    reach: 'everyCompany',
    async handle({ db, caller, body: { rules }, now, requestId }) {
      assertTerms(rules);
      await db.tx(async (queries) => {
        const before = await storedTerms(queries);
        const after = termsWith(before, rules);
        await storeTerms(queries, after);
        const act = { caller, now, requestId, subject: 'retention_rules', before, after } as const;
        await audit(queries, { ...act, action: 'retention_rules.edit' });
      });
      return { data: await shownRules(db, caller) };
    },
  },

  'POST /privacy/rules/preview': {
    allow: 'privacy.view',
    reach: 'everyCompany',
    async handle({ db, body: { rules }, now }) {
      assertTerms(rules);
      return { data: await previewRetention(db, termsWith(await storedTerms(db), rules), now) };
    },
  },

  'GET /legal-holds': {
    allow: 'privacy.view',
    async handle({ db, caller, clocks }) {
      return { data: await listHolds(db, caller, clocks) };
    },
  },

  'POST /legal-holds': {
    allow: 'privacy.manage',
    async handle(request) {
      const { caller, body, now } = request;
      return createRecord(request, legalHolds, async (queries) => {
        await assertSeen(queries, caller, body);
        return insertHold(queries, caller, body, now);
      });
    },
  },

  'DELETE /legal-holds/{id}': {
    allow: 'privacy.manage',
    handle: (request) =>
      deleteRecord(request, legalHolds, request.params.id, async (queries, { id, author_id }) => {
        const { caller } = request;
        if (author_id !== caller.id && !can(caller, 'companies.all'))
          throw forbidden('Only who placed this hold, or somebody who sees every company, can lift it');
        await queries.run(sql`delete from legal_holds where id = ${id}`);
      }),
  },

  'GET /privacy/people': {
    allow: 'privacy.view',
    async handle({ db, caller, query }) {
      const pageRequest = pageRequestOf(query, sizesOfRows);
      const { people, total } = await listPeople(db, caller, query, pageRequest);
      return { data: pageOf(people, total, pageRequest) };
    },
  },
} satisfies Partial<Handlers>;

function assertTerms(rules: readonly ChosenRule[]): void {
  const wrong = rules.findIndex(
    ({ keep_months: months }) => months !== null && !(Number.isInteger(months) && months >= 1 && months <= mostMonths),
  );
  if (wrong >= 0)
    throw invalid({ [`rules.${wrong}.keep_months`]: `Please enter a whole number of months from 1 to ${mostMonths}` });
}

async function assertSeen(
  queries: Queries,
  caller: Caller,
  { kind, subject_id }: { kind: HoldKind; subject_id: number },
): Promise<void> {
  const subject =
    kind === 'companies'
      ? await maybeOne(
          queries,
          sql`select id from companies where id = ${subject_id} and ${companyScope(caller, sql`id`)}`,
        )
      : await findPerson(queries, caller, kind, subject_id);
  if (!subject) throw invalid({ subject_id: 'Please choose whom or what it is about' });
}
