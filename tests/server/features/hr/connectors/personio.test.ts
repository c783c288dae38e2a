// The Personio connector: its requests, how it reads each answer, and what its test finds. Bodies are the examples of
// Personio's documents where there are any. No real Personio was used.

import { describe, expect, test } from 'vitest';
import type { Connection, PairItem } from '../../../../../server/features/hr/connectors/connector.ts';
import { personio } from '../../../../../server/features/hr/connectors/personio/personio.ts';
import { createHrSystem } from '../../../../../server/features/hr/delivery/hrSystem.ts';
import type { OutboundAnswer, SafeRequest } from '../../../../../server/platform/http/outbound.ts';
import { connectionTo } from '../../../../support/hr/hrCompany.ts';
import { createPersonioFake } from '../../../../support/hr/personioFake.ts';

const now = new Date('2026-01-16T08:00:00Z');
const connection = connectionTo(
  'https://api.personio.de',
  {
    client_id: 'papi-baaaaaad-c0de-fade-baad-00000000001d',
    client_secret: 'verY-Secret-p4ssw0rd',
    number_attribute: 'dynamic_305',
    skip_approval: 'false',
    time_zone: 'Europe/Berlin',
  },
  { now, session: 'papi-token' },
);
/** From 09:00:12 to 17:30:59 in Berlin. */
const work: PairItem = {
  kind: 'pair',
  key: 'key of the end',
  employeeNumber: '00123',
  crmEmployeeId: '',
  personId: '123',
  controller: 'ACU-1',
  purpose: 'work',
  from: '2026-01-15 08:00:12',
  until: '2026-01-15 16:30:59',
  remoteId: '',
};
const changed: PairItem = { ...work, remoteId: 'bd242cd1-5116-41a0-99aa-c12af4837c81' };

const answered = (body: string, status = 200, headers = {}): OutboundAnswer => ({ status, headers, body });
const problem = (status: number, detail: string) =>
  answered(
    JSON.stringify({
      personio_trace_id: 'aswo3f-a202lfso-312123sld-1230ddd',
      timestamp: '2021-05-28T11:17:30+00:00',
      errors: [
        { title: 'Bad request', detail, type: 'https://developer.personio.de/reference/errors#common.bad_request' },
      ],
    }),
    status,
  );
const outcomeOf = (answer: OutboundAnswer, item = work) => personio.outcome([item], answer, connection);

describe('sends', () => {
  test('a pair as a period of local minutes', () => {
    expect(personio.request([work], connection)).toEqual({
      method: 'POST',
      path: '/v2/attendance-periods?skip_approval=false',
      headers: {
        Accept: 'application/json',
        Authorization: 'Bearer papi-token',
        'Content-Type': 'application/json',
        'X-Personio-App-ID': 'ROLLCALL',
      },
      body:
        '{"person":{"id":"123"},"type":"WORK","start":{"date_time":"2026-01-15T09:00:00"},' +
        '"end":{"date_time":"2026-01-15T17:30:00"}}',
    });
  });

  test('a break as one, and without approval if that is wanted', () => {
    const values = { ...connection.values, skip_approval: 'true' };
    const { path, body } = personio.request([{ ...work, purpose: 'break' }], { ...connection, values });
    expect(path).toBe('/v2/attendance-periods?skip_approval=true');
    expect(body).toContain('"type":"BREAK"');
  });

  test('a later end as a change of the period', () => {
    const { method, path, body } = personio.request([changed], connection);
    expect([method, path, body]).toEqual([
      'PATCH',
      '/v2/attendance-periods/bd242cd1-5116-41a0-99aa-c12af4837c81?skip_approval=false',
      '{"end":{"date_time":"2026-01-15T17:30:00"}}',
    ]);
  });
});

describe('takes as', () => {
  const accepted = (remoteId: string) => ({
    kind: 'answered',
    outcomes: new Map([['key of the end', { kind: 'accepted', remoteId }]]),
  });

  test('accepted: the id of a new period, and any answer to a change', () => {
    expect(outcomeOf(answered('{"id":"c81d"}', 201))).toEqual(accepted('c81d'));
    expect(outcomeOf(answered('', 204), changed)).toEqual(accepted(changed.remoteId));
    expect(outcomeOf(answered('{"id":"bd242cd1"}'), changed)).toEqual(accepted(changed.remoteId));
  });

  test.each([400, 404, 409, 422])('rejected, with Personio’s words: status %i', (status) => {
    const outcome = outcomeOf(problem(status, 'There is no resource for the specified id.'));
    expect(outcome).toEqual({ kind: 'rejected', reason: 'There is no resource for the specified id.' });
  });

  const notPersonio = 'The answer is not what Personio answers';

  test('for later: a new period without its id', () => {
    const outcomes = new Map([[work.key, { kind: 'later', reason: notPersonio }]]);
    expect(outcomeOf(answered('{"affected_periods":[]}', 201))).toEqual({ kind: 'answered', outcomes });
  });

  test.each([
    [answered('{"id":', 201), notPersonio],
    [answered('<h1>Welcome</h1>'), notPersonio],
    [answered('<h1>Moved</h1>', 302), 'The HR system redirects (HTTP 302); redirects are not followed'],
    [answered('<h1>Nothing here</h1>', 404), 'HTTP 404 Not Found'],
    [answered('', 503), 'HTTP 503 Service Unavailable'],
    [problem(403, 'Forbidden'), 'HTTP 403: Forbidden'],
    [
      problem(404, 'The endpoint with /v2/attendance-periods was not found.'),
      'HTTP 404: The endpoint with /v2/attendance-periods was not found.',
    ],
  ])('for later, also after a change: %j', (answer, reason) => {
    for (const item of [work, changed]) {
      const outcome = outcomeOf(answer, item);
      const first = outcome.kind === 'answered' ? outcome.outcomes.get(work.key) : outcome;
      expect(first).toMatchObject({ kind: 'later', reason });
    }
  });

  test.each([
    ['not before Personio wants it', { 'retry-after': '90' }, '2026-01-16T08:01:30Z'],
    ['in a minute, if Personio does not say', {}, '2026-01-16T08:01:00Z'],
  ])('for later, and %s', (_, headers, instant) => {
    expect(outcomeOf(answered('', 429, headers))).toMatchObject({ kind: 'later', resumeAt: new Date(instant) });
  });
});

test('refuses what local minutes cannot say', () => {
  const refusal = (from: string, until: string) => personio.refusal({ ...work, from, until }, connection);
  expect(refusal('2026-01-15 22:00:00', '2026-01-16 05:00:00')).toBeUndefined();
  expect(refusal('2026-01-15 08:00:10', '2026-01-15 08:00:50')).toMatch(/begins and ends in the same one/);
  // The clock shows 02:10 twice on 25 October 2026: at 00:10 and at 01:10 in UTC.
  expect(refusal('2026-10-25 00:10:00', '2026-10-25 09:00:00')).toBeUndefined();
  expect(refusal('2026-10-25 01:10:00', '2026-10-25 09:00:00')).toMatch(/the clock was set back/);
  expect(refusal('2026-10-24 20:00:00', '2026-10-25 00:10:00')).toBeUndefined();
  expect(refusal('2026-10-24 20:00:00', '2026-10-25 01:10:00')).toMatch(/the clock was set back/);
  expect(refusal('2026-10-25 00:40:00', '2026-10-25 01:30:00')).toMatch(/the clock was set back/);
});

describe('asks', () => {
  const people = Array.from({ length: 120 }, (_, index) => ({
    id: String(index + 1),
    number: `00${index + 1}`,
    name: `John Smith ${index + 1}`,
    email: `john.${index + 1}@personio.de`,
    is_active: index > 0,
  }));
  const fakeWith = (change: Connection['values'] = {}, clock = () => now) => {
    const fake = createPersonioFake({ people, timeZone: 'Europe/Berlin', clock });
    const asked: string[] = [];
    const safeRequest: SafeRequest = async (url, options) => {
      asked.push(`${options?.method} ${url.replace('https://api.personio.de', '')}`);
      return fake.request(url, options);
    };
    const values: Connection['values'] = { ...connection.values, ...change };
    const opened = { ...connection, values, session: '' };
    const system = createHrSystem(
      { clock, safeRequest, wait: async () => {} },
      { connector: personio, connection: opened, expiresOn: '' },
    );
    return { fake, asked, system };
  };
  const item = { ...work, personId: '7' };

  test('for a token once, and for a new one when it has expired', async () => {
    const { asked, fake, system } = fakeWith();
    await system.send([item]);
    fake.expireKey();
    fake.renewKey();
    expect(await system.send([{ ...item, from: '2026-01-14 08:00:00', until: '2026-01-14 09:00:00' }])).toMatchObject({
      kind: 'answered',
    });
    const [token, create] = ['POST /v2/auth/token', 'POST /v2/attendance-periods?skip_approval=false'];
    expect(asked).toEqual([token, create, create, token, create]);
    expect(fake.entries()).toHaveLength(2);
  });

  test('which periods are there, by person, type and minutes', async () => {
    const { asked, system } = fakeWith();
    const search = (...items: PairItem[]) => system.converse((opened) => personio.find(items, opened));
    expect(await search(item)).toEqual(new Map());
    await system.send([item]);
    expect(await search(item)).toEqual(new Map([[item.key, 'c81d-1']]));
    expect(await search({ ...item, purpose: 'break' })).toEqual(new Map());
    expect(await search({ ...item, until: '2026-01-15 16:31:00' })).toEqual(new Map());
    expect(await search({ ...item, personId: '8' })).toEqual(new Map());
    expect(decodeURIComponent(asked.at(-1) ?? '')).toBe(
      'GET /v2/attendance-periods?limit=100&person.id=8&' +
        'start.date_time.gte=2026-01-15T09:00:00&start.date_time.lte=2026-01-15T09:00:59',
    );
  });

  test('once for each week of what it looks up, and for every page', async () => {
    const { asked, system } = fakeWith();
    const items = Array.from({ length: 101 }, (_, index) => {
      const at = (seconds: number) => new Date(Date.UTC(2026, 0, 5, 0, index * 3, seconds)).toISOString();
      const instant = (seconds: number) => at(seconds).slice(0, 19).replace('T', ' ');
      return { ...item, key: `key ${index}`, from: instant(0), until: instant(120) };
    });
    const later = { ...item, key: 'later', from: '2026-01-12 08:00:00', until: '2026-01-12 09:00:00' };
    for (const each of [...items, later]) await system.send([each]);
    asked.length = 0;
    const found = await system.converse((opened) => personio.find([...items, later], opened));
    expect(found.size).toBe(102);
    expect(asked).toHaveLength(3);
  });

  test('who is there, page by page, and who left', async () => {
    const { asked, system } = fakeWith();
    expect(await system.converse((opened) => personio.people(opened))).toEqual(people);
    expect(asked.filter((each) => each.startsWith('GET'))).toHaveLength(3);
  });

  test('no further when a page links to itself', async () => {
    const page = '{"_data":[],"_meta":{"links":{"next":{"href":"https://api.personio.de/v2/persons?cursor=cur_1"}}}}';
    const talk = personio.people({ ...connection });
    talk.next();
    talk.next(answered(page));
    expect(() => talk.next(answered(page))).toThrow('Personio repeats a page of its list');
  });

  test('only Personio, wherever a link leads', () => {
    const talk = personio.people({ ...connection });
    talk.next();
    const page = '{"_data":[],"_meta":{"links":{"next":{"href":"https://elsewhere.example/steal?cursor=cur_1"}}}}';
    expect(talk.next(answered(page)).value).toMatchObject({ path: '/v2/persons?cursor=cur_1' });
  });

  test.each(['{"_meta":{}}', '{"_data":null}', '[]', '<h1>Hello</h1>'])('and does not take %s for nobody', (body) => {
    const talk = personio.people({ ...connection });
    talk.next();
    expect(() => talk.next(answered(body))).toThrow('The answer is not what Personio answers');
  });

  test('what there is to know before anything is sent', async () => {
    const { asked, system } = fakeWith();
    const findings = await system.converse((opened) => personio.probe(opened));
    expect(findings.map(({ what, says, state }) => `${state} ${what}: ${says}`)).toEqual([
      'good Version: API v2',
      'good Clock: As here',
      'good Company: John Smith 1 is one of its 120 people',
      'good Personnel number: 120 people have one',
      'good Reading attendance: Allowed',
      'good Writing attendance: Allowed',
      'good Time zone: Europe/Berlin',
    ]);
    expect(asked.filter((each) => !each.startsWith('GET') && !each.endsWith('/v2/auth/token'))).toEqual([]);
  });

  test('about a wrong attribute and a wrong zone', async () => {
    const { system } = fakeWith({ number_attribute: 'dynamic_1', time_zone: 'Europe/Berln' });
    const findings = await system.converse((opened) => personio.probe(opened));
    const attributes = 'dynamic_305 (Personnel number), dynamic_306 (colors)';
    expect(findings).toContainEqual({
      what: 'Personnel number',
      says: `No one has the attribute dynamic_1. The attributes are ${attributes}`,
      state: 'bad',
    });
    expect(findings).toContainEqual({
      what: 'Time zone',
      says: 'Europe/Berln is not a known time zone, so UTC is used',
      state: 'bad',
    });
  });

  test('and is told of rights that the credentials lack', () => {
    const talk = personio.probe(connection);
    talk.next();
    talk.next(
      answered('{"access_token":"papi-1","expires_in":86400,"token_type":"Bearer","scope":"personio:persons:read"}'),
    );
    talk.next(answered('{"_data":[]}'));
    const { value } = talk.next(answered('{"_data":[{"id":"3003","first_name":"John","last_name":"Smith"}]}'));
    expect(value).toContainEqual({
      what: 'Writing attendance',
      says: 'Personio does not name the right personio:attendances:write',
      state: 'warning',
    });
  });

  test('nothing more with a wrong secret', async () => {
    const { system } = fakeWith({ client_secret: 'verY-wr0ng-p4ssw0rd' });
    await expect(system.converse((opened) => personio.probe(opened))).rejects.toThrow(
      /^Personio does not accept the client: Client authentication failed.*\)\. Enter another one in the company's/,
    );
  });

  test('and is told when it asks too often', async () => {
    const { system } = fakeWith();
    const outcomes = [];
    for (let count = 0; count < 310; count++) outcomes.push(await system.send([item]));
    expect(outcomes.at(-1)).toMatchObject({ kind: 'later', resumeAt: new Date('2026-01-16T08:01:00Z') });
    expect(personio.requestsPerMinute).toBeLessThan(300);
  });
});
