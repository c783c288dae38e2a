// Reads again what people's facts mean, around what is new of them: the working days that it falls on, with all doors of
// the company. A fact is read from its person's facts of that day alone, so nothing beyond can change.

import { type WorkingDays, workingDaysOf } from '../../workday/dayRules.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { codesOfEmployees, type EmployeeOf, employeesByCode } from '../../employees/codes.ts';
import { currentBusinessTime } from '../../settings/settingQueries.ts';
import { instantOf, timeOf } from '../../../platform/time/instants.ts';
import { type Reading, readPerson } from '../interpret/readPerson.ts';
import type { Verdict } from '../interpret/whyNoPass.ts';
import { longestRepeatSeconds } from '../interpret/rulesOfFact.ts';
import { type CodeWindow, factsWithin, otherRecords, type PersonFact } from './personFacts.ts';

/** Something of a person is new, or no longer there. */
export interface Touch {
  readonly code: string;
  readonly occurredAt: string;
}

export interface PersonReading {
  readonly fact: PersonFact;
  readonly reading: Reading | Verdict;
  readonly employeeId: number | undefined;
}

export interface CompanyCalendar {
  readonly companyId: number;
  readonly workingDays: WorkingDays;
  /** The day of business time. */
  dayOf(instant: string): string;
}

export async function companyCalendar(queries: Queries, companyId: number): Promise<CompanyCalendar> {
  const businessTime = await currentBusinessTime(queries);
  const workingDays = await workingDaysOf(queries, companyId, businessTime);
  return { companyId, workingDays, dayOf: businessTime.dayOf };
}

export interface Read {
  /** Those that are new, or that have another time or other rules than stored. */
  readonly facts: readonly PersonFact[];
  readonly touches?: readonly Touch[];
  /** Stored facts that are no longer of somebody who passed. */
  readonly without?: readonly number[];
}

export async function readPeople(
  queries: Queries,
  calendar: CompanyCalendar,
  { facts, touches = [], without = [] }: Read,
): Promise<PersonReading[]> {
  const { employeeOf, people } = await peopleOf(queries, calendar, [...facts, ...touches]);
  const windows = people.flatMap((person) =>
    person.codes.flatMap((code) => person.periods.map((period) => ({ ...withContext(period), code }))),
  );
  const replaced = new Set([...without, ...facts.flatMap(({ stored }) => stored?.id ?? [])]);
  const stored = await factsWithin(queries, calendar.companyId, windows);
  const all = [...facts, ...stored.filter(({ stored: known }) => !known || !replaced.has(known.id))];
  const factsOf = Map.groupBy(all, (fact) => personOf(fact, employeeOf, calendar));
  const others = await otherRecords(
    queries,
    calendar.companyId,
    people.flatMap(({ employee, codes, periods }) =>
      periods.map((period) => ({ employee, window: { ...period, code: codes[0] ?? '' } })),
    ),
  );
  const othersOf = Map.groupBy(others, ({ employeeId, code }) => keyOf(employeeId, code));
  return people.flatMap(({ key, employee, periods }) => {
    const readings = readPerson({
      passes: factsOf.get(key) ?? [],
      others: othersOf.get(key) ?? [],
      dayOf: calendar.workingDays.dayOf,
    });
    return [...readings]
      .filter(([{ occurredAt }]) => periods.some(({ from, until }) => occurredAt >= from && occurredAt < until))
      .map(([fact, reading]) => ({ fact, reading, employeeId: employee }));
  });
}

interface Period {
  readonly from: string;
  readonly until: string;
}

interface PersonToRead {
  readonly key: string;
  readonly employee: number | undefined;
  readonly codes: readonly string[];
  readonly periods: readonly Period[];
}

/** An employee may have several codes. */
async function peopleOf(queries: Queries, calendar: CompanyCalendar, touches: readonly Touch[]) {
  const codes = [...new Set(touches.map(({ code }) => code))];
  const first = await employeesByCode(queries, calendar.companyId, codes);
  const touchesOf = Map.groupBy(touches, (touch) => personOf(touch, first, calendar));
  const employees = touches.flatMap(({ code, occurredAt }) => first(code, calendar.dayOf(occurredAt)) ?? []);
  const codesOf = await codesOfEmployees(queries, [...new Set(employees)]);
  const further = [...codesOf.values()].flat().filter((code) => !codes.includes(code));
  const employeeOf =
    further.length === 0 ? first : await employeesByCode(queries, calendar.companyId, [...codes, ...further]);
  const people = [...touchesOf].map(([key, touched]): PersonToRead => {
    const { code = '', occurredAt = '' } = touched[0] ?? {};
    const employee = first(code, calendar.dayOf(occurredAt));
    return {
      key,
      employee,
      codes: employee === undefined ? [code] : (codesOf.get(employee) ?? [code]),
      periods: periodsOf(touched, calendar),
    };
  });
  return { employeeOf, people };
}

const personOf = ({ code, occurredAt }: Touch, employeeOf: EmployeeOf, { dayOf }: CompanyCalendar): string =>
  keyOf(employeeOf(code, dayOf(occurredAt)), code);

const keyOf = (employee: number | undefined, code: string): string =>
  employee === undefined ? `code ${code}` : `employee ${employee}`;

/** Whole working days. What is new may make a repeat of what comes soon after, even on the next day. */
function periodsOf(touches: readonly Touch[], { workingDays }: CompanyCalendar): Period[] {
  const days = new Set(
    touches.flatMap(({ occurredAt }) => [
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

/** What is repeated may be before the day. */
const withContext = ({ from, until }: Period): Omit<CodeWindow, 'code'> => ({
  from: later(from, -longestRepeatSeconds),
  until,
});

const later = (instant: string, seconds: number) => instantOf(new Date(timeOf(instant) + seconds * 1_000));
