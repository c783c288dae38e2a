// BambooHR with its Time Tracking: each pair becomes a clock entry of a timesheet. docs/hr/bamboohr.md.

import { integer, list, object } from '../../../../../src/shared/contract/decode.ts';
import { stated } from '../../../../../src/shared/contract/laterDecoders.ts';
import type { OutboundAnswer } from '../../../../platform/http/outbound.ts';
import { answeredAll, isSuccess, readJson } from '../answers.ts';
import type { BatchOutcome, Connection, Connector, HttpRequest, PairItem } from '../connector.ts';
import { localPairOf, localRefusal } from '../localPairs.ts';
import { field } from '../field.ts';
import { timeZoneField } from '../siteTime.ts';
import { notBamboo, notNowOf, post, sentenceOf } from './api.ts';
import { people } from './people.ts';
import { probe } from './probe.ts';
import { find } from './timesheets.ts';

export const bamboohr = {
  name: 'BambooHR',
  takes: 'pair' as const,
  summary: 'Every pair of a check-in and its check-out becomes a clock entry of a timesheet.',
  address: 'https://example.bamboohr.com',
  fields: [
    field('api_key', 'API Key', 'Of a user who may edit the timesheets of everybody', { kind: 'secret' }),
    timeZoneField('That of the employees in BambooHR, such as America/Denver; empty if it is the business time zone'),
  ],
  // BambooHR does not say whether it takes some entries of a request when it refuses others.
  mostPerRequest: 1,
  requestsPerMinute: 120,
  takesBreaks: false,
  people,
  refusal,
  request,
  outcome,
  find,
  probe,
} satisfies Connector<PairItem>;

function refusal(item: PairItem, connection: Pick<Connection, 'businessTime' | 'values'>): string | undefined {
  const { from, until } = localPairOf(item, connection);
  if (from.slice(0, 10) === until.slice(0, 10)) return localRefusal('BambooHR', item, connection);
  return 'BambooHR takes no entry over midnight. Enter this shift there, as one entry for each day';
}

/** With an id, the entry is changed. */
function request([item]: readonly PairItem[], connection: Connection): HttpRequest {
  if (!item) throw new Error('Nothing to send');
  const { from, until } = localPairOf(item, connection);
  const entry = {
    ...(item.remoteId !== '' && { id: Number(item.remoteId) }),
    employeeId: Number(item.personId),
    date: from.slice(0, 10),
    start: from.slice(11),
    end: until.slice(11),
  };
  return post('/time_tracking/clock_entries/store', { entries: [entry] }, connection);
}

const decodeStored = stated(list(object({ id: integer })));
/** Of the entry itself: invalid, of a person or an entry that is not there, or in conflict with another. */
const aboutTheEntry = [400, 404, 409];
/** Beyond the end of the current pay period, which passes. */
const tooEarly = 406;

function outcome(items: readonly PairItem[], answer: OutboundAnswer, { now }: Connection): BatchOutcome {
  if (!isSuccess(answer)) {
    const later = notNowOf(answer, now);
    const reason = sentenceOf(answer);
    if (reason === undefined) return later;
    if (answer.status === tooEarly) return answeredAll(items, { kind: 'later', reason });
    return aboutTheEntry.includes(answer.status) ? { kind: 'rejected', reason } : later;
  }
  const [stored] = readJson(answer, decodeStored) ?? [];
  if (!stored) return answeredAll(items, { kind: 'later', reason: notBamboo });
  return answeredAll(items, { kind: 'accepted', remoteId: String(stored.id) });
}
