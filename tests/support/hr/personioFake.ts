// Personio's API v2 as documented: tokens that last a day, local times, periods of work and of breaks that may not
// overlap, pages with cursors. What the documents leave out is assumed: the words about overlaps and approved days, and
// that a period lasts at most a day.

import type { OutboundAnswer, SafeRequest } from '../../../server/platform/http/outbound.ts';
import {
  describeEntries,
  type FakeHr,
  type FakeHrOptions,
  type FakeLeave,
  type LocalEntry,
  limitTo,
  overlaps,
  twoDigits,
} from './fakeHr.ts';

const secrets = { client_secret: 'verY-Secret-p4ssw0rd' };
const settings = { client_id: 'papi-baaaaaad-c0de-fade-baad-00000000001d', number_attribute: 'dynamic_305' };
const mostPerMinute = 300;
const dayMs = 24 * 60 * 60_000;

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
}

export function createPersonioFake({ people, timeZone, clock }: FakeHrOptions) {
  const known = new Map(people.map((person) => [person.id, person]));
  const periods = new Map<string, LocalEntry>();
  const leaves = new Map<string, FakeLeave>();
  const tokens = new Map<string, number>();
  const secondsToWait = limitTo(mostPerMinute, clock);
  let isExpired = false;
  let closedDay = '';
  let count = 0;

  const answer = (status: number, body: unknown, headers = {}): OutboundAnswer => ({
    status,
    headers: { date: clock().toUTCString(), ...headers },
    body: body === undefined ? '' : JSON.stringify(body),
  });
  const problem = (status: number, title: string, detail: string) =>
    answer(status, {
      personio_trace_id: 'aswo3f-a202lfso-312123sld-1230ddd',
      timestamp: clock().toISOString(),
      errors: [{ title, detail, type: 'https://developer.personio.de/reference/errors#common.bad_request' }],
    });
  const notFound = () => problem(404, 'Resource not found', 'There is no resource for the specified id.');
  const badRequest = () => problem(400, 'Bad request', 'Provided request parameters are invalid.');
  const refused = (detail: string) => problem(422, 'Unprocessable entity', detail);

  function giveToken(body: string): OutboundAnswer {
    const form = new URLSearchParams(body);
    const isRight =
      form.get('grant_type') === 'client_credentials' &&
      form.get('client_id') === settings.client_id &&
      form.get('client_secret') === secrets.client_secret;
    if (isExpired || !isRight) {
      return answer(400, {
        timestamp: '2023-03-01T14:07:17Z',
        trace_id: 'baaaaaad-c0de-fade-baad-c000000000de',
        error: 'invalid_client',
        error_description:
          'Client authentication failed (e.g., unknown client, wrong secret, no client authentication included, or unsupported authentication method).',
        error_uri: 'https://developer.personio.de/reference/errors#credentials.oauth2.invalid_client',
      });
    }
    const token = `papi-${++count}`;
    tokens.set(token, clock().getTime());
    const scope = 'personio:persons:read personio:attendances:read personio:attendances:write';
    return answer(200, { access_token: token, expires_in: 86400, token_type: 'Bearer', scope });
  }

  function check(period: LocalEntry): OutboundAnswer | undefined {
    if (!known.get(period.personId)?.is_active) return notFound();
    if (period.until <= period.from) return refused('The start date must be before the end date.');
    const length = Date.parse(`${period.until}Z`) - Date.parse(`${period.from}Z`);
    if (length > dayMs) return refused('The time range of the period is too long.');
    if (closedDay !== '' && period.from.slice(0, 10) <= closedDay) return refused('The day is approved.');
    if ([...periods.values()].some((other) => overlaps(period, other))) {
      return refused('The period overlaps with another one.');
    }
    return undefined;
  }

  function create({ body }: Asked): OutboundAnswer {
    const { person, type, start, end } = JSON.parse(body);
    const times = [start?.date_time, end?.date_time];
    if (!['WORK', 'BREAK'].includes(type) || !times.every(isLocalTime)) return badRequest();
    const [from = '', until = ''] = times.map((time: string) => time.slice(0, 16));
    const id = `c81d-${periods.size + 1}`;
    const period: LocalEntry = { id, personId: person.id, purpose: type === 'WORK' ? 'work' : 'break', from, until };
    const wrong = check(period);
    if (wrong) return wrong;
    periods.set(id, period);
    return answer(201, { id });
  }

  function change({ path, body }: Asked): OutboundAnswer {
    const stored = periods.get(decodeURIComponent(path.split('/').at(-1) ?? ''));
    if (!stored) return notFound();
    const { end } = JSON.parse(body);
    if (!isLocalTime(end?.date_time)) return badRequest();
    const changed = { ...stored, until: end.date_time.slice(0, 16) };
    const wrong = check(changed);
    if (wrong) return wrong;
    periods.set(stored.id, changed);
    return answer(204, undefined);
  }

  function listPeriods({ query }: Asked): OutboundAnswer {
    const from = query.get('start.date_time.gte') ?? '0000-01-01T00:00:00';
    const until = query.get('start.date_time.lte') ?? '9999-01-01T00:00:00';
    const wanted = query.get('person.id')?.split(',');
    if (!isLocalTime(from) || !isLocalTime(until)) return badRequest();
    const rows = [...periods.values()].filter((period) => {
      const start = `${period.from}:00`;
      return start >= from && start <= until && (wanted?.includes(period.personId) ?? true);
    });
    return page(
      rows.map(({ id, personId, purpose, from: start, until: end }) => ({
        id,
        person: { id: personId },
        type: purpose === 'work' ? 'WORK' : 'BREAK',
        start: { date_time: `${start}:00` },
        end: { date_time: `${end}:00` },
        attribution_date: start.slice(0, 10),
        status: 'CONFIRMED',
      })),
      '/v2/attendance-periods',
      query,
      100,
    );
  }

  function listAbsences({ query }: Asked): OutboundAnswer {
    const start = query.get('starts_from.date_time.lte') ?? '9999';
    const end = query.get('ends_at.date_time.gte') ?? '';
    const rows = [...leaves.values()].filter(({ first, last }) => first <= start && `${last}T23:59` >= end);
    return page(
      rows.map(({ id, personId, first, last, halfDays = [], hours, isApproved = true }) => ({
        id,
        person: { id: personId },
        starts_from: {
          date_time: `${first}T${twoDigits(hours?.[0])}:00:00`,
          ...(hours === undefined && {
            type: halfDays.includes(first) && first !== last ? 'SECOND_HALF' : 'FIRST_HALF',
          }),
        },
        ends_at: {
          date_time: `${last}T${twoDigits(hours?.[1])}:00:00`,
          ...(hours === undefined && { type: halfDays.includes(last) ? 'FIRST_HALF' : 'SECOND_HALF' }),
        },
        absence_type: { id: '1' },
        approval: { status: isApproved ? 'APPROVED' : 'PENDING' },
      })),
      '/v2/absence-periods',
      query,
      100,
    );
  }

  const listPersons = ({ query }: Asked) =>
    page(
      [...known.values()].map(({ id, number, name, email, is_active }) => ({
        id,
        email,
        first_name: name.split(' ')[0],
        last_name: name.split(' ').slice(1).join(' '),
        status: is_active ? 'ACTIVE' : 'INACTIVE',
        custom_attributes: [
          {
            id: 'dynamic_305',
            type: 'string',
            value: number,
            global_id: 'personnel_number',
            label: 'Personnel number',
          },
          { id: 'dynamic_306', type: 'tags', value: ['a', 'b'], global_id: 'colors' },
        ],
        employments: [{ id: 'c85d978e-1104-4762-be94-c868525eef45' }],
      })),
      '/v2/persons',
      query,
      50,
    );

  /** One page of rows; its cursor says where the next page begins. */
  function page(rows: readonly object[], path: string, query: URLSearchParams, most: number): OutboundAnswer {
    const limit = Number(query.get('limit') ?? 10);
    if (!(limit >= 1 && limit <= most)) return badRequest();
    const begin = Number(query.get('cursor') ?? 0);
    const next = new URLSearchParams([...query].filter(([name]) => name !== 'cursor'));
    next.set('cursor', String(begin + limit));
    const hasMore = begin + limit < rows.length;
    return answer(200, {
      _data: rows.slice(begin, begin + limit),
      _meta: {
        links: {
          self: { href: `https://api.personio.de${path}` },
          ...(hasMore && { next: { href: `https://api.personio.de${path}?${next}` } }),
        },
      },
    });
  }

  const request: SafeRequest = async (address, { method = 'GET', body = '', headers = {} } = {}) => {
    const wait = secondsToWait();
    if (wait > 0) return answer(429, { message: 'Too many requests' }, { 'retry-after': String(wait) });
    const { pathname: path, searchParams: query } = new URL(address);
    if (method === 'POST' && path === '/v2/auth/token') return giveToken(body);
    const given = tokens.get((headers.Authorization ?? '').replace('Bearer ', ''));
    if (isExpired || given === undefined || Math.abs(clock().getTime() - given) > dayMs) {
      return problem(401, 'Unauthorized', 'Unauthorized Request');
    }
    const asked = { method, path, query, body };
    if (method === 'GET' && path === '/v2/persons') return listPersons(asked);
    if (method === 'GET' && path === '/v2/absence-periods') return listAbsences(asked);
    if (method === 'GET' && path === '/v2/attendance-periods') return listPeriods(asked);
    if (method === 'POST' && path === '/v2/attendance-periods') return create(asked);
    return method === 'PATCH' && path.startsWith('/v2/attendance-periods/') ? change(asked) : notFound();
  };

  return {
    url: 'https://api.personio.example',
    settings: { ...settings, skip_approval: 'true', time_zone: timeZone },
    secrets,
    people: known,
    leaves,
    request,
    entries: () => describeEntries(periods.values(), timeZone),
    expireKey() {
      isExpired = true;
      tokens.clear();
    },
    renewKey() {
      isExpired = false;
    },
    closeUntil(day: string) {
      closedDay = day;
    },
  } satisfies FakeHr;
}

const isLocalTime = (text: unknown) => typeof text === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text);
