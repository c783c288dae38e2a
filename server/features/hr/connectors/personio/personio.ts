// Personio's API v2: each pair becomes an attendance period of work or of a break. docs/hr/personio.md.
import { maybe, nonEmptyText, object, text } from '../../../../../src/shared/contract/decode.ts';
import type { OutboundAnswer } from '../../../../platform/http/outbound.ts';
import { daysAfter } from '../../../../platform/time/clock.ts';
import {
  forAll,
  idsByKey,
  isSuccess,
  leaveOfHours,
  leaveStretches,
  readJson,
  refusalIn,
  splitByWeek,
  unexpectedAnswer,
} from '../answers.ts';
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
import { localPairOf, localRefusal, type Site, timeZoneField } from '../siteTime.ts';
import { askAll, askToken, isObjectIn, notNowOf, sentenceOf, write } from './api.ts';
import { people, probe } from './probe.ts';

const periods = '/v2/attendance-periods';

export const personio = {
  name: 'Personio',
  takes: 'pair' as const,
  summary:
    'Every pair of a check-in and its check-out becomes an attendance period, and every lunch break one of its own.',
  address: 'https://api.personio.de',
  fields: [
    field('client_id', 'Client ID', 'Of the API credentials in Personio'),
    field('client_secret', 'Client Secret', 'Personio shows it once', { kind: 'secret' }),
    field('number_attribute', 'Personnel Number', 'The id of the attribute with it; Test Connection names them', {
      is_required: false,
    }),
    field('skip_approval', 'Approval', 'Whether a period waits for approval in Personio', {
      kind: 'choice',
      options: [
        { value: 'false', label: 'As Personio is set up' },
        { value: 'true', label: 'Skip approval' },
      ],
      initial: 'false',
    }),
    timeZoneField('The time zone of the office, such as Europe/Berlin; empty if it is the company’s time zone here'),
  ],
  mostPerRequest: 1,
  requestsPerMinute: 240,
  takesBreaks: true,
  people,
  leave,
  refusal: (pair: PairSpan, site: Site) => localRefusal('Personio', pair, site),
  *signIn(connection: Connection): Conversation<string> {
    return (yield* askToken(connection)).access_token;
  },
  request,
  outcome,
  find,
  probe,
} satisfies Connector<PairItem>;

function request([item]: readonly PairItem[], connection: Connection): HttpRequest {
  if (!item) throw new Error('Nothing to send');
  const query = `?skip_approval=${connection.values.skip_approval === 'true'}`;
  const { from, until } = localPairOf(item, connection);
  const end = { date_time: `${until}:00` };
  if (item.remoteId !== '') {
    return write('PATCH', `${periods}/${encodeURIComponent(item.remoteId)}${query}`, { end }, connection);
  }
  const start = { date_time: `${from}:00` };
  return write('POST', periods + query, { person: { id: item.personId }, type: typeOf(item), start, end }, connection);
}

const typeOf = ({ purpose }: PairItem) => (purpose === 'work' ? 'WORK' : 'BREAK');

const decodeCreated = object({ id: nonEmptyText });
/** Personio's gateway answers so with 404 while a part of the API is down. */
const aboutTheApi = /^The endpoint\b/;

function outcome(items: readonly PairItem[], answer: OutboundAnswer, { now }: Connection): BatchOutcome {
  if (!isSuccess(answer)) {
    const later = notNowOf(answer, now);
    const said = isObjectIn(answer) ? (sentenceOf(answer) ?? later.reason) : undefined;
    return refusalIn(answer, said, aboutTheApi, later);
  }
  const existingId = items[0]?.remoteId ?? '';
  const remoteId = existingId === '' ? readJson(answer, decodeCreated)?.id : isDone(answer) ? existingId : undefined;
  return forAll(items, remoteId === undefined ? unexpectedAnswer('Personio') : { kind: 'accepted', remoteId });
}

/** Changes are answered without a body, or with the period. */
const isDone = (answer: OutboundAnswer) => answer.status === 204 || isObjectIn(answer);

const decodePeriod = object({
  id: nonEmptyText,
  person: object({ id: nonEmptyText }),
  type: text,
  start: object({ date_time: text }),
  end: maybe(object({ date_time: text })),
});

/** Compares minutes, which is what Rollcall sends. */
const textOf = (personId: string, type: string, { from, until }: PairSpan) => `${personId} ${type} ${from} ${until}`;

function* find(items: readonly PairItem[], connection: Connection): Conversation<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  const pairs = items.map((item) => ({ ...item, ...localPairOf(item, connection) }));
  for (const week of splitByWeek(pairs)) {
    const query = {
      limit: '100',
      'person.id': [...new Set(week.map(({ personId }) => personId))].join(','),
      'start.date_time.gte': `${week[0]?.from}:00`,
      'start.date_time.lte': `${week.at(-1)?.from}:59`,
    };
    for (const { id, person, type, start, end } of yield* askAll(connection, periods, query, decodePeriod)) {
      const pair = { from: start.date_time.slice(0, 16), until: end?.date_time.slice(0, 16) ?? '' };
      ids.set(textOf(person.id, type, pair), id);
    }
  }
  return idsByKey(pairs, (pair) => ids.get(textOf(pair.personId, typeOf(pair), pair)));
}

const decodeAbsence = object({
  id: nonEmptyText,
  person: object({ id: nonEmptyText }),
  /** FIRST_HALF or SECOND_HALF: the half with which it begins and ends. */
  starts_from: object({ date_time: nonEmptyText, type: text }),
  /** Missing while it has no end. */
  ends_at: maybe(object({ date_time: text, type: text })),
  approval: object({ status: nonEmptyText }),
});

/** Leave still counts while its deletion is only requested. */
const approved = ['APPROVED', 'DELETION_PENDING'];

/** Reads approved absence periods. The first and last day may be half; types that count hours have times instead. */
function* leave(connection: Connection, { from, until }: DaySpan): Conversation<HrLeave[]> {
  // One more day at both ends, because these are instants and absences have local times.
  const query = {
    limit: '100',
    'starts_from.date_time.lte': `${daysAfter(until, 1)}T23:59:59Z`,
    'ends_at.date_time.gte': `${daysAfter(from, -1)}T00:00:00Z`,
  };
  const absences = yield* askAll(connection, '/v2/absence-periods', query, decodeAbsence);
  return absences
    .filter(({ approval }) => approved.includes(approval.status))
    .flatMap((each) => stretchesOf(each, until));
}

function stretchesOf({ id, person, starts_from, ends_at }: ReturnType<typeof decodeAbsence>, until: string): HrLeave[] {
  const firstDay = starts_from.date_time.slice(0, 10);
  const lastDay = ends_at?.date_time.slice(0, 10) || until;
  const days = { id, personId: person.id, firstDay, lastDay };
  const [begin, end] = [minutesOf(starts_from.date_time), minutesOf(ends_at?.date_time ?? '')];
  const hasTimes = firstDay === lastDay ? end > begin : begin + end > 0;
  if (hasTimes && starts_from.type === '' && ends_at?.type === '') return leaveOfHours(days, begin, end);
  const beginsLate = starts_from.type === 'SECOND_HALF';
  const endsEarly = ends_at?.type === 'FIRST_HALF';
  return leaveStretches(days, [...(beginsLate ? [firstDay] : []), ...(endsEarly ? [lastDay] : [])]);
}

/** Minutes after midnight in 'YYYY-MM-DDTHH:MM:SS'. */
const minutesOf = (time: string): number => Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16));
