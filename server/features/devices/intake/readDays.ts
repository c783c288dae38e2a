// Reads people's facts again around new ones: whole working days, with all doors of the company. A reading depends only
// on the person's facts of that day, so nothing beyond it can change.

import type { DeviceOutcome } from '../../../../src/shared/contract/deviceEvents.ts';
import type { GuessRule } from '../../../../src/shared/contract/devices.ts';
import type { EventType } from '../../../../src/shared/contract/queries.ts';
import { type Queries, rowsOf, sql } from '../../../platform/db/db.ts';
import { type Clock, instantOf, timeOf } from '../../../platform/time/clock.ts';
import { codesOfEmployees, type EmployeeOf, employeesByCode } from '../../employees/codes.ts';
import { clockOf } from '../../settings/clocks.ts';
import { longestRepeatSeconds, type RulesOfFact, type Verdict } from '../interpret/readFact.ts';
import { type AccessGranted, type OtherRecord, type Reading, readPerson } from '../interpret/readPerson.ts';

/** A moment of a person at which a fact was added or removed. */
export interface ChangedMoment {
  readonly code: string;
  readonly occurredAt: string;
}

export interface PersonReading {
  readonly fact: PersonFact;
  readonly reading: Reading | Verdict;
  readonly employeeId: number | undefined;
}

interface Read {
  /** New facts, and facts whose time or rules differ from what is stored. */
  readonly facts?: readonly PersonFact[];
  readonly moments?: readonly ChangedMoment[];
  /** Stored facts by which nobody passed any more. */
  readonly without?: readonly number[];
}

export async function readPeople(
  queries: Queries,
  companyId: number,
  { facts = [], moments = [], without = [] }: Read,
): Promise<PersonReading[]> {
  const affected = [...facts, ...moments];
  if (affected.length === 0) return [];
  const clock = await clockOf(queries, companyId);
  const { employeeOf, people } = await peopleOf(queries, companyId, clock, affected);
  const windows = people.flatMap((person) =>
    person.codes.flatMap((code) => person.periods.map((period) => ({ ...withContext(period), code }))),
  );
  const replaced = new Set([...without, ...facts.flatMap(({ stored }) => stored?.id ?? [])]);
  const stored = await factsWithin(queries, companyId, windows);
  const all = [...facts, ...stored.filter(({ stored: known }) => !known || !replaced.has(known.id))];
  const factsOf = Map.groupBy(all, (fact) => personOf(fact, employeeOf, clock));
  const ofPeople = people.flatMap(({ employee, codes: [code = ''], periods }) =>
    periods.map((period) => ({ ...period, code, employee })),
  );
  const others = await otherRecords(queries, companyId, ofPeople);
  const othersOf = Map.groupBy(others, ({ employeeId, code }) => keyOf(employeeId, code));
  return people.flatMap(({ key, employee, periods }) => {
    const readings = readPerson({
      passes: factsOf.get(key) ?? [],
      others: othersOf.get(key) ?? [],
      dayOf: clock.workingDays.dayOf,
    });
    return [...readings]
      .filter(([{ occurredAt }]) => periods.some(({ from, until }) => occurredAt >= from && occurredAt < until))
      .map(([fact, reading]) => ({ fact, reading, employeeId: fact.stored?.formerEmployee ?? employee }));
  });
}

/** Half-open: from `from` until before `until`. */
interface Period {
  readonly from: string;
  readonly until: string;
}

/** Groups moments by person, since an employee may have several codes. */
async function peopleOf(queries: Queries, companyId: number, clock: Clock, moments: readonly ChangedMoment[]) {
  const codes = [...new Set(moments.map(({ code }) => code))];
  const first = await employeesByCode(queries, companyId, codes);
  const momentsOf = Map.groupBy(moments, (moment) => personOf(moment, first, clock));
  const employees = moments.flatMap(({ code, occurredAt }) => first(code, clock.dayOf(occurredAt)) ?? []);
  const codesOf = await codesOfEmployees(queries, [...new Set(employees)]);
  const further = [...codesOf.values()].flat().filter((code) => !codes.includes(code));
  const employeeOf = further.length === 0 ? first : await employeesByCode(queries, companyId, [...codes, ...further]);
  const people = [...momentsOf].map(([key, theirs]) => {
    const { code = '', occurredAt = '' } = theirs[0] ?? {};
    const employee = first(code, clock.dayOf(occurredAt));
    return {
      key,
      employee,
      codes: employee === undefined ? [code] : (codesOf.get(employee) ?? [code]),
      periods: periodsOf(theirs, clock),
    };
  });
  return { employeeOf, people };
}

const personOf = ({ code, occurredAt }: ChangedMoment, employeeOf: EmployeeOf, { dayOf }: Clock): string =>
  keyOf(employeeOf(code, dayOf(occurredAt)) ?? null, code);

const keyOf = (employee: number | null, code: string): string =>
  employee === null ? `code ${code}` : `employee ${employee}`;

/** Covers whole working days: a new event may turn one that follows soon into a repeat, even on the next day. */
function periodsOf(moments: readonly ChangedMoment[], { workingDays }: Clock): Period[] {
  const days = new Set(
    moments.flatMap(({ occurredAt }) => [
      workingDays.dayOf(occurredAt),
      workingDays.dayOf(later(occurredAt, longestRepeatSeconds)),
    ]),
  );
  const periods: Period[] = [];
  for (const day of [...days].sort()) {
    const last = periods.at(-1);
    const [from, until] = [workingDays.startOf(day), workingDays.endOf(day)];
    if (last && last.until >= from) periods[periods.length - 1] = { from: last.from, until };
    else periods.push({ from, until });
  }
  return periods;
}

/** Extends the period backwards, because the first event may repeat an earlier one. */
const withContext = ({ from, until }: Period): Period => ({ from: later(from, -longestRepeatSeconds), until });

const later = (instant: string, seconds: number) => instantOf(new Date(timeOf(instant) + seconds * 1_000));

// Loads the facts and records of people that can affect each other around some instants.

interface StoredReading {
  readonly id: number;
  readonly outcome: DeviceOutcome;
  readonly reason: string;
  readonly attendanceId: number | null;
  readonly localTime: string;
  /** The deleted employee who keeps the record, even if somebody else has the code now. */
  readonly formerEmployee: number | null;
  /** Attendance made from this fact. */
  readonly record: OwnRecord | undefined;
}

export interface OwnRecord {
  readonly id: number;
  readonly type: EventType;
  readonly occurredAt: string;
  readonly guessedBy: GuessRule | '';
}

/** A fact in which a person passed; new if it has no `stored`. */
export interface PersonFact extends AccessGranted {
  readonly stored?: StoredReading;
}

interface CodeWindow extends Period {
  readonly code: string;
}

/** Must never change: it keeps a fact from making two records. */
export const eventIdOf = ({ key }: Pick<AccessGranted, 'key'>): string => `device:${key}`;

/** Does not go by the record's event_id, because a webhook's may look like one of these. */
const isReadFromFact = sql`exists (select 1 from device_events
  where attendance_id = attendance.id and outcome = 'attendance' and kind <> 'webhook')`;

/**
 * Leaves out the webhook's facts, whose attendance is stored as sent. `cross join` makes SQLite read the windows first;
 * otherwise it would scan all facts.
 */
async function factsWithin(queries: Queries, companyId: number, windows: readonly CodeWindow[]): Promise<PersonFact[]> {
  const rows = await queries.all<RulesOfFact & ReadRow & { readonly occurredAt: string }>(
    sql`select direction_rule as "directionRule", ruled_direction as "ruledDirection",
        repeat_seconds as "repeatSeconds", ${readColumns}
      from ${windowRows(windows)} cross join access_controllers cross join device_events
        left join attendance on attendance.id = attendance_id
      where access_controllers.company_id = ${companyId} and device_events.controller_id = access_controllers.id
        and device_events.code = rows.code
        and device_events.occurred_at >= rows.from_at and device_events.occurred_at < rows.until_at
        and outcome || '' in ('attendance', 'known', 'repeat', 'no_direction') and kind <> 'webhook'
        and (attendance.id is null or attendance.company_id = ${companyId})`,
    ['is_set_aside'],
  );
  return rows.map((row) => ({ ...row, ...storedReading(row) }));
}

/** Row of `device_events` with its record. */
export interface ReadRow
  extends Omit<StoredReading, 'record'>,
    Omit<AccessGranted, keyof RulesOfFact | 'occurredAt' | 'setAside'> {
  readonly occurredAt: string | null;
  readonly record_type: EventType | null;
  readonly record_at: string | null;
  readonly record_guess: GuessRule | '' | null;
  readonly is_set_aside: boolean;
}

export const readColumns = sql`fact_key as key, controller_id as "controllerId", device_events.code, number, direction,
  reader, device_events.occurred_at as "occurredAt", device_events.id, outcome, reason, attendance_id as "attendanceId", local_time as "localTime",
  attendance.event_type as record_type, attendance.occurred_at as record_at, attendance.guessed_by as record_guess,
  attendance.set_aside_by is not null as is_set_aside,
  (select employees.id from employees where employees.id = attendance.employee_id and employees.deleted_at is not null)
    as "formerEmployee"`;

export function storedReading(row: ReadRow) {
  const { outcome, attendanceId, record_type, record_at } = row;
  const isOwn = outcome === 'attendance' && attendanceId !== null && record_type !== null && record_at !== null;
  const guessedBy = row.record_guess ?? '';
  const record = isOwn ? { id: attendanceId, type: record_type, occurredAt: record_at, guessedBy } : undefined;
  return { setAside: record && row.is_set_aside ? record.type : undefined, stored: { ...row, record } };
}

interface PersonsRecord extends OtherRecord {
  readonly employeeId: number | null;
}

/** Attendance that counts and does not come from a device's fact. */
async function otherRecords(
  queries: Queries,
  companyId: number,
  windows: readonly (CodeWindow & { readonly employee: number | undefined })[],
): Promise<PersonsRecord[]> {
  const columns = sql`id, access_controller_id as "controllerId", attendance.employee_id as "employeeId",
    employee_code as code, event_type as type, occurred_at as "occurredAt"`;
  const counts = sql`set_aside_by is null and not ${isReadFromFact}`;
  const employeeWindows = rowsOf(
    { employee: 'bigint', from_at: 'timestamp(0)', until_at: 'timestamp(0)' },
    windows.flatMap(({ employee, from, until }) =>
      employee === undefined ? [] : { employee, from_at: from, until_at: until },
    ),
  );
  const unknown = windows.filter(({ employee }) => employee === undefined);
  return queries.all<PersonsRecord>(
    sql`select ${columns} from ${employeeWindows} cross join attendance
      where attendance.employee_id = employee and occurred_at >= from_at and occurred_at < until_at
        and +company_id = ${companyId} and ${counts}
      union all select ${columns} from ${windowRows(unknown)} cross join attendance
      where company_id = ${companyId} and employee_code = rows.code and attendance.employee_id is null
        and occurred_at >= from_at and occurred_at < until_at and ${counts}`,
  );
}

const windowRows = (windows: readonly CodeWindow[]) =>
  rowsOf(
    { code: 'text', from_at: 'timestamp(0)', until_at: 'timestamp(0)' },
    windows.map(({ code, from, until }) => ({ code, from_at: from, until_at: until })),
  );
