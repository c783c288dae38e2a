// The sources that a report is made of: where rows about a person are stored, and how they are found and shown.

import type { ReportRow, ReportSection, ReportValue } from '../../../../src/shared/contract/privacy.ts';
import { one, type Queries, type Sql, sql } from '../../../platform/db/db.ts';
import { invalid } from '../../../platform/records/domainErrors.ts';
import { type Clock, dateOf, instantOf } from '../../../platform/time/clock.ts';
import { clockOf } from '../../settings/clocks.ts';
import type { ReportedPerson } from './person.ts';

export interface Source<P extends ReportedPerson> {
  /** The name of its section, in the path of its rows. */
  readonly name: string;
  readonly title: string;
  /** Description of the section, as a sentence. */
  readonly about: string;
  /** The columns that know people, such as 'attendance.employee_id', of which this source reads the rows. */
  readonly knows: readonly string[];
  /** SQL after `from`: tables, joins and the condition. */
  rows(person: P): Sql;
  /** SQL after `select`. Must not select secrets or the data of other people. Names of instants are as columns have them. */
  readonly fields: Sql;
  /** Sorts by time and id, or by id only: by default, its column `id`. The id is unique among the person's rows. */
  readonly order?: { readonly at?: Sql; readonly id: Sql };
  readonly flags?: readonly string[];
  /** Transforms a selected row for display. */
  shown?(row: ReportRow): ReportRow;
}

/** Sources by their names, in the order of the report. */
export const named = <P extends ReportedPerson>(
  sources: Readonly<Record<string, Omit<Source<P>, 'name'>>>,
): readonly Source<P>[] => Object.entries(sources).map(([name, source]) => ({ ...source, name }));

const rowsAtOnce = 1_000;

const orderOf = <P extends ReportedPerson>({ order = { id: sql`id` } }: Source<P>) => order;

export async function countRows<P extends ReportedPerson>(
  queries: Queries,
  source: Source<P>,
  person: P,
  { wallClock }: Clock,
): Promise<ReportSection> {
  const { at } = orderOf(source);
  const ends = at ? sql`min(${at}) as earliest, max(${at}) as latest` : sql`null as earliest, null as latest`;
  const { total, earliest, latest } = await one<{ total: number; earliest: string | null; latest: string | null }>(
    queries,
    sql`select count(*) as total, ${ends} from ${source.rows(person)}`,
  );
  const { name, title, about } = source;
  const shown = (instant: string | null) => (instant === null ? '' : wallClock(instant));
  return { name, title, about, rows: total, first: shown(earliest), last: shown(latest) };
}

/** An employee's report shows the times of the company. */
export const clockOfPerson = (queries: Queries, person: ReportedPerson): Promise<Clock> =>
  clockOf(queries, person.kind === 'employees' ? person.companyId : 0);

/** Reads one page, because a person may have any number of rows. `next` is '' at the end. */
export async function readRows<P extends ReportedPerson>(
  queries: Queries,
  source: Source<P>,
  person: P,
  after: string,
): Promise<{ rows: ReportRow[]; next: string }> {
  const { at, id } = orderOf(source);
  const selected = await queries.all<Record<string, ReportValue> & { row_id: number; row_at: string }>(
    sql`select ${source.fields}, ${id} as row_id, ${at ?? sql`''`} as row_at from ${source.rows(person)}
      ${after === '' ? sql`` : sql`and ${isAfter(source, after)}`}
      order by ${at ? sql`${at}, ` : sql``}${id} limit ${rowsAtOnce}`,
    source.flags ?? [],
  );
  const last = selected.length < rowsAtOnce ? undefined : selected.at(-1);
  const { wallClock } = await clockOfPerson(queries, person);
  const rows = selected.map(({ row_id: _, row_at: __, ...row }) => {
    const fields = Object.entries(row).map(([name, value]) => [
      name,
      namesInstant.test(name) && typeof value === 'string' && isInstant(value) ? wallClock(value) : value,
    ]);
    const readable: ReportRow = Object.fromEntries(fields);
    return source.shown?.(readable) ?? readable;
  });
  return { rows, next: last ? `${last.row_at} ${last.row_id}`.trim() : '' };
}

/** The time, if the source has one, and the id. */
const cursor = /^(?:(\d{4}-[01]\d-[0-3]\d [0-2]\d:[0-5]\d:[0-5]\d) )?(\d{1,15})$/;

function isAfter<P extends ReportedPerson>(source: Source<P>, after: string): Sql {
  const { at, id } = orderOf(source);
  const [, instant, number] = cursor.exec(after) ?? [];
  if (number !== undefined && !at && instant === undefined) return sql`${id} > ${Number(number)}`;
  if (number === undefined || !at || instant === undefined || !isInstant(instant))
    throw invalid({ after: 'This must be where a page ended' });
  // The first condition finds the beginning by an index, where the time and the id are of two tables.
  return sql`${at} >= ${instant} and (${at}, ${id}) > (${instant}, ${Number(number)})`;
}

function isInstant(text: string): boolean {
  const date = dateOf(text);
  return !Number.isNaN(date.getTime()) && instantOf(date) === text;
}

/** 'created_at', 'at', 'since' */
const namesInstant = /(?:^|_)at$|^since$/;
