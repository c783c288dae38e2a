// Tryton with its attendance module: each record becomes an attendance line. Tryton takes one line any number of times,
// so it is searched before any are created. docs/hr/tryton.md.

import { integer, list, maybe, nonEmptyText, object, text } from '../../../../../src/shared/contract/decode.ts';
import { stated } from '../../../../../src/shared/contract/decodeRecords.ts';
import type { HrPerson } from '../../../../../src/shared/contract/hrConnections.ts';
import type { OutboundAnswer } from '../../../../platform/http/outbound.ts';
import { instantOf } from '../../../../platform/time/clock.ts';
import { clockFindings, createdAll, idsByKey, resultOf } from '../answers.ts';
import {
  type BatchOutcome,
  type Connection,
  type Connector,
  type Conversation,
  type EventItem,
  type Finding,
  field,
} from '../connector.ts';
import { siteTimeOf, timeZoneField } from '../siteTime.ts';
import { ask, call, date, datetime, decodeDate, decodeDatetime, readAnswer } from './rpc.ts';

const peoplePerPage = 500;

export const tryton = {
  name: 'Tryton',
  takes: 'event' as const,
  summary: 'Every record that the plan sends becomes an attendance line, from which Tryton makes its sheets.',
  address: 'https://tryton.example.com',
  fields: [
    field('database', 'Database', 'Its name, as in the address of the web client'),
    field('user', 'User', 'A login of its own, in the group Attendance Administration'),
    field('password', 'Password', 'Of that user', { kind: 'secret' }),
    field('company', 'Company', 'Its number in Tryton; Test Connection names all of them', { initial: '1' }),
    timeZoneField('That of the company in Tryton, such as Europe/Berlin; empty if it is the company’s time zone here'),
  ],
  mostPerRequest: 100,
  requestsPerMinute: 600,
  takesBreaks: false,
  people,
  request: (items: readonly EventItem[], connection: Connection) =>
    call(connection, 'model.attendance.line.create', [items.map((item) => lineOf(item, connection))]),
  outcome(items: readonly EventItem[], answer: OutboundAnswer, connection: Connection): BatchOutcome {
    const created = readAnswer(answer, stated(list(integer)), connection);
    if (created.kind === 'later') return created;
    if (created.kind === 'refused') return { kind: 'rejected', reason: created.reason };
    return createdAll(items, created.result, 'Tryton did not say which lines it made');
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

// Reads the facts about a Tryton before anything is sent to it.

const oldestTried = '6.0';

function* probe(connection: Connection): Conversation<readonly Finding[]> {
  const answer = yield call(connection, 'common.server.version', [], '/');
  const version = resultOf(readAnswer(answer, nonEmptyText, connection));
  const user = yield* ask(connection, 'model.res.user.get_preferences', [true], decodeUser);
  return [
    finding(
      'Version',
      version,
      version.startsWith(`${oldestTried}.`) ? 'good' : 'warning',
      `tried with ${oldestTried}`,
    ),
    ...clockFindings(answer, connection.now),
    ...(yield* moduleFindings(connection)),
    ...(yield* companyFindings(connection)),
    ...(yield* rightsFindings(connection, user)),
  ];
}

/** Appends `doubt` unless the state is good. */
const finding = (what: string, says: string, state: Finding['state'], doubt: string): Finding => ({
  what,
  says: state === 'good' ? says : `${says}: ${doubt}`,
  state,
});

const decodeUser = object({ company: maybe(integer), groups: list(integer) });
type User = ReturnType<typeof decodeUser>;

const decodeModules = list(object({ state: text, version: text }));

function* moduleFindings(connection: Connection): Conversation<Finding[]> {
  const params = [[['name', '=', 'attendance']], 0, 1, null, ['version', 'state']];
  const [module] = yield* ask(connection, 'model.ir.module.search_read', params, decodeModules);
  const isOn = module?.state === 'activated';
  return [finding('Attendance module', isOn ? module.version : 'Not activated', isOn ? 'good' : 'bad', 'activate it')];
}

const decodeCompanies = list(object({ id: integer, rec_name: text, timezone: text }));

function* companyFindings(connection: Connection): Conversation<Finding[]> {
  const params = [[], 0, null, null, ['rec_name', 'timezone']];
  const companies = yield* ask(connection, 'model.company.company.search_read', params, decodeCompanies);
  const own = companies.find(({ id }) => String(id) === connection.values.company);
  if (!own) {
    const all = companies.map(({ id, rec_name }) => `${id} is ${rec_name}`).join(', ');
    return [
      { what: 'Company', says: `There is no company ${connection.values.company}: ${all || 'none'}`, state: 'bad' },
    ];
  }
  const { zone } = siteTimeOf(connection);
  const isSame = own.timezone === zone || (own.timezone === '' && zone === 'UTC');
  return [
    { what: 'Company', says: own.rec_name, state: 'good' },
    finding('Time zone', own.timezone || 'None, so UTC', isSame ? 'good' : 'bad', `this connection uses ${zone}`),
  ];
}

const decodeAdministration = list(object({ db_id: integer }));
/** Missing if the user has no company. */
const decodeCompaniesOfUser = object({ companies: list(integer) });

function* rightsFindings(connection: Connection, user: User): Conversation<Finding[]> {
  const domain = [
    ['module', '=', 'attendance'],
    ['fs_id', '=', 'group_attendance_admin'],
  ];
  const params = [domain, 0, 1, null, ['db_id']];
  const [group] = yield* ask(connection, 'model.ir.model.data.search_read', params, decodeAdministration);
  const mayWrite = group !== undefined && user.groups.includes(group.db_id);
  const { companies } = yield* ask(connection, 'model.res.user.get_preferences', [false], decodeCompaniesOfUser);
  const isOfCompany = companies.some((id) => String(id) === connection.values.company);
  return [
    mayWrite
      ? { what: 'Rights', says: 'May write attendance of others', state: 'good' }
      : { what: 'Rights', says: 'The user is not in the group Attendance Administration', state: 'bad' },
    ...(isOfCompany ? [] : [{ what: 'Rights', says: 'The user does not belong to the company', state: 'bad' }]),
  ];
}
