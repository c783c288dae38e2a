// How many attendance records there are. The database has counted them, so only those at the two ends of a period are
// counted here, and all where a filter asks for more than was counted.

import { type Caller, can } from '../access/caller.ts';
import { companyScope } from '../access/companyScope.ts';
import { one, type Queries } from '../db/db.ts';
import { padded } from '../db/padded.ts';
import { join, type Sql, sql } from '../db/sql.ts';
import { type Filters, isNarrow, matchingInAnyOrder } from './attendanceFilters.ts';
import { type PartOfPeriod, partsOf, type Period } from './countedSpans.ts';

export interface Totals {
  readonly total: number;
  readonly check_ins: number;
  readonly processed: number;
}

export const isCounted = (filters: Filters): boolean => !isNarrow(filters) && filters.up_to_id === undefined;

export async function countAttendance(queries: Queries, caller: Caller, filters: Filters): Promise<number> {
  const { total } = await one<{ total: number }>(queries, totalOf(caller, filters));
  return total;
}

/** Selects it. */
export function totalOf(caller: Caller, filters: Filters): Sql {
  const parts = partsOfAll(filters, [{ from: filters.from, until: filters.until }]);
  return sql`select cast(coalesce(sum(total), 0) as bigint) as total
    from (${joined(caller, filters, parts, justTotal)}) parts`;
}

/** The totals of each period, in the same order. */
export async function totalsOf(
  queries: Queries,
  caller: Caller,
  filters: Filters,
  periods: readonly Period[],
): Promise<Totals[]> {
  // A period has up to ten parts, and SQLite allows 500 parts in one statement.
  const atOnce = 30;
  const totals: Totals[] = [];
  for (let start = 0; start < periods.length; start += atOnce) {
    totals.push(...(await totalsOfSome(queries, caller, filters, periods.slice(start, start + atOnce))));
  }
  return totals;
}

interface Part extends PartOfPeriod {
  /** The place of its period. */
  readonly number: number;
}

interface Found extends Totals {
  readonly number: number;
}

async function totalsOfSome(
  queries: Queries,
  caller: Caller,
  filters: Filters,
  periods: readonly Period[],
): Promise<Totals[]> {
  const found = await queries.all<Found>(joined(caller, filters, partsOfAll(filters, periods), eachTotal));
  return periods.map((_, number) => {
    const ofPeriod = found.filter((part) => part.number === number);
    return {
      total: sumOf(ofPeriod, 'total'),
      check_ins: sumOf(ofPeriod, 'check_ins'),
      processed: sumOf(ofPeriod, 'processed'),
    };
  });
}

const partsOfAll = (filters: Filters, periods: readonly Period[]): Part[] =>
  periods.flatMap((period, number) =>
    (isCounted(filters) ? partsOf(period) : [{ span: undefined, ...period }]).map((part) => ({ ...part, number })),
  );

/** What is selected of each part: of counts, and of records. */
interface Figures {
  readonly ofCounts: (number: number) => Sql;
  readonly ofRecords: (number: number) => Sql;
}

const justTotal: Figures = {
  ofCounts: () => sql`coalesce(sum(records), 0) as total`,
  ofRecords: () => sql`count(*) as total`,
};

const eachTotal: Figures = {
  ofCounts: (number) => sql`cast(${number} as integer) as number, coalesce(sum(records), 0) as total,
    coalesce(sum(case when event_type = 'check-in' then records end), 0) as check_ins,
    coalesce(sum(case when is_processed then records end), 0) as processed`,
  ofRecords: (number) => sql`cast(${number} as integer) as number, count(*) as total,
    count(case when event_type = 'check-in' then 1 end) as check_ins,
    count(case when is_processed then 1 end) as processed`,
};

function joined(caller: Caller, filters: Filters, parts: readonly Part[], figures: Figures): Sql {
  const counted = parts.filter(({ span }) => span);
  const others = parts.filter(({ span }) => !span);
  const { ofCounts, ofRecords } = figures;
  return join(
    [
      ...withFillers(counted).map((part) => sql`select ${ofCounts(part.number)} from ${sums(caller, filters, part)}`),
      ...withFillers(wholeOf(counted)).map(
        (part) => sql`select ${ofCounts(part.number)} from ${changes(caller, filters, part)}`,
      ),
      ...withFillers(others).map(
        (part) => sql`select ${ofRecords(part.number)} from ${records(caller, filters, part)}`,
      ),
    ],
    ' union all ',
  );
}

/** The counted parts of a period follow each other. */
function wholeOf(counted: readonly Part[]): Part[] {
  const wholes = new Map<number, Part>();
  for (const part of counted) wholes.set(part.number, { ...part, from: (wholes.get(part.number) ?? part).from });
  return [...wholes.values()];
}

const never = '9999-12-31 00:00:00';
const filler: Part = { number: -1, span: 'year', from: never, until: never };

/** So that there are few statements. */
const withFillers = (parts: readonly Part[]): Part[] => padded(parts, filler, [0, 1, 2, 10, 40, 160]);

const sums = (caller: Caller, filters: Filters, part: Part): Sql =>
  sql`attendance_count_sums where span = ${part.span ?? 'year'} and ${matchingCounts(caller, filters, part)}`;

/** Those that are not in the sums yet. */
const changes = (caller: Caller, filters: Filters, part: Part): Sql =>
  sql`attendance_count_changes where ${matchingCounts(caller, filters, part)}`;

function matchingCounts(caller: Caller, filters: Filters, { from, until }: Part): Sql {
  const { company_id, event_type, is_processed, hr_state } = filters;
  const conditions = [companiesOfCounts(caller)];
  if (company_id !== undefined) conditions.push(sql`company_id = ${company_id}`);
  if (event_type !== undefined) conditions.push(sql`event_type = ${event_type}`);
  if (is_processed !== undefined) conditions.push(sql`is_processed = ${is_processed}`);
  if (hr_state !== undefined) conditions.push(sql`hr_state = ${hr_state}`);
  if (from !== undefined) conditions.push(sql`start >= ${from}`);
  if (until !== undefined) conditions.push(sql`start < ${until}`);
  return join(conditions, ' and ');
}

/** The index begins with the company, so that everybody's counts are found by naming all. */
const companiesOfCounts = (caller: Caller): Sql =>
  can(caller, 'companies.all') ? sql`company_id in (select id from companies)` : companyScope(caller, sql`company_id`);

const records = (caller: Caller, filters: Filters, { from, until }: Part): Sql =>
  sql`attendance where ${matchingInAnyOrder(caller, { ...filters, from, until })}`;

const sumOf = <Figure extends string>(parts: readonly Record<Figure, number>[], figure: Figure): number =>
  parts.reduce((sum, part) => sum + part[figure], 0);
