// A company's day rules, and the calendar of its working days: days of the calendar, or such as begin some hours after
// midnight, for night shifts.

import {
  type CompanyDayRules,
  type WorkingTimeLimits,
  workingTimeLimits,
} from '../../../src/shared/contract/timesheets.ts';
import type { Queries } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { type BusinessTime, daysAfter } from '../../platform/time/businessTime.ts';
import { dateOf, instantOf, plusMinutes } from '../../platform/time/instants.ts';
import { instantAt } from '../../platform/time/localTime.ts';

export const usualDayRules: CompanyDayRules = {
  starts_at: '00:00',
  repeat_seconds: 60,
  hours: 'pairs',
  needs_second_person: false,
  leave_known_from: '',
};

type Row = Omit<CompanyDayRules, 'working_time'> & { company_id: number; working_time: string };

/** Finds the rules of those companies that have their own. */
export async function findDayRules(
  queries: Queries,
  companyIds: readonly number[],
): Promise<ReadonlyMap<number, CompanyDayRules>> {
  const rows = await queries.all<Row>(
    sql`select company_id, starts_at, repeat_seconds, hours, needs_second_person, leave_known_from, working_time
      from day_rules
      where company_id in (${companyIds})`,
    ['needs_second_person'],
  );
  return new Map(
    rows.map(({ company_id, working_time, ...rules }) => [
      company_id,
      working_time ? { ...rules, working_time: workingTimeLimits(JSON.parse(working_time)) } : rules,
    ]),
  );
}

export async function dayRulesOf(queries: Queries, companyId: number): Promise<CompanyDayRules> {
  return (await findDayRules(queries, [companyId])).get(companyId) ?? usualDayRules;
}

export async function workingDaysOf(
  queries: Queries,
  companyId: number,
  businessTime: BusinessTime,
): Promise<WorkingDays> {
  return createWorkingDays(businessTime, (await dayRulesOf(queries, companyId)).starts_at);
}

export async function saveDayRules(queries: Queries, companyId: number, rules: CompanyDayRules): Promise<void> {
  const { starts_at, repeat_seconds, hours, needs_second_person, leave_known_from, working_time } = rules;
  const limits = working_time && checksAnything(working_time) ? JSON.stringify(working_time) : '';
  await queries.run(
    sql`insert into day_rules
        (company_id, starts_at, repeat_seconds, hours, needs_second_person, leave_known_from, working_time)
      values
        (${companyId}, ${starts_at}, ${repeat_seconds}, ${hours}, ${needs_second_person}, ${leave_known_from}, ${limits})
      on conflict (company_id) do update set starts_at = excluded.starts_at,
        repeat_seconds = excluded.repeat_seconds, hours = excluded.hours,
        needs_second_person = excluded.needs_second_person, leave_known_from = excluded.leave_known_from,
        working_time = excluded.working_time`,
  );
}

const checksAnything = ({ rest_minutes, longest_day_minutes, breaks, days_in_row }: WorkingTimeLimits): boolean =>
  rest_minutes + longest_day_minutes + breaks.length + days_in_row > 0;

export interface WorkingDays {
  /** 'YYYY-MM-DD' */
  dayOf(instant: string): string;
  /** The first instant of a day. */
  startOf(day: string): string;
  /** The first instant after the day. */
  endOf(day: string): string;
}

/** A day, and those next to it. */
interface Bounds {
  readonly before: string;
  readonly start: string;
  readonly end: string;
  readonly after: string;
}

/** `startsAt` is 'HH:MM', before noon. */
export function createWorkingDays(businessTime: BusinessTime, startsAt: string): WorkingDays {
  const computed = new Map<string, Bounds>();
  function boundsOf(day: string): Bounds {
    const [before, after] = [daysAfter(day, -1), daysAfter(day, 1)];
    const start = computed.get(before)?.end ?? instantAt(businessTime, day, startsAt);
    const end = computed.get(after)?.start ?? instantAt(businessTime, after, startsAt);
    const bounds = { before, start, end, after };
    computed.set(day, bounds);
    return bounds;
  }
  const bounds = (day: string) => computed.get(day) ?? boundsOf(day);
  return {
    dayOf(instant) {
      // The day of UTC is next to it, if not the same.
      let day = instant.slice(0, 10);
      while (instant < bounds(day).start) day = bounds(day).before;
      while (instant >= bounds(day).end) day = bounds(day).after;
      return day;
    },
    startOf: (day) => bounds(day).start,
    endOf: (day) => bounds(day).end,
  };
}

/** The latest hour at which a working day may begin. */
export const latestStartHour = 12;

/** Covers all of these days, whenever the working day of a company begins. */
export function instantsAround(days: { from: string; until: string }, businessTime: BusinessTime) {
  const end = dateOf(businessTime.endOf(days.until));
  return { from: businessTime.startOf(days.from), until: instantOf(plusMinutes(end, latestStartHour * 60)) };
}
