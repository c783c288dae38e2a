// How many attendance records there are. The database has counted them, so only those at the two ends of a period are
// counted here, and all where a filter asks for more than was counted.

import { type Caller, can } from '../../platform/access/caller.ts';
import { companiesOf, companyScope } from '../../platform/access/companyScope.ts';
import { one, type Queries } from '../../platform/db/db.ts';
import { padded } from '../../platform/db/padded.ts';
import { join, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import { type Filters, isNarrow, matchingInAnyOrder } from './attendanceFilters.ts';
import { beginning, never, type PartOfPeriod, partsOf, type Period, rangesOf } from './countedSpans.ts';

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
  const ofCounts = counted(parts);
  const figures = [
    ...withFillers(ofCounts).map(
      (part) => sql`sum(records) as total from attendance_count_sums
        where span = ${part.span ?? 'year'} and company_id in (${summed(caller, filters)})
          and ${countsWhere(filters, part)}`,
    ),
    ...withFillers(wholesOf(ofCounts)).map(
      (whole) => sql`sum(records) as total from ${changes(caller, filters, whole)}`,
    ),
    ...withFillers(others(parts)).map((part) => sql`count(*) as total from ${records(caller, filters, part)}`),
  ];
  return sql`select cast(coalesce(sum(total), 0) as bigint) as total from (${selectAll(figures)}) parts`;
}

/** The totals of each period, in the same order. */
export async function totalsOf(
  queries: Queries,
  caller: Caller,
  filters: Filters,
  periods: readonly Period[],
): Promise<Totals[]> {
  const parts = partsOfAll(filters, periods);
  const ofCounts = counted(parts);
  const [countsIn, ofRecords] = await Promise.all([
    readCounts(queries, caller, filters, ofCounts),
    otherTotals(queries, caller, filters, others(parts)),
  ]);
  const ofChanges = wholesOf(ofCounts).map((whole) => ({ ...whole, span: waiting }));
  const found = Map.groupBy(
    [
      ...[...ofCounts, ...ofChanges].flatMap((part) =>
        countsIn(part).map((counts) => ({ ...counts, number: part.number })),
      ),
      ...ofRecords,
    ],
    ({ number }) => number,
  );
  return periods.map((_, number) => {
    const ofPeriod = found.get(number) ?? [];
    return {
      total: sumOf(ofPeriod, 'total'),
      check_ins: sumOf(ofPeriod, 'check_ins'),
      processed: sumOf(ofPeriod, 'processed'),
    };
  });
}

interface Part extends PartOfPeriod {
  /** The place of its period. */
  readonly number: number;
}

interface Found extends Totals {
  readonly number: number;
}

interface Counts extends Totals {
  readonly span: string;
  readonly start: string;
}

/** The span of changes that are not in the sums yet. */
const waiting = 'waiting';

interface CountedPart extends Period {
  readonly span: string | undefined;
}

const partsOfAll = (filters: Filters, periods: readonly Period[]): Part[] =>
  periods.flatMap((period, number) =>
    (isCounted(filters) ? partsOf(period) : [{ span: undefined, ...period }]).map((part) => ({ ...part, number })),
  );

const counted = (parts: readonly Part[]): Part[] => parts.filter(({ span }) => span);
const others = (parts: readonly Part[]): Part[] => parts.filter(({ span }) => !span);

/** The counted parts of each period as one, since they follow each other. */
function wholesOf(ofCounts: readonly Part[]): Part[] {
  const wholes = new Map<number, Part>();
  for (const part of ofCounts) wholes.set(part.number, { ...part, from: (wholes.get(part.number) ?? part).from });
  return [...wholes.values()];
}

/**
 * By the ranges that the parts make together: part by part, the days of a year would be looked up one by one. One statement
 * reads the sums and the waiting changes, because folding may move some from the changes to the sums between two.
 */
async function readCounts(
  queries: Queries,
  caller: Caller,
  filters: Filters,
  parts: readonly PartOfPeriod[],
): Promise<(part: CountedPart) => Counts[]> {
  if (parts.length === 0) return () => [];
  const ranges = rowsOf(
    { span_of_range: 'text', from_at: 'timestamp(0)', until_at: 'timestamp(0)' },
    rangesOf(parts).map(({ span, from, until }) => ({ span_of_range: span, from_at: from, until_at: until })),
  );
  const inRange = sql`span = span_of_range and start >= from_at and start < until_at and ${countedWhere(filters)}`;
  const figures = sql`span, start, ${eachTotal}`;
  // Both read each range by the index of the counts: a database that joined them as it likes might read all counts.
  const sums =
    queries.dialect === 'sqlite'
      ? sql`select ${figures} from ${ranges} cross join (${summed(caller, filters)}) companies
          cross join attendance_count_sums
          where company_id = companies.id and ${inRange} group by span, start`
      : sql`select figures.* from ${ranges} cross join lateral (
          select ${figures} from attendance_count_sums where company_id in (${summed(caller, filters)}) and ${inRange}
          group by span, start) figures`;
  const found = await queries.all<Counts>(
    sql`${sums} union all
      select 'waiting' as span, start, ${eachTotal} from ${changes(caller, filters, {})} group by start order by start`,
  );
  const ofSpans = Map.groupBy(found, ({ span }) => span);
  return ({ span = '', from = beginning, until = never }) => {
    const counts = ofSpans.get(span) ?? [];
    return counts.slice(placeOf(counts, from), placeOf(counts, until));
  };
}

const eachTotal = sql`sum(records) as total,
  coalesce(sum(case when event_type = 'check-in' then records end), 0) as check_ins,
  coalesce(sum(case when is_processed then records end), 0) as processed`;

/** Of the first one that does not begin before the instant. */
function placeOf(counts: readonly Counts[], instant: string): number {
  let [low, high] = [0, counts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((counts[middle]?.start ?? never) < instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** SQLite allows 500 of these in one statement. */
const othersAtOnce = 160;

async function otherTotals(
  queries: Queries,
  caller: Caller,
  filters: Filters,
  parts: readonly Part[],
): Promise<Found[]> {
  const found: Found[] = [];
  for (let start = 0; start < parts.length; start += othersAtOnce) {
    const figures = withFillers(parts.slice(start, start + othersAtOnce)).map(
      (part) => sql`cast(${part.number} as integer) as number, count(*) as total,
        count(case when event_type = 'check-in' then 1 end) as check_ins,
        count(case when is_processed then 1 end) as processed from ${records(caller, filters, part)}`,
    );
    found.push(...(await queries.all<Found>(selectAll(figures))));
  }
  return found;
}

const selectAll = (figures: readonly Sql[]): Sql =>
  join(
    figures.map((each) => sql`select ${each}`),
    ' union all ',
  );

const filler: Part = { number: -1, span: 'year', from: never, until: never };

/** So that there are few statements. */
const withFillers = (parts: readonly Part[]): Part[] => padded(parts, filler, [0, 1, 2, 10, 40, othersAtOnce]);

/** Whose sums add up to what the caller sees. Those of company 0, which does not exist, are of all together. */
function summed(caller: Caller, { company_id }: Filters): Sql {
  if (!can(caller, 'companies.all')) return sql`select company_id as id from (${companiesOf(caller)}) own`;
  return company_id === undefined ? sql`select 0 as id` : sql`select id from companies where id = ${company_id}`;
}

const changes = (caller: Caller, filters: Filters, period: Period): Sql =>
  sql`attendance_count_changes where ${companyScope(caller, sql`company_id`)} and ${countsWhere(filters, period)}`;

function countsWhere(filters: Filters, { from, until }: Period): Sql {
  const conditions = [countedWhere(filters)];
  if (from !== undefined) conditions.push(sql`start >= ${from}`);
  if (until !== undefined) conditions.push(sql`start < ${until}`);
  return join(conditions, ' and ');
}

function countedWhere({ company_id, event_type, is_processed, hr_state }: Filters): Sql {
  const conditions = [sql`true`];
  if (company_id !== undefined) conditions.push(sql`company_id = ${company_id}`);
  if (event_type !== undefined) conditions.push(sql`event_type = ${event_type}`);
  if (is_processed !== undefined) conditions.push(sql`is_processed = ${is_processed}`);
  if (hr_state !== undefined) conditions.push(sql`hr_state = ${hr_state}`);
  return join(conditions, ' and ');
}

const records = (caller: Caller, filters: Filters, { from, until }: Part): Sql =>
  sql`attendance where ${matchingInAnyOrder(caller, { ...filters, from, until })}`;

const sumOf = <Figure extends string>(parts: readonly Record<Figure, number>[], figure: Figure): number =>
  parts.reduce((sum, part) => sum + part[figure], 0);
