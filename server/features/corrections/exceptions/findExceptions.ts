// The exceptions of the days of all people that a caller sees. They are computed with their days, so that a correction
// or a new event shows at once.

import { longestShiftHours } from '../../../../src/shared/day/pairEvents.ts';
import type { DayException, WorkedDay } from '../../../../src/shared/day/types.ts';
import { companyScope } from '../../../platform/access/caller.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { join, sql, type Sql } from '../../../platform/db/sql.ts';
import { inBatches } from '../../../platform/concurrency/limits.ts';
import type { ExceptionsRequest, FoundException } from '../../workday/foundException.ts';
import { loadDays, peopleAtOnce } from '../../workday/loadDays.ts';
import type { StoredEvent } from '../../workday/storedEvents.ts';
import { peopleWhere, type NamedPerson } from '../../workday/people.ts';
import { findUnknownEvents } from './unknownEvents.ts';
import { instantsAround } from '../../workday/workingDays.ts';

/** The newest day first; within a day by company and person. */
export async function findExceptions(queries: Queries, request: ExceptionsRequest): Promise<FoundException[]> {
  const people = await peopleWhere(queries, withEvents(request));
  const found = await inBatches(people, peopleAtOnce, (some) => exceptionsOf(queries, some, request));
  if (request.filters.employee_id === undefined) found.push(...(await findUnknownEvents(queries, request)));
  return inOrder(found);
}

async function exceptionsOf(
  queries: Queries,
  people: readonly NamedPerson[],
  { period, businessTime, now }: ExceptionsRequest,
): Promise<FoundException[]> {
  const daysOf = await loadDays(queries, people, period, businessTime, now);
  return people.flatMap((person) =>
    (daysOf.get(person.id) ?? []).flatMap((worked) =>
      [...worked.exceptions, ...longShiftsOf(worked)].map(({ kind, event, other }) => ({
        kind,
        day: worked.day,
        company: person.company,
        person,
        employeeCode: person.employee.employee_id,
        event,
        ...(other && { other }),
      })),
    ),
  );
}

/** Once somebody said that a long shift is as it is, the day has no question any more; the inbox still has the answer. */
const longShiftsOf = ({ pairs }: WorkedDay<StoredEvent>): DayException<StoredEvent>[] =>
  pairs
    .filter((pair) => pair.in.isLongShift && pair.minutes > longestShiftHours * 60)
    .map((pair) => ({ kind: 'open_too_long', event: pair.in, other: pair.out }));

function withEvents({ caller, filters, period, businessTime }: ExceptionsRequest): Sql {
  const { company_id, employee_id } = filters;
  const { from, until } = instantsAround(period, businessTime);
  const conditions = [
    companyScope(caller, sql`employees.company_id`),
    sql`companies.deleted_at is null`,
    // Nobody can answer any more.
    sql`employees.id not in (select person_id from erasures where kind = 'employees')`,
    sql`exists (select 1 from attendance where attendance.employee_id = employees.id
      and occurred_at >= ${from} and occurred_at < ${until})`,
  ];
  if (company_id !== undefined) conditions.push(sql`employees.company_id = ${company_id}`);
  if (employee_id !== undefined) conditions.push(sql`employees.id = ${employee_id}`);
  return join(conditions, ' and ');
}

const nameOf = ({ person, employeeCode }: FoundException) => person?.employee.name ?? employeeCode;

function inOrder(found: readonly FoundException[]): FoundException[] {
  const { compare } = new Intl.Collator('en');
  return [...found].sort(
    (one, other) =>
      (one.day < other.day ? 1 : one.day > other.day ? -1 : 0) ||
      compare(one.company.name, other.company.name) ||
      compare(nameOf(one), nameOf(other)) ||
      (one.event.occurredAt < other.event.occurredAt ? -1 : 1),
  );
}
