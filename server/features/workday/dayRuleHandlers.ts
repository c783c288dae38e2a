// The rules by which a company's working days are computed: read, and replaced.

import type { CompanyDayRules, StoredDayRules } from '../../../src/shared/contract/timesheets.ts';
import { type Queries, sql } from '../../platform/db/db.ts';
import { invalid } from '../../platform/records/domainErrors.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import { findOrThrow } from '../../platform/records/recordActions.ts';
import { versionOf } from '../../platform/records/versions.ts';
import { isTimeZone } from '../../platform/time/clock.ts';
import { companyRecord, editOfCompany } from '../companies/companyQueries.ts';
import { clockBy } from '../settings/clocks.ts';
import { unknownZone } from '../settings/knownSettings.ts';
import { assertNotClosed, closedMonthBlocker } from './closedMonths.ts';
import { dayRulesOf, saveDayRules } from './dayRules.ts';
import { movedEvents } from './movedEvents.ts';

export const dayRuleHandlers = {
  'GET /companies/{id}/day-rules': {
    allow: 'companies.view',
    async handle({ db, caller, params }) {
      const { id } = await findOrThrow(companyRecord, db, caller, params.id);
      return { data: await shownRules(db, id) };
    },
  },

  'PUT /companies/{id}/day-rules': {
    allow: 'companies.edit',
    async handle(request) {
      const { body } = request;
      const { id } = request.params;
      const key = 'PUT /companies/{id}/day-rules';
      const edited = { key, action: 'day_rules.edit', subject: 'day_rules', find: shownRules } as const;
      const data = await editOfCompany(request, edited, async (queries, before) => {
        const {
          hours = before.hours,
          timezone = before.timezone,
          leave_known_from = before.leave_known_from,
          working_time = before.working_time,
        } = body;
        const rules = { ...body, hours, timezone, leave_known_from, working_time };
        await assertComputable(queries, id, before, rules);
        if (leave_known_from !== before.leave_known_from) {
          // Only days between the two would become absences, or no longer be.
          const [from = '', until = ''] = [leave_known_from, before.leave_known_from].map((day) => day || never).sort();
          await assertNotClosed(queries, id, { from, until }, ['leave_known_from']);
        }
        await saveDayRules(queries, id, rules);
      });
      return { data };
    },
  },

  'POST /companies/{id}/day-rules/preview': {
    allow: 'companies.edit',
    async handle({ db, caller, clocks, params, body, now }) {
      const { id } = await findOrThrow(companyRecord, db, caller, params.id);
      const rules = await dayRulesOf(db, id);
      await assertComputable(db, id, rules, { ...rules, ...body });
      const change = { before: clocks.of(id), after: clockBy(body, clocks) };
      return { data: await movedEvents(db, id, change, now) };
    },
  },
} satisfies Partial<Handlers>;

async function shownRules(queries: Queries, companyId: number): Promise<StoredDayRules> {
  const rules = await dayRulesOf(queries, companyId);
  return { ...rules, version: versionOf('PUT /companies/{id}/day-rules', rules) };
}

/** Refuses an unknown time zone, and what would change days of a closed month. */
async function assertComputable(
  queries: Queries,
  companyId: number,
  before: CompanyDayRules,
  rules: Pick<CompanyDayRules, (typeof computingRules)[number]>,
): Promise<void> {
  if (rules.timezone !== '' && !isTimeZone(rules.timezone)) throw invalid({ timezone: unknownZone });
  const changed = computingRules.filter((rule) => rules[rule] !== before[rule]);
  const closed = changed.length === 0 ? '' : await closedMonthBlocker(queries, sql`id = ${companyId}`);
  if (closed) throw invalid(Object.fromEntries(changed.map((rule) => [rule, closed])));
}

/** Later than any day. */
const never = '9999-12-31';

/** Days are computed by these rules, so a change of one would change past days too. */
const computingRules = ['starts_at', 'repeat_seconds', 'hours', 'timezone'] as const;
