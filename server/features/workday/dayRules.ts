// A company's day rules. Its clock tells when its days begin.

import type { CompanyDayRules } from '../../../src/shared/contract/timesheets.ts';
import type { Queries } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';

export const usualDayRules: CompanyDayRules = {
  starts_at: '00:00',
  repeat_seconds: 60,
  hours: 'pairs',
  timezone: '',
  needs_second_person: false,
};

type Row = CompanyDayRules & { company_id: number };

/** Finds the rules of those companies that have their own. */
export async function findDayRules(
  queries: Queries,
  companyIds: readonly number[],
): Promise<ReadonlyMap<number, CompanyDayRules>> {
  const rows = await queries.all<Row>(
    sql`select company_id, starts_at, repeat_seconds, hours, timezone, needs_second_person from day_rules
      where company_id in (${companyIds})`,
    ['needs_second_person'],
  );
  return new Map(rows.map(({ company_id, ...rules }) => [company_id, rules]));
}

export async function dayRulesOf(queries: Queries, companyId: number): Promise<CompanyDayRules> {
  return (await findDayRules(queries, [companyId])).get(companyId) ?? usualDayRules;
}

export async function saveDayRules(
  queries: Queries,
  companyId: number,
  { starts_at, repeat_seconds, hours, timezone, needs_second_person }: CompanyDayRules,
): Promise<void> {
  await queries.run(
    sql`insert into day_rules (company_id, starts_at, repeat_seconds, hours, timezone, needs_second_person)
      values (${companyId}, ${starts_at}, ${repeat_seconds}, ${hours}, ${timezone}, ${needs_second_person})
      on conflict (company_id) do update set starts_at = excluded.starts_at,
        repeat_seconds = excluded.repeat_seconds, hours = excluded.hours, timezone = excluded.timezone,
        needs_second_person = excluded.needs_second_person`,
  );
}
