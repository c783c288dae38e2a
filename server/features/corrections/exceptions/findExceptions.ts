// The exceptions of the days of all people that a caller sees. They are computed with their days, so that a correction
// or a new event shows at once.

import { longestShiftHours } from '../../../../src/shared/day/pairEvents.ts';
import type { DayException, WorkedDay } from '../../../../src/shared/day/types.ts';
import { type Caller, companyScope } from '../../../platform/access/caller.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { join, sql, type Sql } from '../../../platform/db/sql.ts';
import { inBatches } from '../../../platform/concurrency/limits.ts';
import { type Days, loadDays, peopleAtOnce, type StoredEvent } from '../../workday/loadDays.ts';
import { type NamedPerson, peopleWhere } from '../../workday/people.ts';
import type { EventType } from '../../../../src/shared/contract/queries.ts';
import type { ExceptionKind } from '../../../../src/shared/contract/workday.ts';
import type { Query } from '../../../../src/shared/contract/calls.ts';
import type { Clocks } from '../../../platform/time/clock.ts';
import { instantsOf, widestOf } from '../../settings/clocks.ts';
import type { RecordOfDay } from '../../workday/shownEvents.ts';

/** Orders them by day, the newest first, and within a day by company and person. */
export async function findExceptions(queries: Queries, request: ExceptionsRequest): Promise<FoundException[]> {
  const exceptions = await exceptionsOfPeople(queries, request);
  if (request.filters.employee_id === undefined) exceptions.push(...(await exceptionsOfUnknown(queries, request)));
  return inOrder(exceptions);
}

/** `among` narrows the people. */
export async function exceptionsOfPeople(
  queries: Queries,
  request: ExceptionsRequest,
  among = sql`true`,
): Promise<FoundException[]> {
  const people = await peopleWhere(queries, sql`${among} and ${withEvents(request)}`);
  return inBatches(people, peopleAtOnce, (some) => exceptionsOf(queries, some, request));
}

async function exceptionsOf(
  queries: Queries,
  people: readonly NamedPerson[],
  { period, clocks, now }: ExceptionsRequest,
): Promise<FoundException[]> {
  const daysOf = await loadDays(queries, people, period, clocks, now);
  return people.flatMap((person) =>
    (daysOf.get(person.id) ?? []).flatMap((worked) =>
      [...worked.exceptions, ...longShiftsOf(worked)].map(({ other, ...exception }) => ({
        ...exception,
        day: worked.day,
        company: person.company,
        person,
        employeeCode: person.employee.employee_id,
        ...(other && { other }),
      })),
    ),
  );
}

/**
 * Adds the long shifts that somebody has answered: their day has no question any more, but the inbox keeps the answer.
 */
const longShiftsOf = ({ pairs }: WorkedDay<StoredEvent>): DayException<StoredEvent>[] =>
  pairs
    .filter((pair) => pair.in.isLongShift && pair.minutes > longestShiftHours * 60)
    .map((pair) => ({ kind: 'open_too_long', event: pair.in, other: pair.out }));

function withEvents({ caller, filters, period, clocks }: ExceptionsRequest): Sql {
  const { company_id, employee_id } = filters;
  const { from, until } = instantsOf(period, clocks, sql`employees.company_id`);
  const conditions = [
    companyScope(caller, sql`employees.company_id`),
    sql`companies.deleted_at is null`,
    // Nobody can answer for an erased person.
    sql`employees.id not in (select person_id from erasures where kind = 'employees')`,
    sql`exists (select 1 from attendance where attendance.employee_id = employees.id
      and occurred_at >= ${from} and occurred_at < ${until})`,
  ];
  if (company_id !== undefined) conditions.push(sql`employees.company_id = ${company_id}`);
  if (employee_id !== undefined) conditions.push(sql`employees.id = ${employee_id}`);
  return join(conditions, ' and ');
}

const nameOf = ({ person, employeeCode }: FoundException) => person?.employee.name ?? employeeCode;

function inOrder(exceptions: readonly FoundException[]): FoundException[] {
  const { compare } = new Intl.Collator('en');
  return [...exceptions].sort(
    (one, other) =>
      (one.day < other.day ? 1 : one.day > other.day ? -1 : 0) ||
      compare(one.company.name, other.company.name) ||
      compare(nameOf(one), nameOf(other)) ||
      (one.event.occurredAt < other.event.occurredAt ? -1 : 1),
  );
}

interface Row {
  id: number;
  company_id: number;
  company_name: string;
  employee_code: string;
  access_controller_id: number;
  event_type: EventType;
  occurred_at: string;
  set_aside_by: number | null;
}

/** Finds events with an ID that no employee has. Each is an exception: without a person there is no day to compute. */
export async function exceptionsOfUnknown(
  queries: Queries,
  { caller, filters, period, clocks }: ExceptionsRequest,
): Promise<FoundException[]> {
  const { from, until } = widestOf(period, clocks, filters.company_id);
  const { company_id } = filters;
  const rows = await queries.all<Row>(
    sql`select attendance.id, attendance.company_id, companies.name as company_name, employee_code,
        access_controller_id, event_type, occurred_at, set_aside_by
      from attendance join companies on companies.id = attendance.company_id
      where attendance.employee_id is null and occurred_at >= ${from} and occurred_at < ${until}
        and ${companyScope(caller, sql`+attendance.company_id`)} and companies.deleted_at is null
        and ${company_id === undefined ? sql`true` : sql`+attendance.company_id = ${company_id}`}`,
  );
  return rows.flatMap((row) => {
    const day = clocks.of(row.company_id).workingDays.dayOf(row.occurred_at);
    return day >= period.from && day <= period.until ? foundOf(row, day) : [];
  });
}

const foundOf = (row: Row, day: string): FoundException => ({
  kind: row.set_aside_by === null ? 'unknown_person' : 'set_aside',
  day,
  company: { id: row.company_id, name: row.company_name },
  employeeCode: row.employee_code,
  event: {
    id: row.id,
    occurredAt: row.occurred_at,
    eventType: row.event_type,
    controllerId: row.access_controller_id,
    isManual: false,
    isSetAside: row.set_aside_by !== null,
  },
});

/** An exception as it is computed, before anything is known about its answer. */
export interface FoundException {
  readonly kind: ExceptionKind;
  readonly day: string;
  readonly company: NamedPerson['company'];
  /** Missing for an event of nobody. */
  readonly person?: NamedPerson;
  readonly employeeCode: string;
  readonly event: RecordOfDay;
  /** The event that it repeats, or the check-out that came too late. */
  readonly other?: { readonly occurredAt: string };
  readonly value?: number;
  readonly limit?: number;
}

interface ExceptionsRequest {
  readonly caller: Caller;
  readonly filters: Pick<Query<'GET /exceptions/counts'>, 'company_id' | 'employee_id'>;
  readonly period: Days;
  readonly clocks: Clocks;
  readonly now: Date;
}
