// Personio, by its API v2: each pair becomes an attendance period of work or of a break. docs/hr/personio.md.

import {
  type Decoder,
  list,
  maybe,
  nonEmptyText,
  nothing,
  object,
  text,
} from '../../../../../src/shared/contract/decode.ts';
import { stated } from '../../../../../src/shared/contract/decodeRecords.ts';
import type { HrPerson } from '../../../../../src/shared/contract/hrConnections.ts';
import type { OutboundAnswer } from '../../../../platform/http/outbound.ts';
import { daysAfter } from '../../../../platform/time/clock.ts';
import { answeredAll, clockFindings, idsByKey, isSuccess, leaveStretches, readJson, weeksOf } from '../answers.ts';
import {
  type BatchOutcome,
  type Connection,
  type Connector,
  type Conversation,
  type DaySpan,
  type Finding,
  field,
  type HrLeave,
  type HttpRequest,
  type PairItem,
} from '../connector.ts';
import { type LocalPair, localPairOf, localRefusal, timeZoneField, zoneFinding } from '../siteTime.ts';
import { askAll, askToken, decodeAnswer, isObjectIn, notNowOf, notPersonio, read, sentenceOf, write } from './api.ts';

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
    timeZoneField('That of the office, such as Europe/Berlin; empty if it is the company’s time zone here'),
  ],
  mostPerRequest: 1,
  requestsPerMinute: 240,
  takesBreaks: true,
  people,
  leave,
  refusal: (item: PairItem, connection: Pick<Connection, 'clock' | 'values'>) =>
    localRefusal('Personio', item, connection),
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
/** Statuses that concern one pair: an overlap, a person who left, a period that is gone. */
const aboutThePair = [400, 404, 409, 422];

function outcome(items: readonly PairItem[], answer: OutboundAnswer, { now }: Connection): BatchOutcome {
  if (!isSuccess(answer)) {
    const later = notNowOf(answer, now);
    const isRejected = aboutThePair.includes(answer.status) && isObjectIn(answer);
    return isRejected ? { kind: 'rejected', reason: sentenceOf(answer) ?? later.reason } : later;
  }
  const existingId = items[0]?.remoteId ?? '';
  const remoteId = existingId === '' ? readJson(answer, decodeCreated)?.id : isDone(answer) ? existingId : undefined;
  if (remoteId === undefined) return answeredAll(items, { kind: 'later', reason: notPersonio });
  return answeredAll(items, { kind: 'accepted', remoteId });
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

/** Times are to the minute, as Rollcall sends them. */
const textOf = (personId: string, type: string, { from, until }: LocalPair) => `${personId} ${type} ${from} ${until}`;

function* find(items: readonly PairItem[], connection: Connection): Conversation<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  const pairs = items.map((item) => ({ ...item, ...localPairOf(item, connection) }));
  for (const week of weeksOf(pairs, ({ from }) => from.slice(0, 10))) {
    const starts = week.map(({ from }) => from).sort();
    const query = {
      limit: '100',
      'person.id': [...new Set(week.map(({ personId }) => personId))].join(','),
      'start.date_time.gte': `${starts[0]}:00`,
      'start.date_time.lte': `${starts.at(-1)}:59`,
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
  /** FIRST_HALF or SECOND_HALF: with which half it begins and ends. */
  starts_from: object({ date_time: nonEmptyText, type: text }),
  /** Missing while it has no end. */
  ends_at: maybe(object({ date_time: text, type: text })),
  approval: object({ status: nonEmptyText }),
});

/** It is still leave while somebody asks to delete it. */
const approved = ['APPROVED', 'DELETION_PENDING'];

/**
 * Reads approved absence periods, of which the first and the last day may be half. Those of a type that counts hours
 * have times instead of halves.
 */
function* leave(connection: Connection, { from, until }: DaySpan): Conversation<HrLeave[]> {
  // A day more at both ends, because these are instants and absences have local times.
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
  const isOfHours = starts_from.type === '' && firstDay === lastDay && ends_at?.type === '';
  const minutes = isOfHours ? minutesOf(ends_at?.date_time ?? '') - minutesOf(starts_from.date_time) : 0;
  if (minutes > 0) return [{ ...days, off: minutes }];
  const beginsLate = starts_from.type === 'SECOND_HALF';
  const endsEarly = ends_at?.type === 'FIRST_HALF';
  return leaveStretches(days, [...(beginsLate ? [firstDay] : []), ...(endsEarly ? [lastDay] : [])]);
}

/** Of 'YYYY-MM-DDTHH:MM:SS', after midnight. */
const minutesOf = (time: string): number => Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16));

// Reads the facts about a Personio account before anything is sent to it, and its people. Employee numbers are an
// attribute that each account defines itself.

const decodeAnyList = object({ _data: stated(list(nothing)) });

function* probe(connection: Connection): Conversation<readonly Finding[]> {
  const { scope } = yield* askToken(connection);
  const answer = yield read('/v2/attendance-periods?limit=1', connection);
  decodeAnswer(answer, decodeAnyList, connection.now);
  return [
    { what: 'Version', says: 'API v2', state: 'good' },
    ...clockFindings(answer, connection.now),
    ...(yield* peopleFindings(connection)),
    { what: 'Reading attendance', says: 'Allowed', state: 'good' },
    writingFinding(scope),
    zoneFinding(connection),
  ];
}

/** Identifies the account by one of its people, because Personio does not name the company. */
function* peopleFindings(connection: Connection): Conversation<Finding[]> {
  const persons = yield* askPersons(connection);
  const [first] = persons;
  if (!first) return [{ what: 'Company', says: 'It has nobody whom the credentials may read', state: 'bad' }];
  const attributes = persons.flatMap(({ custom_attributes }) => custom_attributes);
  return [
    {
      what: 'Company',
      says: `That of ${first.first_name} ${first.last_name}, ${persons.length} in all`,
      state: 'good',
    },
    numberFinding(connection, attributes.filter(isNumberOf(connection)).length, [
      ...new Set(attributes.map(({ id, label, global_id }) => `${id} (${label || global_id})`)),
    ]),
  ];
}

function numberFinding({ values }: Connection, count: number, all: readonly string[]): Finding {
  const what = 'Personnel number';
  const attributeList = `The attributes are ${all.join(', ') || 'none'}`;
  if (!values.number_attribute)
    return { what, says: `Not set: match by e-mail or one by one. ${attributeList}`, state: 'warning' };
  if (count > 0) return { what, says: `${count} people have one`, state: 'good' };
  return { what, says: `Nobody has the attribute ${values.number_attribute}. ${attributeList}`, state: 'bad' };
}

/** Right in the scope of a token. Personio's documentation has no example with it. */
const writingScope = 'personio:attendances:write';

function writingFinding(scope: string): Finding {
  return scope.split(' ').includes(writingScope)
    ? { what: 'Writing attendance', says: 'Allowed', state: 'good' }
    : { what: 'Writing attendance', says: `Personio does not name the right ${writingScope}`, state: 'warning' };
}

/** Values other than texts and numbers are lists. */
const decodeValue: Decoder<string> = (value) => (typeof value === 'object' ? '' : text(value));

const decodeAttribute = object({ id: text, global_id: text, label: text, value: decodeValue });
type Attribute = ReturnType<typeof decodeAttribute>;

const decodePerson = object({
  id: nonEmptyText,
  email: text,
  first_name: text,
  last_name: text,
  status: text,
  custom_attributes: list(decodeAttribute),
});
type Person = ReturnType<typeof decodePerson>;

/** Largest page that Personio gives. */
const perPage = '50';

const askPersons = (connection: Connection): Conversation<Person[]> =>
  askAll(connection, '/v2/persons', { limit: perPage }, decodePerson);

function* people(connection: Connection): Conversation<HrPerson[]> {
  const persons = yield* askPersons(connection);
  return persons.map((person) => ({
    id: person.id,
    number: person.custom_attributes.find(isNumberOf(connection))?.value ?? '',
    name: `${person.first_name} ${person.last_name}`.trim(),
    email: person.email,
    is_active: person.status !== 'INACTIVE',
  }));
}

const isNumberOf =
  ({ values: { number_attribute: wanted = '' } }: Connection) =>
  (attribute: Attribute) =>
    wanted !== '' && [attribute.id, attribute.global_id, attribute.label].includes(wanted);
