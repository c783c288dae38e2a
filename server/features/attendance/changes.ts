// Answers what a copy of attendance in another system needs: first every record, page by page, then what has happened
// since. The cursor says which of the two, and where to continue.
//
// The first part is the list, newest first. Its cursor also holds the last change before it began. Anything that
// changes while the records are read comes after that change, so the copy is exact once both parts are read. Changes
// come in the order of `attendance_changes` (see its migration); each says what happened, and has the record as it is
// now.

import { hash } from 'node:crypto';
import type { Answer } from '../../../src/shared/contract/calls.ts';
import { type Caller, can, companiesOf, companyScope } from '../../platform/access/caller.ts';
import { type Job, startRepeating } from '../../platform/concurrency/repeating.ts';
import { type Db, limitTo, maybeOne, one, padded, type Queries, type Sql, sql } from '../../platform/db/db.ts';
import { ignoreUnwritable } from '../../platform/db/errors.ts';
import { gone, invalid } from '../../platform/domainErrors.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import { type Clocks, dateOf, instantOf, plusMinutes } from '../../platform/time/clock.ts';
import { visibleTo } from './attendanceHandlers.ts';
import { findRecords, listAttendance, type Cursor as Place } from './attendanceQueries.ts';

type Changes = Answer<'GET /attendance/changes'>;
type Change = Changes['changes'][number];

/** Where a reader continues. */
interface Cursor {
  /** The same for all callers who see the same; other callers cannot use the cursor. */
  readonly view: string;
  readonly last: Position;
  /** The last record that was listed, while the records are read. */
  readonly place?: Place;
}

/** Tells a change from another one that a restored database has at the same position. */
interface Position {
  readonly position: number;
  readonly record_id: number;
  readonly at: string;
}

interface Request {
  readonly db: Queries;
  readonly caller: Caller;
  readonly clocks: Clocks;
  readonly limit: number;
}

const usualLimit = 500;
const mostLimit = 1_000;

export const changesHandlers = {
  async 'GET /attendance/changes'({ db, caller, clocks, query: { after, limit = usualLimit } }) {
    if (limit < 1) throw invalid({ limit: 'This must be at least 1' });
    await ignoreUnwritable(numberChanges(db));
    return readPage({ db, caller, clocks, limit: Math.min(limit, mostLimit) }, after);
  },
} satisfies Partial<Handlers>;

export async function readPage(request: Request, after: string | undefined): Promise<Changes> {
  const { db } = request;
  const view = await viewOf(request);
  const cursor = after === undefined ? { view, last: await lastChange(db), place: beforeAll } : parsed(after);
  if (cursor.view !== view)
    throw gone('What this caller may see, or the time zone, has changed since this cursor: read everything again');
  await assertKept(db, cursor.last);
  return cursor.place ? readRecords(request, cursor, cursor.place) : readChanges(request, cursor);
}

/** Sorts before every record, as they are read newest first. */
const beforeAll: Place = { occurredAt: '9999-12-31 23:59:59', id: 0 };

async function readRecords(request: Request, { view, last }: Cursor, after: Place): Promise<Changes> {
  const { db, caller, clocks, limit } = request;
  const rows = await listAttendance(db, { caller, clocks, filters: {}, start: { after, skip: 0 }, limit });
  const end = rows.length === limit ? rows.at(-1) : undefined;
  return {
    changes: rows.map(({ record }) => ({ kind: 'added', id: record.id, record: visibleTo(caller, record) })),
    cursor: textOf(end ? { view, last, place: end.cursor } : { view, last }),
    has_more: true,
  };
}

/** Bounds how many changes one call reads for a caller who sees few of them. */
const changesAtOnce = 10_000;

interface Row extends Position {
  readonly kind: Change['kind'];
}

async function readChanges(request: Request, { view, last }: Cursor): Promise<Changes> {
  const { db, caller, limit } = request;
  const later = sql`select position, record_id, at, kind from attendance_changes where position > ${last.position}`;
  const full = await maybeOne<Position>(db, sql`${later} order by position ${limitTo(1, changesAtOnce - 1)}`);
  const end = full ?? (await lastChange(db));
  const rows = await db.all<Row>(
    sql`${later} and position <= ${end.position} and (${companyScope(caller, sql`company_id`)} or ${isOfMoved(caller)})
      order by position ${limitTo(limit)}`,
  );
  const next = rows.length === limit ? rows.at(-1) : undefined;
  return {
    changes: await changesOf(request, rows),
    cursor: textOf({ view, last: next ?? end }),
    has_more: next !== undefined || full !== undefined,
  };
}

/** Selects renamed controllers that have left one of the caller's companies, whose records still show them. */
const isOfMoved = (caller: Caller): Sql =>
  sql`kind = 'access_controller_renamed' and record_id in
    (select access_controller_id from access_controller_moves where ${companyScope(caller, sql`company_id`)})`;

/** Returns one change for each record and each name, at the place of its last one. */
async function changesOf({ db, caller, clocks }: Request, rows: readonly Row[]): Promise<Change[]> {
  const latest = new Map<string, Change>();
  for (const { kind, record_id: id } of rows) {
    const key = isRenaming(kind) ? `${kind} ${id}` : String(id);
    const before = latest.get(key)?.kind;
    latest.delete(key);
    latest.set(key, { kind: strongest(before, kind), id });
  }
  const changes = [...latest.values()];
  const ids = changes.flatMap(({ kind, id }) => (isRenaming(kind) || kind === 'erased' ? [] : id));
  const records = new Map((await findRecords(db, caller, clocks, ids)).map((record) => [record.id, record]));
  const names = await namesOf(db, changes);
  return changes.flatMap((change): Change[] => {
    if (change.kind === 'erased') return [change];
    if (isRenaming(change.kind)) return [{ ...change, ...names.get(`${change.kind} ${change.id}`) }];
    // A missing record has been erased since, which a later change tells.
    const record = records.get(change.id);
    return record ? [{ ...change, record: visibleTo(caller, record) }] : [];
  });
}

/** Returns the more important of two changes to one record. */
const strongest = (before: Change['kind'] | undefined, kind: Change['kind']): Change['kind'] =>
  before === undefined || kind === 'erased' || (before !== 'added' && kind !== 'changed') ? kind : before;

interface Name {
  readonly id: number;
  readonly name: string;
  readonly employee_id?: string;
}

const renamings = {
  employee_renamed: sql`, employee_id from employees`,
  access_controller_renamed: sql` from access_controllers`,
  company_renamed: sql` from companies`,
} satisfies Partial<Record<Change['kind'], Sql>>;
const isRenaming = (kind: Change['kind']) => kind in renamings;

/** Reads the names as they are now, by kind and id. */
async function namesOf(queries: Queries, changes: readonly Change[]): Promise<ReadonlyMap<string, Name>> {
  const names = new Map<string, Name>();
  const noId = -1;
  for (const [kind, table] of Object.entries(renamings)) {
    const ids = changes.filter((change) => change.kind === kind).map(({ id }) => id);
    if (ids.length === 0) continue;
    const among = padded(ids, noId, [1, 10, 100, mostLimit]);
    const rows = await queries.all<Name>(sql`select id, name${table} where id in (${among})`);
    for (const row of rows) names.set(`${kind} ${row.id}`, row);
  }
  return names;
}

/** Identifies what a caller sees: the companies, whether HR states are shown, and the zone of the times. */
async function viewOf({ db, caller, clocks }: Request): Promise<string> {
  const companies = can(caller, 'companies.all')
    ? 'all'
    : await db.all<{ company_id: number }>(sql`${companiesOf(caller)} order by company_id`);
  const seen = JSON.stringify([companies, can(caller, 'hr_sync.view'), clocks.zones]);
  return hash('sha256', seen, 'base64url').slice(0, 12);
}

const lastChange = (queries: Queries): Promise<Position> =>
  one(queries, sql`select position, record_id, at from attendance_changes order by position desc limit 1`);

/** As long as this change is kept, so are all later ones. */
async function assertKept(queries: Queries, { position, record_id, at }: Position): Promise<void> {
  const kept = await maybeOne<Position>(
    queries,
    sql`select position, record_id, at from attendance_changes where position = ${position}`,
  );
  if (kept?.record_id !== record_id || kept.at !== at)
    throw gone(
      `What followed this cursor is not known any more: changes are kept for ${daysKept} days, and none from before ` +
        'the database was restored or moved. Read everything again',
    );
}

const textOf = ({ view, last: { position, record_id, at }, place }: Cursor): string =>
  Buffer.from([view, position, record_id, at, ...(place ? [place.id, place.occurredAt] : [])].join('|')).toString(
    'base64url',
  );

const instant = /[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d/.source;
const form = new RegExp(`^([\\w-]{12})\\|(\\d{1,15})\\|(\\d{1,15})\\|(${instant})(?:\\|(\\d{1,15})\\|(${instant}))?$`);

function parsed(cursor: string): Cursor {
  const [, view, position, record, at = '', id, occurredAt = at] =
    form.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (view === undefined || instantOf(dateOf(occurredAt)) !== occurredAt)
    throw invalid({ after: 'This is no cursor. Send the one of the last answer, or none to begin' });
  const last = { position: Number(position), record_id: Number(record), at };
  return { view, last, ...(id !== undefined && { place: { id: Number(id), occurredAt } }) };
}

const daysKept = 14;
const pauseMs = 60_000;
const oldAtOnce = 5_000;

export const startKeepingChanges = (db: Db, log: Log, clock: () => Date): Job =>
  startRepeating('keeping the changes of attendance', pauseMs, log, async (isStopping) => {
    await numberChanges(db);
    for (let isMore = true; isMore && !isStopping(); ) isMore = await deleteOldChanges(db, clock());
  });

/** Orders what PostgreSQL has committed. On SQLite, where transactions take turns, triggers do it. */
export async function numberChanges(queries: Queries): Promise<void> {
  if (queries.dialect === 'postgres') await queries.all(sql`select number_attendance_changes()`);
}

/** Keeps the last of the old changes, after which nothing is missing. Returns whether there may be more old ones. */
export async function deleteOldChanges(queries: Queries, now: Date): Promise<boolean> {
  const cutoff = instantOf(plusMinutes(now, -daysKept * 24 * 60));
  const oldest = sql`(select position, at from attendance_changes order by position limit ${oldAtOnce}) oldest`;
  const removed = await queries.run(
    sql`delete from attendance_changes where position < (select max(position) from ${oldest} where at < ${cutoff})`,
  );
  return removed >= oldAtOnce - 1;
}
