// Whom a silent door concerns: those who usually pass it and have no event anywhere since it fell silent.

import type { MissedPeople } from '../../../../src/shared/contract/devices.ts';
import { type Caller, can, companyScope } from '../../../platform/access/caller.ts';
import { one, type Queries } from '../../../platform/db/db.ts';
import { limitTo, sql } from '../../../platform/db/sql.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { dateOf, instantOf, plusMinutes } from '../../../platform/time/instants.ts';
import { peopleWhere } from '../../workday/people.ts';

const daysLookedAt = 14;
/** Whoever passed it this often in those days usually passes it. */
const usualEvents = 3;
const mostNamed = 50;

/** `since` is undefined if the door is not silent. */
export async function findMissed(
  queries: Queries,
  caller: Caller,
  controllerId: number,
  since: string | undefined,
  clock: Clock,
): Promise<MissedPeople> {
  if (since === undefined) return { since: '', usual: 0, unseen: 0, people: [] };
  const from = instantOf(plusMinutes(dateOf(since), -daysLookedAt * 24 * 60));
  const usual = sql`employees.deleted_at is null and employees.is_active = true
    and ${companyScope(caller, sql`employees.company_id`)}
    and employees.id in (select employee_id from attendance
      where access_controller_id = ${controllerId} and occurred_at >= ${from} and occurred_at <= ${since}
        and employee_id is not null and set_aside_by is null
      group by employee_id having count(*) >= ${usualEvents})`;
  const unseen = sql`${usual} and not exists (select 1 from attendance
    where attendance.employee_id = employees.id and occurred_at > ${since} and set_aside_by is null)`;
  const count = async (condition: typeof usual) =>
    (await one<{ total: number }>(queries, sql`select count(*) as total from employees where ${condition}`)).total;
  const people = can(caller, 'attendance.view')
    ? await peopleWhere(queries, unseen, sql`order by employees.name, employees.id ${limitTo(mostNamed)}`)
    : [];
  return {
    since: clock.wallClock(since),
    usual: await count(usual),
    unseen: await count(unseen),
    people: people.map(({ employee }) => employee),
  };
}
