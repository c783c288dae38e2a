// BambooHR's API: requests with an API key, the meaning of its answers, and the clock entries of timesheets. Entries
// are instants, so a shift may cross midnight or a clock change.

import { type Decoder, integer, list, object, text } from '../../../../../src/shared/contract/decode.ts';
import { stated } from '../../../../../src/shared/contract/decodeRecords.ts';
import type { OutboundAnswer } from '../../../../platform/http/outbound.ts';
import { singleLine } from '../../../../platform/log/log.ts';
import { instantOf } from '../../../../platform/time/clock.ts';
import {
  credentialsRefused,
  idsByKey,
  isSuccess,
  jsonCall,
  later,
  laterOf,
  readJson,
  readResult,
  resultOf,
  splitByWeek,
} from '../answers.ts';
import type { Connection, Conversation, HttpRequest, Later, PairItem } from '../connector.ts';
import { type Site, siteTimeOf } from '../siteTime.ts';

/** The key is the user; any password works. */
const headersOf = ({ values: { api_key = '' } }: Connection) => ({
  Accept: 'application/json',
  Authorization: `Basic ${Buffer.from(`${api_key}:x`).toString('base64')}`,
});

export const read = (path: string, connection: Connection): HttpRequest =>
  jsonCall('GET', `/api/v1${path}`, headersOf(connection));

/** BambooHR reads a body as XML if its content type says more than this. */
export const write = (method: 'POST' | 'PATCH', path: string, body: unknown, connection: Connection): HttpRequest =>
  jsonCall(method, `/api/v1${path}`, headersOf(connection), body);

const decodeProblem = object({ title: text, detail: text });

/** BambooHR's own message about a failure, which older calls put in a header. */
export function sentenceOf(answer: OutboundAnswer): string | undefined {
  const problem = readJson(answer, decodeProblem);
  const header = answer.headers['x-bamboohr-error-message'];
  return singleLine(problem?.detail || problem?.title || String(header ?? '')) || undefined;
}

export function notNowOf(answer: OutboundAnswer, now: Date): Later {
  if (answer.status === 401) return later(credentialsRefused('BambooHR does not accept the API key'));
  const other = laterOf(answer, now, sentenceOf(answer));
  return answer.status === 403 ? { ...other, reason: `The API key lacks a right. ${other.reason}` } : other;
}

/** Throws NotNow if the answer is useless. */
export function* ask<T>(request: HttpRequest, decode: Decoder<T>, { now }: Connection): Conversation<T> {
  return decodeAnswer(yield request, decode, now);
}

export const decodeAnswer = <T>(answer: OutboundAnswer, decode: Decoder<T>, now: Date): T =>
  resultOf(isSuccess(answer) ? readResult(answer, decode, 'BambooHR') : notNowOf(answer, now));

export const clockEntries = '/time-tracking/clock-entries';

/** Whole minutes, as timesheets show them: 'YYYY-MM-DD HH:MM:00'. */
export const minuteOf = (instant: string): string => `${instant.slice(0, 16)}:00`;

/** '2026-01-15T09:00:00-07:00' */
export const timestampOf = (instant: string, site: Site): string => siteTimeOf(site).wallClock(minuteOf(instant));

/** The end of an open entry is null. */
const decodeEntry = object({ id: integer, employeeId: integer, start: text, end: text, timezone: text });
export const decodePage = object({ data: stated(list(decodeEntry)), meta: object({ totalPages: integer }) });
type Entry = ReturnType<typeof decodeEntry>;

const entriesPerPage = 200;

export function* find(items: readonly PairItem[], connection: Connection): Conversation<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const week of splitByWeek(items))
    for (const { id, employeeId, start, end } of yield* entriesLike(week, connection))
      ids.set(textOf(String(employeeId), instantIn(start), instantIn(end)), String(id));
  return idsByKey(items, ({ personId, from, until }) => ids.get(textOf(personId, minuteOf(from), minuteOf(until))));
}

/** Reads, page by page, the entries that start within the span of the items' starts. Expects them in order. */
function* entriesLike(items: readonly PairItem[], connection: Connection): Conversation<Entry[]> {
  const people = new Set(items.map(({ personId }) => personId));
  const conditions = [
    // Filters have no 'or', so only a single person can be named.
    ...(people.size === 1 ? [`employeeId eq ${[...people][0]}`] : []),
    `start ge ${utc(minuteOf(items[0]?.from ?? ''))}`,
    `start le ${utc(minuteOf(items.at(-1)?.from ?? ''))}`,
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

/** Empty if it is no time. */
function instantIn(timestamp: string): string {
  const time = Date.parse(timestamp);
  return Number.isNaN(time) ? '' : minuteOf(instantOf(new Date(time)));
}
