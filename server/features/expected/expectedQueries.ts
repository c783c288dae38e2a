// Finds patterns, free days, leave and balances as they are shown, with the people they are about.

import {
  type Balance,
  type FreeDay,
  type FreeDays,
  type Leave,
  type LeaveReading,
  type WeekPattern,
  weekdays,
} from '../../../src/shared/contract/expectedTime.ts';
import { byteByByte, type Queries, quotedNames, type Sql, sql } from '../../platform/db/db.ts';
import { versionOf } from '../../platform/records/edit.ts';
import { nameKey, searchedKinds } from '../../platform/records/search/searchIndex.ts';
import { asUtc, instantOf, plusMinutes } from '../../platform/time/clock.ts';
import type { Person } from '../workday/loadDays.ts';
import { joinOwner, nestOwner, type OwnerRow, ownerColumns } from '../workday/people.ts';
import { findReadings } from './leaveReadings.ts';

export const columnsOfWeek = quotedNames(weekdays);

export async function patternsWhere(queries: Queries, condition: Sql): Promise<WeekPattern[]> {
  const rows = await queries.all<OwnerRow & Omit<WeekPattern, 'company' | 'employee'>>(
    sql`select ${ownerColumns(sql`week_patterns`)}, week_patterns.department, valid_from, ${columnsOfWeek}, latest_start,
        earliest_end, week_patterns.department <> '' and not exists (select 1 from employees as members
          where members.company_id = week_patterns.company_id and members.department = week_patterns.department
            and members.deleted_at is null) as is_unused
      from ${joinOwner(sql`week_patterns`)} where ${condition}
      order by week_patterns.department${byteByByte}, week_patterns.employee_id is not null, ${nameKey(searchedKinds.employees)},
        week_patterns.employee_id, valid_from desc`,
    ['is_unused'],
  );
  return rows
    .map(nestOwner)
    .map((pattern) => ({ ...pattern, employee: pattern.employee.id === 0 ? null : pattern.employee }));
}

export async function leavesWhere(queries: Queries, condition: Sql): Promise<Leave[]> {
  const rows = await queries.all<OwnerRow & Omit<Leave, 'company' | 'employee'>>(
    sql`select ${ownerColumns(sql`leaves`)}, first_day, last_day, is_half, minutes,
        case when source_id = '' then '' else coalesce((select source from leave_readings
          where leave_readings.company_id = leaves.company_id and month = substr(first_day, 1, 7)), '') end as source
      from ${joinOwner(sql`leaves`)}
      where ${condition} order by first_day desc, leaves.id desc`,
    ['is_half'],
  );
  return rows.map(nestOwner);
}

export async function balancesWhere(queries: Queries, condition: Sql): Promise<Balance[]> {
  const rows = await queries.all<OwnerRow & Omit<Balance, 'company' | 'employee'>>(
    sql`select ${ownerColumns(sql`balances`)}, day, minutes, reason from ${joinOwner(sql`balances`)}
      where ${condition} order by day desc, balances.id desc`,
  );
  return rows.map(nestOwner);
}

export async function freeDaysOf(queries: Queries, companyId: number): Promise<FreeDays> {
  const days = await queries.all<FreeDay>(
    sql`select day, name, is_half from free_days where company_id = ${companyId} order by day`,
    ['is_half'],
  );
  return { days, version: versionOf('PUT /companies/{id}/free-days', { days }) };
}

/** How a person's leave is currently read; null if it is not. */
export async function readingOf(
  queries: Queries,
  { id, companyId }: Pick<Person, 'id' | 'companyId'>,
  now: Date,
): Promise<LeaveReading | null> {
  const reading = (await findReadings(queries, [companyId]))(companyId, '9999-12');
  if (reading?.knownUntil(id) === undefined) return null;
  return {
    source: reading.source,
    read_at: asUtc(reading.readAt),
    is_stale: (reading.readAt ?? '') < instantOf(plusMinutes(now, -24 * 60)),
    is_matched: reading.isMatched(id),
  };
}
