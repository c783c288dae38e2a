// A company's day rules. Its clock tells when its days begin.

import {
  type CompanyDayRules,
  type WorkingTimeLimits,
  workingTimeLimits,
} from '../../../src/shared/contract/timesheets.ts';
import { type Queries, sql } from '../../platform/db/db.ts';

export const usualDayRules: CompanyDayRules = {
  starts_at: '00:00',
  repeat_seconds: 60,
  hours: 'pairs',
  timezone: '',
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
    sql`select company_id, starts_at, repeat_seconds, hours, timezone, needs_second_person, leave_known_from, working_time
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

export async function saveDayRules(queries: Queries, companyId: number, rules: CompanyDayRules): Promise<void> {
  const { starts_at, repeat_seconds, hours, timezone, needs_second_person, leave_known_from, working_time } = rules;
  const limits = working_time && checksAnything(working_time) ? JSON.stringify(working_time) : '';
  await queries.run(
    sql`insert into day_rules
        (company_id, starts_at, repeat_seconds, hours, timezone, needs_second_person, leave_known_from, working_time)
      values
        (${companyId}, ${starts_at}, ${repeat_seconds}, ${hours}, ${timezone}, ${needs_second_person},
          ${leave_known_from}, ${limits})
      on conflict (company_id) do update set starts_at = excluded.starts_at,
        repeat_seconds = excluded.repeat_seconds, hours = excluded.hours, timezone = excluded.timezone,
        needs_second_person = excluded.needs_second_person, leave_known_from = excluded.leave_known_from,
        working_time = excluded.working_time`,
  );
}

const checksAnything = ({ rest_minutes, longest_day_minutes, breaks, days_in_row }: WorkingTimeLimits): boolean =>
  rest_minutes + longest_day_minutes + breaks.length + days_in_row > 0;
