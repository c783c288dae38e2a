// BambooHR with its Time Tracking: each pair becomes a clock entry of a timesheet. docs/hr/bamboohr.md.

import { integer, list, nonEmptyText, object, text } from '../../../../../src/shared/contract/decode.ts';
import { mapOf, stated } from '../../../../../src/shared/contract/decodeRecords.ts';
import type { HrPerson } from '../../../../../src/shared/contract/hrConnections.ts';
import { lastDayOf } from '../../../../../src/shared/words/months.ts';
import type { OutboundAnswer } from '../../../../platform/http/outbound.ts';
import { daysAfter, instantOf, plusMinutes } from '../../../../platform/time/clock.ts';
import { answeredAll, clockFindings, isSuccess, readJson } from '../answers.ts';
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
import { siteTimeOf, timeZoneField, zoneFinding } from '../siteTime.ts';
import {
  ask,
  clockEntries,
  decodeAnswer,
  decodePage,
  entriesRequest,
  find,
  minuteOf,
  notBamboo,
  notNowOf,
  read,
  sentenceOf,
  timestampOf,
  utc,
  write,
} from './api.ts';

export const bamboohr = {
  name: 'BambooHR',
  takes: 'pair' as const,
  summary: 'Every pair of a check-in and its check-out becomes a clock entry of a timesheet.',
  address: 'https://example.bamboohr.com',
  fields: [
    field('api_key', 'API Key', 'Of a user who may edit the timesheets of everybody', { kind: 'secret' }),
    timeZoneField(
      'That of the employees in BambooHR, such as America/Denver; empty if it is the company’s time zone here',
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

/** BambooHR cuts seconds. */
function refusal({ from, until }: PairItem): string | undefined {
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
/**
 * Statuses that concern one entry: it conflicts with another, is invalid, or its person, timesheet or entry does not
 * exist.
 */
const aboutTheEntry = [400, 404, 409, 422];
/** Messages about the connection's time zone. */
const ofTheConnection = /time ?zone/i;

function outcome(items: readonly PairItem[], answer: OutboundAnswer, { now }: Connection): BatchOutcome {
  if (!isSuccess(answer)) {
    const later = notNowOf(answer, now);
    const reason = sentenceOf(answer);
    if (reason === undefined || ofTheConnection.test(reason)) return later;
    return aboutTheEntry.includes(answer.status) ? { kind: 'rejected', reason } : later;
  }
  const entry = readJson(answer, decodeStored);
  if (!entry) return answeredAll(items, { kind: 'later', reason: notBamboo });
  return answeredAll(items, { kind: 'accepted', remoteId: String(entry.id) });
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
 * Reads approved time off requests, which say for each day how much of it is off, in days or in hours. Answers have no
 * pages, so that a month is asked for at a time.
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

// Reads the facts about a BambooHR account before anything is sent to it, and its people.

function* probe(connection: Connection): Conversation<readonly Finding[]> {
  const everybody = yield* people(connection);
  return [
    { what: 'Version', says: 'API v1', state: 'good' },
    ...(yield* companyFindings(connection)),
    peopleFinding(everybody),
    ...(yield* timesheetFindings(connection)),
    {
      what: 'Writing timesheets',
      says: 'BambooHR tells whether the key may only when the first entry is sent',
      state: 'warning',
    },
  ];
}

const decodeCompany = object({ displayName: text });

/** Reading the company takes a right that Rollcall does not need otherwise. */
function* companyFindings(connection: Connection): Conversation<Finding[]> {
  const answer = yield read('/company_information', connection);
  const clock = clockFindings(answer, connection.now);
  if (answer.status === 403) {
    return [{ what: 'Company', says: 'The key may not read its name', state: 'warning' }, ...clock];
  }
  const { displayName } = decodeAnswer(answer, decodeCompany, connection.now);
  return [{ what: 'Company', says: displayName, state: 'good' }, ...clock];
}

function peopleFinding(everybody: readonly HrPerson[]): Finding {
  const numbered = everybody.filter(({ number }) => number !== '').length;
  const says = `${everybody.length}, ${numbered} of them with an employee number`;
  return { what: 'People', says, state: numbered > 0 ? 'good' : 'warning' };
}

const daysAsked = 3;

function* timesheetFindings(connection: Connection): Conversation<Finding[]> {
  const since = instantOf(plusMinutes(connection.now, -daysAsked * 24 * 60));
  const answer = yield entriesRequest(`start ge ${utc(since)}`, 1, connection);
  if (!isSuccess(answer)) {
    const { reason } = notNowOf(answer, connection.now);
    return [{ what: 'Time Tracking', says: `Is it part of the account? ${reason}`, state: 'bad' }];
  }
  const zones = (readJson(answer, decodePage)?.data ?? []).map(({ timezone }) => timezone).filter(Boolean);
  const { zone } = siteTimeOf(connection);
  const other = zones.find((each) => each !== zone);
  return [
    { what: 'Time Tracking', says: 'Timesheets can be read', state: 'good' },
    other === undefined
      ? zoneFinding(connection)
      : { what: 'Time zone', says: `${other} on timesheets: this connection uses ${zone}`, state: 'warning' },
  ];
}

/**
 * Read by a report: the directory has no employee numbers and may not be shared, and a report also has people who left.
 * Fields that the key may not see are left out.
 */
const fields = ['employeeNumber', 'firstName', 'lastName', 'displayName', 'workEmail', 'status'];

const decodePeople = object({
  employees: stated(
    list(
      object({
        id: nonEmptyText,
        employeeNumber: text,
        firstName: text,
        lastName: text,
        displayName: text,
        workEmail: text,
        status: text,
      }),
    ),
  ),
});

/** Answers without a report, which BambooHR calls deprecated and may drop. People are then matched by e-mail. */
const withoutReport = [403, 404, 410];

function* people(connection: Connection): Conversation<HrPerson[]> {
  const answer = yield write('POST', '/reports/custom?format=json', { title: 'Rollcall', fields }, connection);
  const { employees } = withoutReport.includes(answer.status)
    ? yield* ask(read('/employees/directory', connection), decodePeople, connection)
    : decodeAnswer(answer, decodePeople, connection.now);
  return employees.map(({ id, employeeNumber, firstName, lastName, displayName, workEmail, status }) => ({
    id,
    number: employeeNumber,
    name: displayName || `${firstName} ${lastName}`.trim(),
    email: workEmail,
    is_active: status !== 'Inactive',
  }));
}
