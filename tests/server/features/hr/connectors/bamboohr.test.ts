// The BambooHR connector: its requests, how it reads each answer, and what its test finds. Statuses and fields are from
// BambooHR's published description of its API. No real BambooHR was used.

import { describe, expect, test } from 'vitest';
import { bamboohr } from '../../../../../server/features/hr/connectors/bamboohr/bamboohr.ts';
import type { PairItem } from '../../../../../server/features/hr/connectors/connector.ts';
import { createHrSystem } from '../../../../../server/features/hr/delivery/hrSystem.ts';
import type { OutboundAnswer, SafeRequest } from '../../../../../server/platform/http/outbound.ts';
import { createBambooFake } from '../../../../support/hr/bamboohrFake.ts';
import { connectionTo } from '../../../../support/hr/hrCompany.ts';

const now = new Date('2026-01-16T08:00:00Z');
const connection = connectionTo(
  'https://example.bamboohr.com',
  { api_key: 'a-long-key-9', time_zone: 'America/Denver' },
  { now },
);
/** From 09:00:12 to 17:30:59 in Denver, which is the next day in UTC. */
const work: PairItem = {
  kind: 'pair',
  key: 'key of the end',
  employeeNumber: '00012',
  crmEmployeeId: '',
  personId: '12',
  controller: 'ACU-1',
  purpose: 'work',
  from: '2026-01-15 16:00:12',
  until: '2026-01-16 00:30:59',
  remoteId: '',
};
const changed: PairItem = { ...work, remoteId: '77' };

const answered = (body: string, status = 200, headers = {}): OutboundAnswer => ({ status, headers, body });
const problem = (status: number, detail: string) =>
  answered(JSON.stringify({ title: 'A title', status, detail }), status);
const outcomeOf = (answer: OutboundAnswer, item = work) => bamboohr.outcome([item], answer, connection);

describe('sends', () => {
  test('a pair as an entry with two instants, in minutes', () => {
    expect(bamboohr.request([work], connection)).toEqual({
      method: 'POST',
      path: '/api/v1/time-tracking/clock-entries',
      headers: {
        Accept: 'application/json',
        Authorization: 'Basic YS1sb25nLWtleS05Ong=',
        'Content-Type': 'application/json',
      },
      body:
        '{"employeeId":12,"start":"2026-01-15T09:00:00-07:00","end":"2026-01-15T17:30:00-07:00",' +
        '"timezone":"America/Denver"}',
    });
  });

  test('a later end by the id of the entry', () => {
    const { method, path, body } = bamboohr.request([changed], connection);
    expect([method, path, body]).toEqual([
      'PATCH',
      '/api/v1/time-tracking/clock-entries/77',
      '{"end":"2026-01-15T17:30:00-07:00"}',
    ]);
  });

  test('a shift past midnight, and one in the hour that occurs twice', () => {
    const night = { ...work, from: '2026-01-16 05:00:00', until: '2026-01-16 13:00:00' };
    // The clock in Denver shows 01:10 twice on 1 November 2026: at 07:10 and at 08:10 in UTC.
    const repeated = { ...work, from: '2026-11-01 07:10:00', until: '2026-11-01 08:10:00' };
    expect([night, repeated].map((item) => JSON.parse(bamboohr.request([item], connection).body ?? ''))).toMatchObject([
      { start: '2026-01-15T22:00:00-07:00', end: '2026-01-16T06:00:00-07:00' },
      { start: '2026-11-01T01:10:00-06:00', end: '2026-11-01T01:10:00-07:00' },
    ]);
  });
});

describe('takes as', () => {
  const notBamboo = 'The answer is not what BambooHR answers';

  test.each([[work], [changed]])('accepted: the entry with its id', (item) => {
    const body = '{"id":77,"employeeId":12,"date":"2026-01-15","start":"2026-01-15T09:00:00-07:00"}';
    expect(outcomeOf(answered(body, 201), item)).toEqual({
      kind: 'answered',
      outcomes: new Map([[item.key, { kind: 'accepted', remoteId: '77' }]]),
    });
  });

  test.each([
    [400, 'Malformed request body.'],
    [404, 'No timesheet covering the requested date exists for the employee'],
    [409, 'An overlapping entry exists'],
    [422, 'The end must be after the start'],
  ])('rejected, with BambooHR’s words: status %i', (status, reason) => {
    expect(outcomeOf(problem(status, reason))).toEqual({ kind: 'rejected', reason });
    const header = { 'x-bamboohr-error-message': reason };
    expect(outcomeOf(answered('', status, header))).toEqual({ kind: 'rejected', reason });
  });

  test.each([
    [answered('[]', 201), notBamboo],
    [answered('{"employeeId":12}', 201), notBamboo],
    [answered('{"id":7', 201), notBamboo],
    [answered('<h1>Welcome</h1>'), notBamboo],
    [answered('<h1>Moved</h1>', 302), 'The HR system redirects (HTTP 302); redirects are not followed'],
    [answered('<h1>Nothing here</h1>', 404), 'HTTP 404 Not Found'],
    [answered('', 401), "BambooHR does not accept the API key. Enter another one in the company's HR connection"],
    [problem(403, 'API access is not turned on'), 'The API key lacks a right. HTTP 403: API access is not turned on'],
    [problem(422, 'Invalid timezone'), 'HTTP 422: Invalid timezone'],
    [answered('', 500), 'HTTP 500 Internal Server Error'],
  ])('for later: %j', (answer, reason) => {
    const outcome = outcomeOf(answer);
    const first = outcome.kind === 'answered' ? outcome.outcomes.get(work.key) : outcome;
    expect(first).toMatchObject({ kind: 'later', reason });
  });

  test.each([429, 503])('for later, and not before BambooHR wants it: status %i', (status) => {
    const outcome = outcomeOf(answered('', status, { 'retry-after': '30' }));
    expect(outcome).toMatchObject({ kind: 'later', resumeAt: new Date('2026-01-16T08:00:30Z') });
  });
});

test('refuses what BambooHR can never take', () => {
  const refusal = (from: string, until: string) => bamboohr.refusal({ ...work, from, until });
  expect(refusal(work.from, work.until)).toBeUndefined();
  expect(refusal('2026-01-16 06:59:00', '2026-01-16 07:00:00')).toBeUndefined();
  expect(refusal('2026-01-15 16:00:10', '2026-01-15 16:00:50')).toMatch(/begins and ends in the same one/);
});

describe('asks', () => {
  const people = ['12', '13'].map((id) => ({
    id,
    number: `000${id}`,
    name: `Ava Nguyen ${id}`,
    email: `ava.${id}@example.com`,
    is_active: id === '12',
  }));
  const systemWith = (answer?: (url: string) => OutboundAnswer | undefined, values = connection.values) => {
    const fake = createBambooFake({ people, timeZone: 'America/Denver', clock: () => now });
    const asked: string[] = [];
    const safeRequest: SafeRequest = async (url, options) => {
      asked.push(`${options?.method} ${url.replace('https://example.bamboohr.com/api/v1', '')}`);
      return answer?.(url) ?? fake.request(url, options);
    };
    const opened = { ...connection, values };
    const system = createHrSystem(
      { clock: () => now, safeRequest, wait: async () => {} },
      { connector: bamboohr, connection: opened, expiresOn: '' },
    );
    return { fake, asked, system };
  };
  const findingsOf = async ({ system }: ReturnType<typeof systemWith>) =>
    (await system.converse((opened) => bamboohr.probe(opened))).map(
      ({ what, says, state }) => `${state} ${what}: ${says}`,
    );

  test('which entries are there, by person and minutes', async () => {
    const { asked, system } = systemWith();
    const search = (...items: PairItem[]) => system.converse((opened) => bamboohr.find(items, opened));
    expect(await search(work)).toEqual(new Map());
    await system.send([work]);
    expect(await search(work)).toEqual(new Map([[work.key, '1']]));
    expect(await search({ ...work, until: '2026-01-16 00:31:00' })).toEqual(new Map());
    expect(await search({ ...work, personId: '13' })).toEqual(new Map());
    expect(decodeURIComponent(asked[0] ?? '').replaceAll('+', ' ')).toBe(
      'GET /time-tracking/clock-entries?filter=employeeId eq 12 and start ge 2026-01-15T16:00:00Z and start le' +
        ' 2026-01-15T16:00:00Z&sort=start asc&page=1&pageSize=200',
    );
  });

  test('also in another offset, through all pages, and of several people at once', async () => {
    const entryOf = (id: number, employeeId: number) => ({
      id,
      employeeId,
      start: '2026-01-15T11:00:00-05:00',
      end: '2026-01-15T19:30:00-05:00',
      timezone: 'America/New_York',
    });
    const { asked, system } = systemWith((url) => {
      const page = Number(new URL(url).searchParams.get('page'));
      return answered(JSON.stringify({ data: [entryOf(page, 11 + page)], meta: { page, totalPages: 2 } }));
    });
    const other = { ...work, key: 'of another', personId: '13' };
    expect(await system.converse((opened) => bamboohr.find([work, other], opened))).toEqual(
      new Map([
        [work.key, '1'],
        ['of another', '2'],
      ]),
    );
    expect(asked.map((each) => each.includes('employeeId'))).toEqual([false, false]);
  });

  test('and takes no open entry for a pair', async () => {
    const open = { id: 5, employeeId: 12, start: '2026-01-15T09:00:00-07:00', end: null, timezone: 'America/Denver' };
    const { system } = systemWith(() => answered(JSON.stringify({ data: [open], meta: { totalPages: 1 } })));
    expect(await system.converse((opened) => bamboohr.find([work], opened))).toEqual(new Map());
  });

  test.each(['null', '{}', '<h1>Hello</h1>'])('and does not take %s for a timesheet without entries', async (body) => {
    const { system } = systemWith(() => answered(body));
    const search = system.converse((opened) => bamboohr.find([work], opened));
    await expect(search).rejects.toThrow('The answer is not what BambooHR answers');
  });

  test('who is there, who left, and their numbers', async () => {
    expect(await systemWith().system.converse((opened) => bamboohr.people(opened))).toEqual(people);
  });

  test('the directory if there is no report, which has no numbers', async () => {
    const directory = {
      fields: [{ id: 'displayName', type: 'text', name: 'Display name' }],
      employees: [{ id: '12', displayName: 'Ava Nguyen', workEmail: 'ava@example.com', canUploadPhoto: 1 }],
    };
    const { system } = systemWith((url) =>
      url.includes('/reports/') ? answered('', 404) : answered(JSON.stringify(directory)),
    );
    expect(await system.converse((opened) => bamboohr.people(opened))).toEqual([
      { id: '12', number: '', name: 'Ava Nguyen', email: 'ava@example.com', is_active: true },
    ]);
  });

  test('what there is to know before anything is sent', async () => {
    const world = systemWith();
    await world.system.send([work]);
    world.asked.length = 0;
    expect(await findingsOf(world)).toEqual([
      'good Version: API v1',
      'good Company: BambooHR',
      'good Clock: As here',
      'good People: 2, 2 of them with an employee number',
      'good Time Tracking: Timesheets can be read',
      'good Time zone: America/Denver',
      'warning Writing timesheets: Whether the key may write them shows only when the first entry is sent',
    ]);
    expect(world.asked.filter((each) => each.startsWith('POST /time'))).toEqual([]);
  });

  test('about an account without Time Tracking, and a key that may not read the company', async () => {
    const forbidden = systemWith((url) =>
      /time-tracking|company/.test(url) ? problem(403, 'Not turned on') : undefined,
    );
    const findings = await findingsOf(forbidden);
    expect(findings).toContain('warning Company: The key may not read its name');
    expect(findings).toContain(
      'bad Time Tracking: Is it part of the account? The API key lacks a right. HTTP 403: Not turned on',
    );
  });

  test('about another zone on the timesheets', async () => {
    const world = systemWith(undefined, { ...connection.values, time_zone: 'Europe/Berlin' });
    await world.system.send([{ ...work, from: '2026-01-15 08:00:00', until: '2026-01-15 09:00:00' }]);
    expect(await findingsOf(world)).toContain(
      'warning Time zone: America/Denver on timesheets: this connection uses Europe/Berlin',
    );
  });

  test('nothing more with a wrong key', async () => {
    const wrong = systemWith(undefined, { ...connection.values, api_key: 'wrong' });
    await expect(findingsOf(wrong)).rejects.toThrow('BambooHR does not accept the API key');
  });

  test('and is told when it asks too often', async () => {
    const { system } = systemWith();
    const outcomes = [];
    for (let count = 0; count < 151; count++) outcomes.push(await system.send([work]));
    expect(outcomes.at(-1)).toMatchObject({ kind: 'later', resumeAt: new Date('2026-01-16T08:01:00Z') });
    expect(bamboohr.requestsPerMinute).toBeLessThan(150);
  });
});
