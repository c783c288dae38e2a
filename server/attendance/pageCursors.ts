// Where the pages that a reader was shown ended, so that the next page continues there. A reader is one
// session with one filter and one page size.

import { type Db, maybeOne } from '../db/db.ts';
import type { Place } from './attendanceQueries.ts';
import { sql } from '../db/sql.ts';
import { instantOf, plusMinutes } from '../time/instants.ts';
import { LruMap } from '../platform/lruMap.ts';

export interface Places {
  endOf(reader: string, page: number, now: Date): Promise<Place | undefined>;
  remember(reader: string, page: number, place: Place, now: Date): Promise<void>;
}

/** Who turns the page later than that wants the list as it is by then. */
const minutesKept = 10;

/** Several processes on one PostgreSQL answer one reader by turns, so there the places are shared. */
export const placesFor = (db: Db): Places => (db.dialect === 'postgres' ? sharedPlaces(db) : ownPlaces());

function ownPlaces(): Places {
  const readers = new LruMap<string, LruMap<number, { place: Place; until: Date }>>(500);
  return {
    async endOf(reader, page, now) {
      const known = readers.get(reader)?.get(page);
      return known && known.until > now ? known.place : undefined;
    },
    async remember(reader, page, place, now) {
      const pages = readers.get(reader) ?? new LruMap(50);
      pages.set(page, { place, until: plusMinutes(now, minutesKept) });
      readers.set(reader, pages);
    },
  };
}

function sharedPlaces(db: Db): Places {
  return {
    endOf: (reader, page, now) =>
      maybeOne(
        db,
        sql`select occurred_at as "occurredAt", attendance_id as id from attendance_places
          where reader = ${reader} and page = ${page} and kept_until > ${instantOf(now)}`,
      ),
    async remember(reader, page, { occurredAt, id }, now) {
      await db.run(
        sql`insert into attendance_places (reader, page, occurred_at, attendance_id, kept_until)
          values (${reader}, ${page}, ${occurredAt}, ${id}, ${instantOf(plusMinutes(now, minutesKept))})
          on conflict (reader, page) do update set occurred_at = excluded.occurred_at,
            attendance_id = excluded.attendance_id, kept_until = excluded.kept_until`,
      );
      if (page === 1) await db.run(sql`delete from attendance_places where kept_until <= ${instantOf(now)}`);
    },
  };
}
