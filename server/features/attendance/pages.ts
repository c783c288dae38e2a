// Pages of the attendance list that stay exact while records arrive. Reading a page writes: it remembers where the
// page ended.
//
// By offset, new records would push rows already shown onto the next page, and records that leave the filter would
// make it skip rows. So a page continues after the last row of the previous page that the same reader was shown, or of
// one shortly before it. A page without any of these is found by offset.
//
// Where the database has not counted what a filter asks for, counting the rows could cost more than reading a page. So
// there a total may be some seconds old, unless the rows of the page contradict it.

import type { Page } from '../../../src/shared/contract/decode.ts';
import type { Caller } from '../../platform/access/caller.ts';
import { scopeKey } from '../../platform/access/companyScope.ts';
import type { Db } from '../../platform/db/db.ts';
import { unlessDiskFull } from '../../platform/db/errors.ts';
import { LruMap } from '../../platform/concurrency/lruMap.ts';
import type { PageRequest } from '../../platform/records/pagination.ts';
import type { BusinessTime } from '../../platform/time/businessTime.ts';
import type { Filters } from './attendanceFilters.ts';
import { listAttendance, type ListedRecord, noFigures } from './attendanceQueries.ts';
import { countAttendance, totalInSums } from './counts.ts';
import { type PageCursors, pageCursorsFor } from './pageCursors.ts';

interface ListRequest {
  caller: Caller;
  businessTime: BusinessTime;
  filters: Filters;
  pageRequest: PageRequest;
  now: Date;
}

const totalKeptMs = 3_000;

export class AttendancePages {
  readonly #db: Db;
  readonly #cursors: PageCursors;
  readonly #totals = new LruMap<string, { total: number; until: number }>(500);

  constructor(db: Db) {
    this.#db = db;
    this.#cursors = pageCursorsFor(db);
  }

  async read({ caller, businessTime, filters, pageRequest, now }: ListRequest): Promise<Page<ListedRecord['record']>> {
    const { page, size, offset } = pageRequest;
    const reader = JSON.stringify([caller.session, filters, size]);
    const known = page > 1 ? await this.#cursors.findNear(reader, page - 1, now) : undefined;
    // To find that a page by offset is beyond the end, a database would sort everything before it.
    const totalBefore =
      !known && page > 1 ? await this.#findTotal(caller, filters, now, (counted) => counted > offset) : undefined;
    const isBeyond = totalBefore !== undefined && totalBefore <= offset;
    // One extra row tells whether another page follows.
    const start = known ? { after: known.cursor, skip: (page - 1 - known.page) * size } : { skip: offset };
    const figures = {
      total: totalInSums(caller, filters) ?? noFigures.total,
      later_places: page === 1 ? this.#cursors.laterPlaces(reader) : noFigures.later_places,
    };
    const found = isBeyond
      ? []
      : await listAttendance(this.#db, { caller, businessTime, filters, start, limit: size + 1, figures });
    const rows = found.slice(0, size);
    const lastRow = rows.at(-1);
    const hasMore = found.length > size;
    if (lastRow && hasMore) {
      const { later_places } = lastRow.figures;
      await unlessDiskFull(this.#cursors.remember(reader, page, lastRow.cursor, later_places, now));
    }

    const seen = offset + found.length;
    // A list read by offset to its end needs no counting.
    const isReadToEnd = !known && !hasMore && (lastRow !== undefined || page === 1);
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
   * Callers see their own change in the totals at once. Of another server's changes, a total that was counted may know
   * nothing for three seconds: where two share the work, that may be the caller's own.
   */
  forgetTotals(): void {
    this.#totals.clear();
  }

  /** `withRows` is what came with the rows of the page, where the database has counted. */
  async #findTotal(
    caller: Caller,
    filters: Filters,
    now: Date,
    isPlausible: (total: number) => boolean,
    withRows?: number,
  ): Promise<number> {
    if (totalInSums(caller, filters)) return withRows ?? countAttendance(this.#db, caller, filters);
    const known = this.#totals.get(totalKey(caller, filters));
    if (known && known.until > now.getTime() && isPlausible(known.total)) return known.total;
    return this.#rememberTotal(caller, filters, now, await countAttendance(this.#db, caller, filters));
  }

  #rememberTotal(caller: Caller, filters: Filters, now: Date, total: number): number {
    this.#totals.set(totalKey(caller, filters), { total, until: now.getTime() + totalKeptMs });
    return total;
  }
}

/** The rows that were read decide; the total, which may be of another moment, only where they leave it open. */
function lastPageOf({ page, size }: PageRequest, total: number, hasRows: boolean, hasMore: boolean): number {
  const byTotal = Math.max(1, Math.ceil(total / size));
  if (hasMore) return Math.max(byTotal, page + 1);
  return hasRows ? page : Math.min(byTotal, Math.max(1, page - 1));
}

const totalKey = (caller: Caller, filters: Filters) => JSON.stringify([scopeKey(caller), filters]);
