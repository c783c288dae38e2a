// BambooHR with its Time Tracking: each pair becomes a clock entry of a timesheet. docs/hr/bamboohr.md.
import { integer, list, nonEmptyText, object, text } from '../../../../../src/shared/contract/decode.ts';
import { mapOf, stated } from '../../../../../src/shared/contract/decodeRecords.ts';
import { lastDayOf } from '../../../../../src/shared/words/months.ts';
import type { OutboundAnswer } from '../../../../platform/http/outbound.ts';
import { daysAfter } from '../../../../platform/time/clock.ts';
import { forAll, isSuccess, readJson, refusalIn, unexpectedAnswer } from '../answers.ts';
import {
  type BatchOutcome,
  type Connection,
  type Connector,
  type Conversation,
  type DaySpan,
  field,
  type HrLeave,
  type HttpRequest,
  type PairItem,
  type PairSpan,
} from '../connector.ts';
import { siteTimeOf, timeZoneField } from '../siteTime.ts';
import { ask, clockEntries, find, minuteOf, notNowOf, read, sentenceOf, timestampOf, write } from './api.ts';
import { people, probe } from './probe.ts';

export const bamboohr = {
  name: 'BambooHR',
  takes: 'pair' as const,
  summary: 'Every pair of a check-in and its check-out becomes a clock entry of a timesheet.',
  address: 'https://example.bamboohr.com',
  fields: [
    field('api_key', 'API Key', 'Of a user who may edit everyone’s timesheets', { kind: 'secret' }),
    timeZoneField(
      'The time zone of the employees in BambooHR, such as America/Denver; empty if it is the company’s time zone here',
    ),
  ],
  mostPerRequest: 1,
  requestsPerMinute: 120,
  takesBreaks: false,
  people,
  leave,
  refusal,
  request,
  outcome,
  find,
  probe,
} satisfies Connector<PairItem>;

/** Refuses pairs that BambooHR would make empty by cutting their seconds. */
function refusal({ from, until }: PairSpan): string | undefined {
  if (minuteOf(from) !== minuteOf(until)) return undefined;
  return 'BambooHR shows whole minutes, and this pair begins and ends in the same one. Enter it there if it counts';
}

/** Changes the end of an existing entry, or creates one. */
function request([item]: readonly PairItem[], connection: Connection): HttpRequest {
  if (!item) throw new Error('Nothing to send');
  const end = timestampOf(item.until, connection);
  if (item.remoteId !== '') {
    return write('PATCH', `${clockEntries}/${encodeURIComponent(item.remoteId)}`, { end }, connection);
  }
  const entry = {
    employeeId: Number(item.personId),
    start: timestampOf(item.from, connection),
    end,
    timezone: siteTimeOf(connection).zone,
  };
  return write('POST', clockEntries, entry, connection);
}

const decodeStored = object({ id: integer });
/** Messages about the connection's time zone. */
const ofTheConnection = /time ?zone/i;

function outcome(items: readonly PairItem[], answer: OutboundAnswer, { now }: Connection): BatchOutcome {
  if (!isSuccess(answer)) return refusalIn(answer, sentenceOf(answer), ofTheConnection, notNowOf(answer, now));
  const entry = readJson(answer, decodeStored);
  return forAll(items, entry ? { kind: 'accepted', remoteId: String(entry.id) } : unexpectedAnswer('BambooHR'));
}

const decodeRequests = stated(
  list(
    object({
      id: nonEmptyText,
      employeeId: integer,
      status: object({ status: text }),
      amount: object({ unit: text }),
      /** Days or hours by day. */
      dates: mapOf(text),
    }),
  ),
);
type TimeOff = ReturnType<typeof decodeRequests>[number];

/**
 * Reads approved time off requests, which say how much of each day is off, in days or in hours. Answers have no pages,
 * so each month is asked for by itself.
 */
function* leave(connection: Connection, { from, until }: DaySpan): Conversation<HrLeave[]> {
  const requests = new Map<string, TimeOff>();
  for (let start = from; start <= until; ) {
    const last = lastDayOf(start.slice(0, 7));
    const end = last < until ? last : until;
    const query = new URLSearchParams({ start, end, status: 'approved', excludeNote: '1' });
    for (const request of yield* ask(read(`/time_off/requests?${query}`, connection), decodeRequests, connection))
      requests.set(request.id, request);
    start = daysAfter(end, 1);
  }
  return [...requests.values()].filter(({ status }) => status.status === 'approved').flatMap(daysOf);
}

function daysOf({ id, employeeId, amount, dates }: TimeOff): HrLeave[] {
  return Object.entries(dates).flatMap(([day, text]) => {
    const number = Number(text);
    if (!(number > 0)) return [];
    const off: HrLeave['off'] = amount.unit === 'hours' ? Math.round(number * 60) : number < 1 ? 'half' : 'day';
    return [{ id, personId: String(employeeId), firstDay: day, lastDay: day, off }];
  });
}
