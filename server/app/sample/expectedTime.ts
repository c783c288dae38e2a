// Adds expected time to one office of the sample: a pattern, somebody who works part-time, the free days of its
// country, one person on leave, and a balance. People who are late or leave early are in the sample anyway.

import { columnsOfWeek } from '../../features/expected/expectedQueries.ts';
import { join, one, type Queries, sql } from '../../platform/db/db.ts';
import { type Clock, daysAfter, instantOf } from '../../platform/time/clock.ts';

const companyWithPattern = 'Dvořák Strojírna';

const holidays = [
  ['01-01', 'New Year'],
  ['05-01', 'Labour Day'],
  ['05-08', 'Victory Day'],
  ['07-05', 'Cyril and Methodius'],
  ['07-06', 'Jan Hus'],
  ['09-28', 'Saint Wenceslas'],
  ['10-28', 'Independence Day'],
  ['11-17', 'Freedom and Democracy Day'],
  ['12-24', 'Christmas Eve'],
  ['12-25', 'Christmas'],
  ['12-26', "Saint Stephen's Day"],
  ['12-31', "New Year's Eve"],
] as const;

export async function addExpectedTime(queries: Queries, clock: Clock, now: Date): Promise<void> {
  const today = clock.dayOf(instantOf(now));
  const company = await one<{ id: number }>(queries, sql`select id from companies where name = ${companyWithPattern}`);
  const people = await queries.all<{ id: number; seen: number }>(
    sql`select id, (select count(*) from attendance where employee_id = employees.id and occurred_at >= ${clock.startOf(today)}) as seen
      from employees where company_id = ${company.id} and is_active = true order by id`,
  );
  const [partTimer, carrier] = people;
  // Somebody who has not come today is on leave, if there is such a person.
  const away = people.findLast(({ seen }) => seen === 0) ?? people.at(-1);
  async function addPattern(employee: number | null, workDays: number): Promise<void> {
    const minutes = Array.from({ length: 7 }, (_, day) => sql`${day < workDays ? 480 : 0}`);
    await queries.run(
      sql`insert into week_patterns (company_id, employee_id, valid_from, ${columnsOfWeek}, latest_start, earliest_end)
        values (${company.id}, ${employee}, ${daysAfter(today, -60)}, ${join(minutes, ', ')}, '09:15', '15:00')`,
    );
  }
  await addPattern(null, 5);
  if (partTimer) await addPattern(partTimer.id, 3);
  for (const year of new Set([today.slice(0, 4), daysAfter(today, 60).slice(0, 4)])) {
    for (const [day, name] of holidays)
      await queries.run(
        sql`insert into free_days (company_id, day, name, is_half)
          values (${company.id}, ${`${year}-${day}`}, ${name}, ${day === '12-31'})`,
      );
  }
  if (away)
    await queries.run(
      sql`insert into leaves (company_id, employee_id, first_day, last_day, is_half)
        values (${company.id}, ${away.id}, ${today}, ${daysAfter(today, 4)}, false)`,
    );
  if (carrier)
    await queries.run(
      sql`insert into balances (company_id, employee_id, day, minutes, reason)
        values (${company.id}, ${carrier.id}, ${daysAfter(today, -30)}, 270, 'Agreed with payroll')`,
    );
}
