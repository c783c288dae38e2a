// What BambooHR's timesheets have, and how to find a pair in them. Entries are instants, so a shift may run past midnight or
// over a change of the clock.

import { integer, list, object, text } from '../../../../../src/shared/contract/decode.ts';
import { stated } from '../../../../../src/shared/contract/decodeRecords.ts';
import { instantOf } from '../../../../platform/time/instants.ts';
import type { Connection, Conversation, HttpRequest, PairItem } from '../connector.ts';
import { weeksOf } from '../lookUps.ts';
import { siteTimeOf } from '../siteTime.ts';
import { ask, read } from './api.ts';

export const clockEntries = '/time-tracking/clock-entries';

/** Whole minutes, as timesheets show them: 'YYYY-MM-DD HH:MM:00'. */
export const minuteOf = (instant: string): string => `${instant.slice(0, 16)}:00`;

/** '2026-01-15T09:00:00-07:00' */
export const timestampOf = (instant: string, connection: Pick<Connection, 'values' | 'businessTime'>): string =>
  siteTimeOf(connection).wallClock(minuteOf(instant));

/** The end of an open entry is null. */
const decodeEntry = object({ id: integer, employeeId: integer, start: text, end: text, timezone: text });
export const decodePage = object({ data: stated(list(decodeEntry)), meta: object({ totalPages: integer }) });
type Entry = ReturnType<typeof decodeEntry>;

const entriesPerPage = 200;

export function* find(items: readonly PairItem[], connection: Connection): Conversation<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const week of weeksOf(items, ({ from }) => from.slice(0, 10))) {
    const entries = yield* entriesLike(week, connection);
    const ids = new Map(
      entries.map(({ id, employeeId, start, end }) => [
        textOf(String(employeeId), instantIn(start), instantIn(end)),
        id,
      ]),
    );
    for (const { key, personId, from, until } of week) {
      const id = ids.get(textOf(personId, minuteOf(from), minuteOf(until)));
      if (id !== undefined) found.set(key, String(id));
    }
  }
  return found;
}

/** Those that begin when some of these do, page by page. */
function* entriesLike(items: readonly PairItem[], connection: Connection): Conversation<Entry[]> {
  const starts = items.map(({ from }) => minuteOf(from)).sort();
  const people = new Set(items.map(({ personId }) => personId));
  const conditions = [
    // The filter knows no 'or'.
    ...(people.size === 1 ? [`employeeId eq ${[...people][0]}`] : []),
    `start ge ${utc(starts[0] ?? '')}`,
    `start le ${utc(starts.at(-1) ?? '')}`,
  ];
  const entries: Entry[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const request = entriesRequest(conditions.join(' and '), page, connection);
    const { data, meta } = yield* ask(request, decodePage, connection);
    entries.push(...data);
    pages = meta.totalPages;
  }
  return entries;
}

export function entriesRequest(filter: string, page: number, connection: Connection): HttpRequest {
  const query = { filter, sort: 'start asc', page: String(page), pageSize: String(entriesPerPage) };
  return read(`${clockEntries}?${new URLSearchParams(query)}`, connection);
}

export const utc = (instant: string): string => `${instant.replace(' ', 'T')}Z`;

const textOf = (personId: string, from: string, until: string) => `${personId} ${from} ${until}`;

/** Empty if it is none. */
function instantIn(timestamp: string): string {
  const time = Date.parse(timestamp);
  return Number.isNaN(time) ? '' : minuteOf(instantOf(new Date(time)));
}
