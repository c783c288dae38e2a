// Pages of the attendance list that stay exact while records arrive. Reading a page writes: it remembers where the page
// ended.
//
// By offset, new records would push rows already shown onto the next page, and records that leave the filter would make
// it skip rows. So a page continues after the last row of the previous page shown to the same reader, or of a page
// shortly before it. A page without any of these is found by offset.
//
// Where the sums do not cover a filter, counting the rows could cost more than reading a page. A total may then be some
// seconds old, unless the rows of the page contradict it.

import { hash } from 'node:crypto';
import type { Page } from '../../../src/shared/contract/decode.ts';
import { type Caller, scopeKey } from '../../platform/access/caller.ts';
import { LruMap } from '../../platform/concurrency/lruMap.ts';
import { type Db, maybeOne, type Sql, sql } from '../../platform/db/db.ts';
import { ignoreUnwritable } from '../../platform/db/errors.ts';
import type { PageRequest } from '../../platform/records/parameters.ts';
import { type Clocks, instantOf, plusMinutes } from '../../platform/time/clock.ts';
import type { Filters } from './attendanceFilters.ts';
import { type Cursor, type ListedRecord, listAttendance, noFigures } from './attendanceQueries.ts';
import { countAttendance, totalInSums } from './counts.ts';

interface ListRequest {
  caller: Caller;
  clocks: Clocks;
  filters: Filters;
  pageRequest: PageRequest;
  now: Date;
}

const totalKeptMs = 3_000;

export class AttendancePages {
  readonly #db: Db;
  readonly #cursors: PageCursors;
  readonly #totals = new LruMap<string, { total: number; at: number }>(500);

  constructor(db: Db) {
    this.#db = db;
    this.#cursors = pageCursorsFor(db);
  }

  async read({ caller, clocks, filters, pageRequest, now }: ListRequest): Promise<Page<ListedRecord['record']>> {
    const { page, size, offset } = pageRequest;
    const reader = JSON.stringify([caller.session, filters, size]);
    const earlierEnd = page > 1 ? await this.#cursors.findNear(reader, page - 1, now) : undefined;
    // Counts first if needed: to find out that an offset is beyond the end, a database would sort everything before it.
    const totalBefore =
      !earlierEnd && page > 1 ? await this.#findTotal(caller, filters, now, (counted) => counted > offset) : undefined;
    const isBeyond = totalBefore !== undefined && totalBefore <= offset;
    // One extra row tells whether another page follows.
    const start = earlierEnd
      ? { after: earlierEnd.cursor, skip: (page - 1 - earlierEnd.page) * size }
      : { skip: offset };
    const figures = {
      total: totalInSums(caller, filters) ?? noFigures.total,
      later_cursors: page === 1 ? this.#cursors.laterCursors(reader) : noFigures.later_cursors,
    };
    const records = isBeyond
      ? []
      : await listAttendance(this.#db, { caller, clocks, filters, start, limit: size + 1, figures });
    const rows = records.slice(0, size);
    const lastRow = rows.at(-1);
    const hasMore = records.length > size;
    if (lastRow && hasMore) {
      const { later_cursors } = lastRow.figures;
      await ignoreUnwritable(this.#cursors.remember(reader, page, lastRow.cursor, later_cursors, now));
    }

    const seen = offset + records.length;
    // A list read by offset to its end needs no counting.
    const isReadToEnd = !earlierEnd && !hasMore && (lastRow !== undefined || page === 1);
    const total = isBeyond
      ? totalBefore
      : isReadToEnd
        ? this.#rememberTotal(caller, filters, now, seen)
        : await this.#findTotal(
            caller,
            filters,
            now,
            (counted) => {
              if (hasMore) return counted >= seen;
              return lastRow ? counted === seen : counted <= offset;
            },
            lastRow?.figures.total,
          );
    return {
      data: rows.map(({ record }) => record),
      total,
      current_page: page,
      per_page: size,
      last_page: lastPageOf(pageRequest, total, rows.length > 0, hasMore),
    };
  }

  /**
   * Call it after each write that touches the list, so that callers see their own changes in the totals at once. A
   * counted total may miss another server's changes for three seconds, and these may be the caller's own if two servers
   * share the work.
   */
  forgetTotals(): void {
    this.#totals.clear();
  }

  /** `withRows` is the total that came with the rows of the page, if the sums covered the filter. */
  async #findTotal(
    caller: Caller,
    filters: Filters,
    now: Date,
    isPlausible: (total: number) => boolean,
    withRows?: number,
  ): Promise<number> {
    if (totalInSums(caller, filters)) return withRows ?? countAttendance(this.#db, caller, filters);
    const kept = this.#totals.get(totalKey(caller, filters));
    const time = now.getTime();
    // A total from a later moment dates from before the clock was set back.
    const isFresh = kept && kept.at <= time && time < kept.at + totalKeptMs;
    if (isFresh && isPlausible(kept.total)) return kept.total;
    return this.#rememberTotal(caller, filters, now, await countAttendance(this.#db, caller, filters));
  }

  #rememberTotal(caller: Caller, filters: Filters, now: Date, total: number): number {
    this.#totals.set(totalKey(caller, filters), { total, at: now.getTime() });
    return total;
  }
}

/** Decides by the rows that were read. The total, possibly from another moment, decides only what they leave open. */
function lastPageOf({ page, size }: PageRequest, total: number, hasRows: boolean, hasMore: boolean): number {
  const byTotal = Math.max(1, Math.ceil(total / size));
  if (hasMore) return Math.max(byTotal, page + 1);
  return hasRows ? page : Math.min(byTotal, Math.max(1, page - 1));
}

const totalKey = (caller: Caller, filters: Filters) => JSON.stringify([scopeKey(caller), filters]);

/** Where a page ended that a reader was shown. A reader is one session with one filter and one page size. */
interface PageEnd {
  readonly page: number;
  readonly cursor: Cursor;
}

interface PageCursors {
  /** Finds the end of that page or the nearest before it: a reader of the whole list asks for several pages at once. */
  findNear(reader: string, page: number, now: Date): Promise<PageEnd | undefined>;
  remember(reader: string, page: number, cursor: Cursor, laterCursors: number, now: Date): Promise<void>;
  /** Selects how many pages after the first the reader was shown, as far as the database knows. */
  laterCursors(reader: string): Sql;
}

/** Number of pages before the requested one to look at. */
const near = 10;
/** After this time, the next page is found by offset in the list as it then is. */
const minutesKept = 10;

/**
 * Reading the first page forgets where the other pages ended. Otherwise a reader that asks for several pages at once
 * could get one that continues an earlier reading beside one that does not, and miss a record between them.
 *
 * Several processes on one PostgreSQL may serve the same reader, so there the cursors are in the database. The end of
 * the first page is written only when it has changed or after some minutes, because that page is read often.
 */
const pageCursorsFor = (db: Db): PageCursors => (db.dialect === 'postgres' ? inDatabase(db) : inMemory());

function inMemory(): PageCursors {
  const readers = new LruMap<string, LruMap<number, { cursor: Cursor; until: Date }>>(500);
  return {
    async findNear(reader, wanted, now) {
      const pages = readers.get(reader);
      for (let page = wanted; pages && page > wanted - near; page--) {
        const end = pages.get(page);
        if (end && end.until > now) return { page, cursor: end.cursor };
      }
      return undefined;
    },
    laterCursors: () => sql`0`,
    async remember(reader, page, cursor, _laterCursors, now) {
      const earlierPages = page === 1 ? undefined : readers.get(reader);
      const pages = earlierPages ?? new LruMap<number, { cursor: Cursor; until: Date }>(50);
      pages.set(page, { cursor, until: plusMinutes(now, minutesKept) });
      readers.set(reader, pages);
    },
  };
}

function inDatabase(db: Db): PageCursors {
  /** The ends of first pages. */
  const written = new LruMap<string, { cursor: Cursor; until: Date }>(500);
  return {
    async findNear(reader, wanted, now) {
      const row = await maybeOne<{ page: number; occurred_at: string; attendance_id: number }>(
        db,
        sql`select page, occurred_at, attendance_id from attendance_places
          where reader = ${keyOf(reader)} and page > ${wanted - near} and page <= ${wanted}
            and kept_until > ${instantOf(now)} order by page desc limit 1`,
      );
      return row && { page: row.page, cursor: { occurredAt: row.occurred_at, id: row.attendance_id } };
    },
    laterCursors: (reader) => sql`select count(*) from attendance_places where reader = ${keyOf(reader)} and page > 1`,
    async remember(reader, page, cursor, laterCursors, now) {
      const lastWrite = page === 1 ? written.get(reader) : undefined;
      const isWritten =
        lastWrite?.cursor.id === cursor.id &&
        lastWrite.cursor.occurredAt === cursor.occurredAt &&
        lastWrite.until > now;
      if (page === 1 && (laterCursors > 0 || !isWritten))
        await db.run(sql`delete from attendance_places
          where kept_until <= ${instantOf(now)} or (reader = ${keyOf(reader)} and page > 1)`);
      if (isWritten) return;
      const { occurredAt, id } = cursor;
      await db.run(
        sql`insert into attendance_places (reader, page, occurred_at, attendance_id, kept_until)
          values (${keyOf(reader)}, ${page}, ${occurredAt}, ${id}, ${instantOf(plusMinutes(now, minutesKept))})
          on conflict (reader, page) do update set occurred_at = excluded.occurred_at,
            attendance_id = excluded.attendance_id, kept_until = excluded.kept_until`,
      );
      if (page === 1) written.set(reader, { cursor, until: plusMinutes(now, minutesKept / 2) });
    },
  };
}

const keyOf = (reader: string) => hash('sha256', reader, 'base64');
