// The rules by which a company's working days are computed: reading and replacing them.

import type { EventType } from '../../../src/shared/contract/queries.ts';
import type { CompanyDayRules, StoredDayRules } from '../../../src/shared/contract/timesheets.ts';
import { can } from '../../platform/access/caller.ts';
import { maybeOne, type Queries, rowsOf, sql } from '../../platform/db/db.ts';
import { invalid } from '../../platform/domainErrors.ts';
import { versionOf } from '../../platform/records/edit.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import { findOrThrow } from '../../platform/records/recordActions.ts';
import { type Clock, daysAfter, instantOf, isTimeZone } from '../../platform/time/clock.ts';
import { companyRecord, editOfCompany } from '../companies/companyQueries.ts';
import { clockByRules } from '../settings/clocks.ts';
import { unknownZone } from '../settings/knownSettings.ts';
import { assertNotClosed, closedMonthBlocker } from './closedMonths.ts';
import { dayRulesOf, saveDayRules } from './loadDays.ts';

export const dayRuleHandlers = {
  async 'GET /companies/{id}/day-rules'({ db, caller, params }) {
    const { id } = await findOrThrow(companyRecord, db, caller, params.id);
    return shownRules(db, id);
  },

  async 'PUT /companies/{id}/day-rules'(request) {
    const { body } = request;
    const { id } = request.params;
    const key = 'PUT /companies/{id}/day-rules';
    const edited = { key, action: 'day_rules.edit', subject: 'day_rules', find: shownRules } as const;
    return editOfCompany(request, edited, async (queries, before) => {
      const {
        hours = before.hours,
        timezone = before.timezone,
        leave_known_from = before.leave_known_from,
        working_time = before.working_time,
      } = body;
      const rules = { ...body, hours, timezone, leave_known_from, working_time };
      await assertComputable(queries, id, before, rules);
      if (leave_known_from !== before.leave_known_from) {
        // Only days between the two dates would become absences, or no longer be absences.
        const [from = '', until = ''] = [leave_known_from, before.leave_known_from].map((day) => day || never).sort();
        await assertNotClosed(queries, id, { from, until }, ['leave_known_from']);
      }
      await saveDayRules(queries, id, rules);
    });
  },

  async 'POST /companies/{id}/day-rules/preview'({ db, caller, clocks, params, body, now }) {
    const { id } = await findOrThrow(companyRecord, db, caller, params.id);
    const rules = await dayRulesOf(db, id);
    await assertComputable(db, id, rules, { ...rules, ...body });
    const change = { before: clocks.of(id), after: clockByRules(body, clocks) };
    const { last, ...moved } = await movedEvents(db, id, change, now);
    const example = last && can(caller, 'attendance.view') ? await newestIn(db, id, last, change) : null;
    return { ...moved, example };
  },
} satisfies Partial<Handlers>;

async function shownRules(queries: Queries, companyId: number): Promise<StoredDayRules> {
  const rules = await dayRulesOf(queries, companyId);
  return { ...rules, version: versionOf('PUT /companies/{id}/day-rules', rules) };
}

/** Refuses an unknown time zone, and changes to days of a closed month. */
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

// Counts a company's events that another time zone, or another start of the day, would move to another working day.
// Nothing is written.

interface Change {
  readonly before: Clock;
  readonly after: Clock;
}

const countedDays = 366;

async function movedEvents(queries: Queries, companyId: number, change: Change, now: Date) {
  const spans = spansOf(change, now);
  const bounds = spans.map(({ starts, ends }) => ({ starts, ends }));
  const rows = await queries.all<{ starts: string; events: number }>(
    sql`select starts, count(*) as events
      from ${rowsOf({ starts: 'timestamp(0)', ends: 'timestamp(0)' }, bounds)} cross join attendance
      where company_id = ${companyId} and occurred_at >= starts and occurred_at < ends group by starts`,
  );
  const moved = new Map(rows.map(({ starts, events }) => [starts, events]));
  const days = spans.filter(({ starts }) => moved.has(starts));
  const last = days.at(-1);
  return {
    events: rows.reduce((sum, { events }) => sum + events, 0),
    days: days.length,
    first_day: days[0]?.day ?? '',
    last_day: last?.day ?? '',
    last,
  };
}

interface Span {
  /** By the current rules. */
  readonly day: string;
  readonly starts: string;
  readonly ends: string;
}

/** Events between the two starts of a day belong to another day afterwards. */
function spansOf({ before, after }: Change, now: Date): Span[] {
  const tomorrow = daysAfter(before.dayOf(instantOf(now)), 1);
  const spans: Span[] = [];
  for (let back = countedDays; back >= 0; back--) {
    const day = daysAfter(tomorrow, -back);
    const [first, last] = [before, after].map(({ workingDays }) => workingDays.startOf(day)).sort();
    // Between zones more than a day apart, spans overlap.
    const previous = spans.at(-1)?.ends ?? '';
    const starts = [first ?? '', previous].sort().at(-1) ?? '';
    if (last !== undefined && starts < last) spans.push({ day: before.workingDays.dayOf(starts), starts, ends: last });
  }
  return spans;
}

async function newestIn(queries: Queries, companyId: number, { starts, ends }: Span, change: Change) {
  const row = await maybeOne<{ occurred_at: string; event_type: EventType; person: string }>(
    queries,
    sql`select occurred_at, event_type, coalesce(employees.name, employee_code) as person
      from attendance left join employees on employees.id = attendance.employee_id
      where attendance.company_id = ${companyId} and occurred_at >= ${starts} and occurred_at < ${ends}
      order by occurred_at desc, attendance.id desc limit 1`,
  );
  if (!row) return null;
  const { occurred_at, event_type, person } = row;
  const by = ({ wallClock, workingDays }: Clock) => ({
    time: wallClock(occurred_at),
    day: workingDays.dayOf(occurred_at),
  });
  return { person, event_type, before: by(change.before), after: by(change.after) };
}
