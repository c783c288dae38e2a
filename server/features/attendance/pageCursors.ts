// Where the pages that a reader was shown ended. A reader is one session with one filter and one page size.

import { hash } from 'node:crypto';
import { type Db, maybeOne } from '../../platform/db/db.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { LruMap } from '../../platform/concurrency/lruMap.ts';
import { instantOf, plusMinutes } from '../../platform/time/instants.ts';
import type { Cursor } from './attendanceQueries.ts';

export interface KnownEnd {
  readonly page: number;
  readonly cursor: Cursor;
}

export interface PageCursors {
  /** Of that page, or else of the nearest before it: who reads a whole list asks for several pages at a time. */
  findNear(reader: string, page: number, now: Date): Promise<KnownEnd | undefined>;
  remember(reader: string, page: number, cursor: Cursor, laterPlaces: number, now: Date): Promise<void>;
  /** Selects how many pages after the first one the reader was shown, as far as the database has them. */
  laterPlaces(reader: string): Sql;
}

/** So many pages before the wanted one are looked at. */
const near = 10;
/** After that, the next page is found by offset in the list as it then is. */
const minutesKept = 10;

/**
 * Reading the first page forgets where the other pages ended. Otherwise a reader that asks for several pages at once could
 * get one that continues an earlier reading beside one that does not, and miss a record between them.
 *
 * Several processes on one PostgreSQL may serve the same reader, so there the cursors are in the database. The end of the
 * first page is written only when it has changed or after some minutes, because that page is read often.
 */
export const pageCursorsFor = (db: Db): PageCursors => (db.dialect === 'postgres' ? inDatabase(db) : inMemory());

function inMemory(): PageCursors {
  const readers = new LruMap<string, LruMap<number, { cursor: Cursor; until: Date }>>(500);
  return {
    async findNear(reader, wanted, now) {
      const pages = readers.get(reader);
      for (let page = wanted; pages && page > wanted - near; page--) {
        const known = pages.get(page);
        if (known && known.until > now) return { page, cursor: known.cursor };
      }
      return undefined;
    },
    laterPlaces: () => sql`0`,
    async remember(reader, page, cursor, _laterPlaces, now) {
      const known = page === 1 ? undefined : readers.get(reader);
      const pages = known ?? new LruMap<number, { cursor: Cursor; until: Date }>(50);
      pages.set(page, { cursor, until: plusMinutes(now, minutesKept) });
      readers.set(reader, pages);
    },
  };
}

function inDatabase(db: Db): PageCursors {
  /** Of first pages. */
  const written = new LruMap<string, { cursor: Cursor; until: Date }>(500);
  return {
    async findNear(reader, wanted, now) {
      const found = await maybeOne<{ page: number; occurred_at: string; attendance_id: number }>(
        db,
        sql`select page, occurred_at, attendance_id from attendance_places
          where reader = ${keyOf(reader)} and page > ${wanted - near} and page <= ${wanted}
            and kept_until > ${instantOf(now)} order by page desc limit 1`,
      );
      return found && { page: found.page, cursor: { occurredAt: found.occurred_at, id: found.attendance_id } };
    },
    laterPlaces: (reader) => sql`select count(*) from attendance_places where reader = ${keyOf(reader)} and page > 1`,
    async remember(reader, page, cursor, laterPlaces, now) {
      const known = page === 1 ? written.get(reader) : undefined;
      const isWritten =
        known?.cursor.id === cursor.id && known.cursor.occurredAt === cursor.occurredAt && known.until > now;
      if (page === 1 && (laterPlaces > 0 || !isWritten))
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
