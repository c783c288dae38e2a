// What is expected of people: the patterns, free days, leave and balances of their companies, read at once for all of
// them, and the expected time of a person in a period.

import type { Balance } from '../../../src/shared/contract/expectedTime.ts';
import type { ExpectedTime } from '../../../src/shared/contract/timesheets.ts';
import {
  type DayPlan,
  expectedDay,
  explain,
  type LeaveOfDay,
  type WorkedFigures,
} from '../../../src/shared/day/expectedDay.ts';
import { daysIn } from '../../../src/shared/words/periods.ts';
import { type Queries, sql } from '../../platform/db/db.ts';
import { type Clocks, daysAfter, type WorkingDays } from '../../platform/time/clock.ts';
import { type Days, findDayRules, isEmployedOn } from '../workday/loadDays.ts';
import type { NamedPerson } from '../workday/people.ts';
import { findReadings, type StoredLeave } from './leaveReadings.ts';

type StoredPattern = DayPlan['pattern'] & {
  company_id: number;
  company_name: string;
  employee_id: number | null;
  department: string;
  valid_from: string;
};

type StoredBalance = Pick<Balance, 'day' | 'minutes'> & { employee_id: number };

export interface Expectations {
  /** All days of the period, and the earlier ones that a balance needs. */
  readonly days: readonly string[];
  /** Undefined while no pattern is valid. */
  planOf(person: NamedPerson, day: string): DayPlan | undefined;
  /** The newest carried balance. */
  balanceOf(person: NamedPerson): StoredBalance | undefined;
}

/** A balance is summed up from the day on which it was carried, so that day must not be too long ago. */
const longestBalanceDays = 400;

/** Returns undefined if none of these people's companies has a pattern. */
export async function loadExpectations(
  queries: Queries,
  people: readonly NamedPerson[],
  { from, until }: Days,
  clocks: Clocks,
  needsBalances = true,
): Promise<Expectations | undefined> {
  const companies = [...new Set(people.map(({ companyId }) => companyId))];
  const ids = people.map(({ id }) => id);
  const patterns = await queries.all<StoredPattern>(
    sql`select company_id, companies.name as company_name, employee_id, department, valid_from, monday, tuesday,
        wednesday, thursday, friday, saturday, sunday, latest_start, earliest_end
      from week_patterns join companies on companies.id = company_id
      where company_id in (${companies}) and valid_from <= ${until} order by valid_from desc`,
  );
  if (patterns.length === 0) return undefined;
  const balances = needsBalances ? await balancesUntil(queries, ids, until) : [];
  const start = balances.at(-1)?.day ?? from;
  const earliest = start < from ? start : from;
  const [freeDays, leaves, departments, rules, readingOf] = await Promise.all([
    queries.all<{ company_id: number; day: string; name: string; is_half: boolean }>(
      sql`select company_id, day, name, is_half from free_days
        where company_id in (${companies}) and day >= ${earliest} and day <= ${until}`,
      ['is_half'],
    ),
    queries.all<StoredLeave>(
      sql`select employee_id, first_day, last_day, is_half, minutes, source_id from leaves
        where employee_id in (${ids}) and last_day >= ${earliest} and first_day <= ${until}`,
      ['is_half'],
    ),
    queries.all<{ employee_id: number; department: string; left_on: string }>(
      sql`select employee_id, department, left_on from former_departments
        where employee_id in (${ids}) and left_on > ${earliest} order by left_on, id`,
    ),
    findDayRules(queries, companies),
    findReadings(queries, companies),
  ]);
  const ofPeople = Map.groupBy(patterns, ({ employee_id }) => employee_id);
  const ofCompanies = Map.groupBy(ofPeople.get(null) ?? [], ({ company_id }) => company_id);
  const freeDaysOf = Map.groupBy(freeDays, ({ day }) => day);
  const leavesOf = Map.groupBy(leaves, ({ employee_id }) => employee_id);
  const departmentsOf = Map.groupBy(departments, ({ employee_id }) => employee_id);
  const balancesOf = Map.groupBy(balances, ({ employee_id }) => employee_id);

  function patternOf({ id, companyId, employee }: NamedPerson, day: string): StoredPattern | undefined {
    const isValid = ({ valid_from }: StoredPattern) => valid_from <= day;
    const own = ofPeople.get(id)?.find(isValid);
    if (own) return own;
    const department = departmentsOf.get(id)?.find(({ left_on }) => left_on > day)?.department ?? employee.department;
    const others = ofCompanies.get(companyId) ?? [];
    const ofDepartment = department && others.find((each) => each.department === department && isValid(each));
    return ofDepartment || others.find((each) => each.department === '' && isValid(each));
  }

  return {
    days: daysIn({ start_date: earliest, end_date: until }),
    planOf(person, day) {
      const pattern = patternOf(person, day);
      if (!pattern) return undefined;
      const { starts_at = '00:00', leave_known_from = '' } = rules.get(person.companyId) ?? {};
      const free = freeDaysOf.get(day)?.find(({ company_id }) => company_id === person.companyId);
      const reading = readingOf(person.companyId, day.slice(0, 7));
      const isRead = day <= (reading?.knownUntil(person.id) ?? day);
      return {
        day,
        pattern,
        whose: `of ${pattern.employee_id === null ? pattern.department || pattern.company_name : person.employee.name}`,
        startsAt: starts_at,
        isEmployed: isThereOn(day, person, clocks.of(person.companyId).workingDays),
        freeDay: free && { name: free.name, isHalf: free.is_half },
        leave: leaveOn(day, leavesOf.get(person.id) ?? [], reading?.source ?? ''),
        isLeaveKnown: leave_known_from !== '' && leave_known_from <= day && isRead,
        unreadFrom: isRead ? undefined : reading?.source,
      };
    },
    balanceOf: ({ id }) => balancesOf.get(id)?.[0],
  };
}

const balancesUntil = (queries: Queries, ids: readonly number[], until: string): Promise<StoredBalance[]> =>
  queries.all(
    sql`select employee_id, day, minutes from balances
      where employee_id in (${ids}) and day <= ${until} and day >= ${daysAfter(until, -longestBalanceDays)}
      order by day desc`,
  );

/** Leave entered by hand replaces leave that was read. If two leaves share a day, both count. */
function leaveOn(day: string, leaves: readonly StoredLeave[], system: string): LeaveOfDay | undefined {
  const ofDay = leaves.filter(({ first_day, last_day }) => first_day <= day && day <= last_day);
  const byHand = ofDay.filter(({ source_id }) => source_id === '');
  const counted = byHand.length > 0 ? byHand : ofDay;
  if (counted.length === 0) return undefined;
  return {
    halves: counted.reduce((sum, { is_half, minutes }) => sum + (minutes > 0 ? 0 : is_half ? 1 : 2), 0),
    minutes: counted.reduce((sum, { minutes }) => sum + minutes, 0),
    source: byHand.length > 0 ? '' : system,
  };
}

/** A person deleted without a last day counts as there until then. Nothing is expected of erased people. */
function isThereOn(day: string, person: NamedPerson, { dayOf }: WorkingDays): boolean {
  const { isActive, deletedAt, employedUntil } = person;
  const last = employedUntil ?? (deletedAt === null ? null : dayOf(deletedAt));
  return isActive && isEmployedOn({ ...person, employedUntil: last }, day);
}

/** The days that a person's expected time needs, from the day on which the balance was carried. */
export const daysOfBalance = (
  expectations: Expectations | undefined,
  person: NamedPerson,
  { from, until }: Days,
): Days => {
  const start = expectations?.balanceOf(person)?.day ?? from;
  return { from: start < from ? start : from, until };
};

interface Request {
  readonly person: NamedPerson;
  /** Figures for each of `daysOfBalance`. */
  readonly figuresOn: ReadonlyMap<string, WorkedFigures>;
  readonly period: Days;
  /** The current working day. */
  readonly today: string;
  readonly isExplained: boolean;
}

/** Returns undefined while no pattern is valid for the person. */
export function expectedTimeOf(
  expectations: Expectations | undefined,
  { person, figuresOn, period, today, isExplained }: Request,
): ExpectedTime | undefined {
  if (!expectations) return undefined;
  const { from, until } = daysOfBalance(expectations, person, period);
  const all = expectations.days.flatMap((day) => {
    const plan = day >= from && day <= until && expectations.planOf(person, day);
    if (!plan) return [];
    const worked = figuresOn.get(day);
    const isOver = day < today;
    const explanation = isExplained ? explain(plan, worked, isOver) : [];
    return [{ ...expectedDay(plan, worked, isOver), explanation }];
  });
  const days = all.filter(({ day }) => day >= period.from);
  if (days.length === 0) return undefined;
  const sum = (some: typeof days) =>
    some.reduce((total, { difference_minutes }) => total + (difference_minutes ?? 0), 0);
  const counted = days.filter(({ difference_minutes }) => difference_minutes !== null);
  const start = expectations.balanceOf(person);
  return {
    expected_minutes: counted.reduce((total, { expected_minutes }) => total + expected_minutes, 0),
    difference_minutes: sum(days),
    balance_minutes: start ? start.minutes + sum(all.filter(({ day }) => day >= start.day)) : null,
    days: days.filter(saysAnything),
  };
}

const saysAnything = ({ expected_minutes, difference_minutes, excused }: ExpectedTime['days'][number]): boolean =>
  expected_minutes > 0 || (difference_minutes ?? 0) !== 0 || excused !== '';
