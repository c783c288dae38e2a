// Pages of the attendance that stay exact, and cheap, while records arrive.
//
// By offset, what arrives at the top would push rows already shown onto the next page, and what leaves the
// filter would pull rows unseen off it. So a page continues after the last row that the same reader was shown
// on the page before: nothing is skipped, nothing repeated, and no page is dearer for being deep. A page that
// follows none is found by offset.
//
// To count a million rows for every page would cost more than the pages. So a total may be some seconds old,
// unless the rows beside it contradict it.

import { createHash } from 'node:crypto';
import type { Page } from '../../src/contract/decode.ts';
import { type Caller, can } from '../access/caller.ts';
import type { Db } from '../db/db.ts';
import { countAttendance, type Filters, type Listed, listAttendance } from './attendanceQueries.ts';
import type { BusinessTime } from '../time/businessTime.ts';
import { pageOf, type PageRequest } from '../records/pagination.ts';
import { type Places, placesFor } from './pageCursors.ts';
import { LruMap } from '../platform/lruMap.ts';

interface Reading {
  caller: Caller;
  clock: BusinessTime;
  filters: Filters;
  pageRequest: PageRequest;
  now: Date;
}

const totalKeptMs = 3_000;

export class AttendancePages {
  readonly #db: Db;
  readonly #places: Places;
  readonly #totals = new LruMap<string, { total: number; until: number }>(500);

  constructor(db: Db) {
    this.#db = db;
    this.#places = placesFor(db);
  }

  async read({ caller, clock, filters, pageRequest, now }: Reading): Promise<Page<Listed['record']>> {
    const { page, size, offset } = pageRequest;
    const reader = hashed([caller.session, filters, size]);
    const before = page > 1 ? await this.#places.endOf(reader, page - 1, now) : undefined;
    // One row more than is shown tells whether another page follows.
    const found = await listAttendance(this.#db, caller, clock, filters, before ?? offset, size + 1);
    const shown = found.slice(0, size);
    const end = shown.at(-1);
    const hasMore = found.length > size;
    if (end && hasMore) await this.#places.remember(reader, page, end.place, now);

    // Of a list read by offset up to its end, the number of rows is known.
    const isCounted = !before && !hasMore && (end !== undefined || page === 1);
    const seen = offset + found.length;
    const total = await this.#total({ caller, filters, now }, isCounted ? seen : undefined, (known) =>
      hasMore ? known >= seen : end ? known === seen : known <= offset,
    );
    const data = shown.map(({ record }) => record);
    // What was read counts for more than what was counted: who stops at the last page has seen all.
    const counted = Math.max(1, Math.ceil(total / size));
    const beforeThis = Math.min(counted, Math.max(1, page - 1));
    const last = hasMore ? Math.max(counted, page + 1) : end ? page : beforeThis;
    return { ...pageOf(data, total, pageRequest), last_page: last };
  }

  /** A person's own change shall be seen in the totals at once. */
  forgetTotals(): void {
    this.#totals.clear();
  }

  async #total(
    { caller, filters, now }: Pick<Reading, 'caller' | 'filters' | 'now'>,
    counted: number | undefined,
    isPlausible: (total: number) => boolean,
  ): Promise<number> {
    const key = hashed([can(caller, 'companies.all') || caller.id, filters]);
    const known = this.#totals.get(key);
    const isRecent = known !== undefined && known.until > now.getTime();
    if (counted === undefined && isRecent && isPlausible(known.total)) return known.total;
    const total = counted ?? (await countAttendance(this.#db, caller, filters));
    this.#totals.set(key, { total, until: now.getTime() + totalKeptMs });
    return total;
  }
}

const hashed = (parts: unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64');
