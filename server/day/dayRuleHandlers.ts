// The rules by which a company's working days are computed: read, and replaced.

import { dayRulesRules } from '../../src/contract/workingTimeRules.ts';
import { validate } from '../../src/contract/validate.ts';
import { audit } from '../audit/auditLog.ts';
import { lockCompany } from '../companies/companyQueries.ts';
import { companyRecord } from '../companies/companyRecord.ts';
import { sql } from '../db/sql.ts';
import { invalid } from '../platform/domainErrors.ts';
import { type Handlers, assertValid } from '../records/endpoint.ts';
import { findOrThrow } from '../records/recordActions.ts';
import { whyDaysStay } from './closedMonths.ts';
import { dayRulesOf, saveDayRules } from './dayRuleQueries.ts';

export const dayRuleHandlers = {
  'GET /companies/{id}/day-rules': {
    allow: 'companies.view',
    async handle({ db, caller, params }) {
      const { id } = await findOrThrow(companyRecord, db, caller, params.id);
      return { data: await dayRulesOf(db, id) };
    },
  },

  'PUT /companies/{id}/day-rules': {
    allow: 'companies.edit',
    async handle({ db, caller, params, body, now, requestId }) {
      assertValid(validate(dayRulesRules, body));
      await db.tx(async (queries) => {
        await lockCompany(queries, params.id, 'change');
        const { id } = await findOrThrow(companyRecord, queries, caller, params.id);
        const before = await dayRulesOf(queries, id);
        const changed = computingRules.filter((rule) => body[rule] !== before[rule]);
        const closed = changed.length === 0 ? '' : await whyDaysStay(queries, sql`id = ${id}`);
        if (closed) throw invalid(Object.fromEntries(changed.map((rule) => [rule, closed])));
        await saveDayRules(queries, id, body);
        const act = { action: 'day_rules.edit', subject: 'day_rules', subjectId: id } as const;
        await audit(queries, { caller, now, requestId, ...act, before, after: body });
      });
      return { data: body };
    },
  },
} satisfies Partial<Handlers>;

/** Those by which days are computed: a change of them would change past days too. */
const computingRules = ['starts_at', 'repeat_seconds'] as const;
