// BambooHR's clock entries as its published API describes them: instants with offsets that may not overlap, changed by
// id, listed in pages by person and start. It does not say how approved timesheets refuse changes, so that is assumed;
// that entries may run past midnight is inferred from their being instants.

import type { OutboundAnswer, SafeRequest } from '../../../server/platform/http/outbound.ts';
import { daysAfter, instantOf, isTimeZone, timeIn } from '../../../server/platform/time/clock.ts';
import { type FakeHr, type FakeHrOptions, type FakeLeave, limitTo } from './fakeHr.ts';

const secrets = { api_key: 'a-long-key-9' };
const mostPerMinute = 150;

/** Instants, 'YYYY-MM-DD HH:MM:SS'. */
interface Entry {
  readonly id: number;
  readonly personId: string;
  readonly from: string;
  readonly until: string;
}

const instantIn = (timestamp: unknown): string =>
  typeof timestamp === 'string' && /T\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/.test(timestamp)
    ? instantOf(new Date(timestamp))
    : '';

export function createBambooFake({ people, timeZone, clock }: FakeHrOptions) {
  const known = new Map(people.map((person) => [person.id, person]));
  const entries = new Map<number, Entry>();
  const leaves = new Map<string, FakeLeave>();
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
  const invalid = (detail: string) => problem(422, 'Unprocessable Content', detail);
  const site = timeIn(timeZone);

  function refusalOf(entry: Entry): OutboundAnswer | undefined {
    const { id, personId, from, until } = entry;
    if (from === '' || until === '') return invalid('Invalid start or end');
    if (!known.get(personId)?.is_active) return problem(404, 'Not Found', 'Employee not found');
    if (until <= from) return invalid('The end must be after the start');
    if (closedDay !== '' && site.dayOf(from) <= closedDay) return problem(409, 'Conflict', 'The timesheet is approved');
    const overlaps = (other: Entry) =>
      other.id !== id && other.personId === personId && from < other.until && other.from < until;
    return [...entries.values()].some(overlaps) ? problem(409, 'Conflict', 'An overlapping entry exists') : undefined;
  }

  function create(body: string): OutboundAnswer {
    const { employeeId, start, end, timezone } = JSON.parse(body);
    if (!isTimeZone(timezone)) return invalid('Invalid timezone');
    return keep(
      { id: entries.size + 1, personId: String(employeeId), from: instantIn(start), until: instantIn(end) },
      201,
    );
  }

  /** Changes only what is given. */
  function change(id: number, body: string): OutboundAnswer {
    const before = entries.get(id);
    if (!before) return problem(404, 'Not Found', 'Clock entry not found');
    return keep({ ...before, until: instantIn(JSON.parse(body).end) }, 200);
  }

  function keep(entry: Entry, status: number): OutboundAnswer {
    const wrong = refusalOf(entry);
    if (wrong) return wrong;
    entries.set(entry.id, entry);
    return answer(status, shown(entry));
  }

  const shown = ({ id, personId, from, until }: Entry) => ({
    id,
    employeeId: Number(personId),
    timesheetId: 1,
    date: site.dayOf(from),
    start: site.wallClock(from),
    end: site.wallClock(until),
    timezone: timeZone,
    hours: 0,
    note: null,
  });

  const condition = /^(employeeId|start) (eq|ge|le) (\S+)$/;

  function listEntries(query: URLSearchParams): OutboundAnswer {
    const [page, pageSize] = [Number(query.get('page') ?? 1), Number(query.get('pageSize') ?? 50)];
    const filter = (query.get('filter') ?? '').split(' and ').filter(Boolean);
    const isRight = page >= 1 && pageSize >= 10 && pageSize <= 200 && filter.every((each) => condition.test(each));
    if (!isRight) return invalid('Invalid query parameters');
    const conditions = filter.map(conditionOf);
    const rows = [...entries.values()]
      .filter((entry) => conditions.every((isMet) => isMet(entry)))
      .sort((one, other) => (one.from < other.from ? -1 : one.from > other.from ? 1 : one.id - other.id));
    const totalPages = Math.ceil(rows.length / pageSize);
    const data = rows.slice((page - 1) * pageSize, page * pageSize).map(shown);
    return answer(200, { data, meta: { page, pageSize, totalItems: rows.length, totalPages } });
  }

  function conditionOf(text: string): (entry: Entry) => boolean {
    const [, field, operator, value = ''] = condition.exec(text) ?? [];
    if (field === 'employeeId') return ({ personId }) => personId === value;
    const instant = instantIn(value);
    return ({ from }) => (operator === 'ge' ? from >= instant : from <= instant);
  }

  /** Lists the requests that touch the days. Their weekend days have 0. */
  function timeOff(query: URLSearchParams): OutboundAnswer {
    const [start = '', end = ''] = [query.get('start') ?? '', query.get('end') ?? ''];
    if (!start || !end) return problem(400, 'Bad Request', 'Invalid or missing start or end');
    const touching = [...leaves.values()].filter(({ first, last }) => last >= start && first <= end);
    const state = ({ isApproved = true }: FakeLeave) => (isApproved ? 'approved' : 'canceled');
    const asked = touching.filter((each) => (query.get('status') ?? state(each)) === state(each));
    return answer(
      200,
      asked.map((each) => ({
        id: each.id,
        employeeId: each.personId,
        status: { status: state(each), lastChanged: '2026-01-01' },
        start: each.first,
        end: each.last,
        type: { id: '1', name: 'Vacation' },
        amount: { unit: each.hours === undefined ? 'days' : 'hours', amount: '1' },
        dates: datesOf(each),
      })),
    );
  }

  function datesOf({ first, last, halfDays = [], hours }: FakeLeave): Record<string, string> {
    const [from, until] = hours ?? [];
    const ofDay = from === undefined || until === undefined ? undefined : until - from;
    const dates: Record<string, string> = {};
    for (let day = first; day <= last; day = daysAfter(day, 1)) {
      const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
      dates[day] = isWeekend ? '0' : String(ofDay ?? (halfDays.includes(day) ? 0.5 : 1));
    }
    return dates;
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
    const changed = /^\/api\/v1\/time-tracking\/clock-entries\/(\d+)$/.exec(path)?.[1];
    if (method === 'PATCH' && changed) return change(Number(changed), body);
    switch (`${method} ${path}`) {
      case 'GET /api/v1/company_information':
        return answer(200, { legalName: 'BambooHR', displayName: 'BambooHR', phone: '801-724-6600' });
      case 'GET /api/v1/time_off/requests':
        return timeOff(query);
      case 'POST /api/v1/reports/custom':
        return report();
      case 'GET /api/v1/time-tracking/clock-entries':
        return listEntries(query);
      case 'POST /api/v1/time-tracking/clock-entries':
        return create(body);
      default:
        return answer(404, 'Not found');
    }
  };

  return {
    url: 'https://example.bamboohr.com',
    settings: { time_zone: timeZone },
    secrets,
    people: known,
    leaves,
    request,
    entries: () =>
      [...entries.values()].map(({ personId, from, until }) => `${personId} work ${from} to ${until}`).sort(),
    expireKey() {
      isExpired = true;
    },
    renewKey() {
      isExpired = false;
    },
    closeUntil(day: string) {
      closedDay = day;
    },
  } satisfies FakeHr;
}
