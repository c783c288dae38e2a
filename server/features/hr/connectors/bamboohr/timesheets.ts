// What BambooHR's timesheets have, and how to find a pair in them.

import { integer, list, object, text } from '../../../../../src/shared/contract/decode.ts';
import { stated } from '../../../../../src/shared/contract/laterDecoders.ts';
import { type BusinessTime, daysAfter, isTimeZone } from '../../../../platform/time/businessTime.ts';
import { instantOf } from '../../../../platform/time/instants.ts';
import { timeIn } from '../../../../platform/time/zones.ts';
import type { Connection, Conversation, HttpRequest, PairItem } from '../connector.ts';
import { type LocalPair, localMinute, localPairOf } from '../localPairs.ts';
import { weeksOf } from '../lookUps.ts';
import { siteTimeOf } from '../siteTime.ts';
import { ask, read } from './api.ts';

/** Of an entry of hours, start and end are null. */
export const decodeEntries = stated(
  list(object({ id: integer, employeeId: integer, start: text, end: text, timezone: text })),
);
type Entry = ReturnType<typeof decodeEntries>[number];

/** BambooHR shows the last 365 days. */
const shownDays = 364;

export function* find(items: readonly PairItem[], connection: Connection): Conversation<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const oldest = daysAfter(siteTimeOf(connection).dayOf(instantOf(connection.now)), -shownDays);
  const wanted = items
    .map((item) => ({ item, pair: localPairOf(item, connection) }))
    .filter(({ pair }) => dayOf(pair) >= oldest);
  for (const week of weeksOf(wanted, ({ pair }) => dayOf(pair))) {
    const days = week.map(({ pair }) => dayOf(pair)).sort();
    const people = week.map(({ item }) => item.personId);
    const request = entriesRequest({ start: days[0] ?? '', end: days.at(-1) ?? '', people }, connection);
    const entries = yield* ask(request, decodeEntries, connection);
    const ids = new Map(
      entries.map((entry) => [textOf(String(entry.employeeId), pairIn(entry, connection)), entry.id]),
    );
    for (const { item, pair } of week) {
      const id = ids.get(textOf(item.personId, pair));
      if (id !== undefined) found.set(item.key, String(id));
    }
  }
  return found;
}

/** Of nobody in particular, those of everybody. */
export function entriesRequest(
  { start, end, people }: { start: string; end: string; people: readonly string[] },
  connection: Connection,
): HttpRequest {
  const employeeIds = [...new Set(people)].join(',');
  const query = new URLSearchParams({ start, end, ...(employeeIds !== '' && { employeeIds }) });
  return read(`/time_tracking/timesheet_entries?${query}`, connection);
}

const dayOf = ({ from }: LocalPair) => from.slice(0, 10);

const textOf = (personId: string, { from, until }: LocalPair) => `${personId} ${from} ${until}`;

/** BambooHR took our times for local ones of the employee, whose zone each entry names. */
function pairIn({ start, end, timezone }: Entry, connection: Connection): LocalPair {
  const time = isTimeZone(timezone) ? timeIn(timezone) : siteTimeOf(connection);
  return { from: shownMinute(start, time), until: shownMinute(end, time) };
}

/** A time with an offset is an instant, and one without is local already. */
function shownMinute(text: string, time: BusinessTime): string {
  const instant = /T.*(Z|[+-]\d\d:?\d\d)$/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(instant) ? text.slice(0, 16) : localMinute(time, instantOf(new Date(instant)));
}
