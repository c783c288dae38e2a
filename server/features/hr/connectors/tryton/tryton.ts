// Tryton with its attendance module: each record becomes an attendance line. Tryton takes the same line any number of
// times, so it is searched before any are created. docs/hr/tryton.md.

import { integer, list, maybe, object, text } from '../../../../../src/shared/contract/decode.ts';
import { stated } from '../../../../../src/shared/contract/decodeRecords.ts';
import type { HrPerson } from '../../../../../src/shared/contract/hrConnections.ts';
import type { OutboundAnswer } from '../../../../platform/http/outbound.ts';
import { instantOf } from '../../../../platform/time/clock.ts';
import { acceptCreated, idsByKey } from '../answers.ts';
import {
  type BatchOutcome,
  type Connection,
  type Connector,
  type Conversation,
  type EventItem,
  field,
} from '../connector.ts';
import { siteTimeOf, timeZoneField } from '../siteTime.ts';
import { probe } from './probe.ts';
import { ask, call, date, datetime, decodeDate, decodeDatetime, readAnswer } from './rpc.ts';

const peoplePerPage = 500;

export const tryton = {
  name: 'Tryton',
  takes: 'event' as const,
  summary: 'Every record that a sync sends becomes an attendance line, from which Tryton makes its sheets.',
  address: 'https://tryton.example.com',
  fields: [
    field('database', 'Database', 'Its name, as in the address of the web client'),
    field('user', 'User', 'A login of its own, in the group Attendance Administration'),
    field('password', 'Password', 'Of that user', { kind: 'secret' }),
    field('company', 'Company', 'Its number in Tryton; Test Connection names all of them', { initial: '1' }),
    timeZoneField(
      'The time zone of the company in Tryton, such as Europe/Berlin; empty if it is the company’s time zone here',
    ),
  ],
  mostPerRequest: 100,
  requestsPerMinute: 600,
  takesBreaks: false,
  people,
  request: (items: readonly EventItem[], connection: Connection) =>
    call(connection, 'model.attendance.line.create', [items.map((item) => lineOf(item, connection))]),
  outcome(items: readonly EventItem[], answer: OutboundAnswer, connection: Connection): BatchOutcome {
    const created = readAnswer(answer, stated(list(integer)), connection);
    return acceptCreated(items, created, 'Tryton did not say which lines it made');
  },
  find,
  probe,
} satisfies Connector<EventItem>;

const companyOf = ({ values }: Connection) => Number(values.company);
const typeOf = ({ eventType }: EventItem) => (eventType === 'check-in' ? 'in' : 'out');

function lineOf(item: EventItem, connection: Connection) {
  return {
    company: companyOf(connection),
    employee: Number(item.personId),
    at: datetime(item.at),
    date: date(siteTimeOf(connection).dayOf(item.at)),
    type: typeOf(item),
  };
}

/** Requires the list: an answer without one must not look like one without lines. */
const decodeLines = stated(list(object({ id: integer, employee: integer, at: decodeDatetime, type: text })));

function* find(items: readonly EventItem[], connection: Connection): Conversation<ReadonlyMap<string, string>> {
  const domain = [
    ['company', '=', companyOf(connection)],
    ['employee', 'in', [...new Set(items.map(({ personId }) => Number(personId)))]],
    ['at', 'in', [...new Set(items.map(({ at }) => at))].map(datetime)],
  ];
  const params = [domain, 0, null, [['id', 'ASC']], ['employee', 'at', 'type']];
  const lines = yield* ask(connection, 'model.attendance.line.search_read', params, decodeLines);
  const ids = new Map(lines.map(({ id, employee, at, type }) => [`${employee} ${at} ${type}`, String(id)]));
  return idsByKey(items, (item) => ids.get(`${Number(item.personId)} ${item.at} ${typeOf(item)}`));
}

const decodeEmployees = stated(
  list(
    object({
      id: integer,
      rec_name: text,
      start_date: maybe(decodeDate),
      end_date: maybe(decodeDate),
      'party.': object({ code: text, email: text }),
    }),
  ),
);

function* people(connection: Connection): Conversation<HrPerson[]> {
  const today = siteTimeOf(connection).dayOf(instantOf(connection.now));
  const people: HrPerson[] = [];
  for (let last = 0; ; ) {
    const domain = [
      ['company', '=', companyOf(connection)],
      ['id', '>', last],
    ];
    const fields = ['rec_name', 'start_date', 'end_date', 'party.code', 'party.email'];
    const params = [domain, 0, peoplePerPage, [['id', 'ASC']], fields];
    const page = yield* ask(connection, 'model.company.employee.search_read', params, decodeEmployees);
    for (const { id, rec_name, start_date, end_date, 'party.': party } of page) {
      last = Math.max(last, id);
      people.push({
        id: String(id),
        number: party.code,
        name: rec_name,
        email: party.email,
        is_active: (start_date ?? today) <= today && (end_date ?? today) >= today,
      });
    }
    if (page.length < peoplePerPage) return people;
  }
}
