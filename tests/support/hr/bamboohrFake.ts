// BambooHR's timesheets as its published description of the API has them: entries of one date to the minute that may
// not conflict, changed by id, shown for a year. It does not say how a timesheet that is approved refuses, so that is
// assumed.

import type { OutboundAnswer, SafeRequest } from '../../../server/platform/http/outbound.ts';
import { daysAfter } from '../../../server/platform/time/businessTime.ts';
import { instantOf } from '../../../server/platform/time/instants.ts';
import { timeIn } from '../../../server/platform/time/zones.ts';
import type { FakeHr, FakeHrOptions } from './fakeHr.ts';
import { describeEntries, instantIn, type LocalEntry, overlaps } from './localEntries.ts';
import { limitTo } from './requestRate.ts';

const secrets = { api_key: 'a-long-key-9' };
const mostPerMinute = 150;

interface SentEntry {
  readonly id?: number;
  readonly employeeId: number;
  readonly date: string;
  readonly start: string;
  readonly end: string;
}

export function createBambooFake({ people, timeZone, clock }: FakeHrOptions): FakeHr {
  const known = new Map(people.map((person) => [person.id, person]));
  const entries = new Map<string, LocalEntry>();
  const secondsToWait = limitTo(mostPerMinute, clock);
  let isExpired = false;
  let closedDay = '';

  const answer = (status: number, body: unknown, headers = {}): OutboundAnswer => ({
    status,
    headers: { date: clock().toUTCString(), ...headers },
    body: JSON.stringify(body),
  });
  const problem = (status: number, title: string, detail: string) =>
    answer(status, { type: 'about:blank', title, status, detail });
  const badRequest = (detail: string) => problem(400, 'Bad Request', detail);

  function refusalOf(sent: SentEntry, entry: LocalEntry): OutboundAnswer | undefined {
    const isTime = (text: string) => /^([01]?[0-9]|2[0-3]):[0-5][0-9]$/.test(text);
    const isRight = /^\d{4}-\d\d-\d\d$/.test(sent.date) && isTime(sent.start) && isTime(sent.end);
    if (!isRight) return badRequest('Invalid clock entry');
    if (sent.id !== undefined && !entries.has(entry.id)) return problem(404, 'Not Found', 'Timesheet entry not found');
    if (!known.get(entry.personId)?.is_active) return problem(404, 'Not Found', 'Employee not found');
    if (entry.until <= entry.from) return badRequest('The end must be after the start');
    if (closedDay !== '' && sent.date <= closedDay) return problem(409, 'Conflict', 'The timesheet is approved');
    return [...entries.values()].some((other) => overlaps(entry, other))
      ? problem(409, 'Conflict', 'Conflicting entries exist')
      : undefined;
  }

  /** All of them or none. */
  function store(body: string): OutboundAnswer {
    const sent: readonly SentEntry[] = JSON.parse(body).entries ?? [];
    if (sent.length === 0) return badRequest('There are no entries');
    const made = sent.map((each, index): LocalEntry => {
      const { id = entries.size + index + 1, employeeId, date, start, end } = each;
      const [from, until] = [`${date}T${start}`, `${date}T${end}`];
      return { id: String(id), personId: String(employeeId), purpose: 'work', from, until };
    });
    for (const [index, entry] of made.entries()) {
      const each = sent[index];
      const wrong = each && refusalOf(each, entry);
      if (wrong) return wrong;
    }
    for (const entry of made) entries.set(entry.id, entry);
    return answer(201, made.map(shown));
  }

  function shown({ id, personId, from, until }: LocalEntry) {
    const asInstant = (local: string) => `${instantIn(timeZone, local).replace(' ', 'T')}+00:00`;
    return {
      id: Number(id),
      employeeId: Number(personId),
      type: 'clock',
      date: from.slice(0, 10),
      start: asInstant(from),
      end: asInstant(until),
      timezone: timeZone,
      hours: 0,
      note: null,
      projectInfo: null,
    };
  }

  function listEntries(query: URLSearchParams): OutboundAnswer {
    const [start = '', end = ''] = [query.get('start') ?? '', query.get('end') ?? ''];
    const people = query.get('employeeIds');
    if (people !== null && !/^\d+(,\d+)*$/.test(people)) return badRequest('Malformed employeeIds');
    const oldest = daysAfter(timeIn(timeZone).dayOf(instantOf(clock())), -365);
    if (start < oldest || end < start) return badRequest('Dates must fall within the last 365 days');
    const rows = [...entries.values()].filter(({ personId, from }) => {
      const date = from.slice(0, 10);
      return date >= start && date <= end && (people?.split(',').includes(personId) ?? true);
    });
    return answer(200, rows.map(shown));
  }

  const report = () =>
    answer(200, {
      title: 'Rollcall',
      fields: [],
      employees: [...known.values()].map(({ id, number, name, email, is_active }) => ({
        id,
        employeeNumber: number,
        firstName: name.split(' ')[0],
        lastName: name.split(' ').slice(1).join(' '),
        displayName: name,
        workEmail: email,
        status: is_active ? 'Active' : 'Inactive',
      })),
    });

  const request: SafeRequest = async (address, { method = 'GET', body = '', headers = {} } = {}) => {
    const wait = secondsToWait();
    if (wait > 0) return answer(429, { title: 'Too Many Requests' }, { 'retry-after': String(wait) });
    const key = Buffer.from(`${secrets.api_key}:x`).toString('base64');
    if (isExpired || headers.Authorization !== `Basic ${key}`) return problem(401, 'Unauthorized', 'Invalid API key');
    const { pathname: path, searchParams: query } = new URL(address);
    switch (`${method} ${path}`) {
      case 'GET /api/v1/company_information':
        return answer(200, { legalName: 'BambooHR', displayName: 'BambooHR', phone: '801-724-6600' });
      case 'POST /api/v1/reports/custom':
        return report();
      case 'GET /api/v1/time_tracking/timesheet_entries':
        return listEntries(query);
      case 'POST /api/v1/time_tracking/clock_entries/store':
        return store(body);
      default:
        return answer(404, 'Not found');
    }
  };

  return {
    url: 'https://example.bamboohr.com',
    settings: { time_zone: timeZone },
    secrets,
    people: known,
    request,
    entries: () => describeEntries(entries.values(), timeZone),
    expireKey() {
      isExpired = true;
    },
    renewKey() {
      isExpired = false;
    },
    closeUntil(day) {
      closedDay = day;
    },
  };
}
