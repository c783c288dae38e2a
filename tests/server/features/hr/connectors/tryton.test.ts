// The Tryton connector: its requests, how it reads each answer, and what its test finds. The answers are a real Tryton
// 6.0's; tests/server/features/hr/tryton/ uses one.

import { describe, expect, test } from 'vitest';
import type { Connection, EventItem } from '../../../../../server/features/hr/connectors/connector.ts';
import { tryton } from '../../../../../server/features/hr/connectors/tryton/tryton.ts';
import { createHrSystem } from '../../../../../server/features/hr/delivery/hrSystem.ts';
import type { OutboundAnswer } from '../../../../../server/platform/http/outbound.ts';
import { connectionTo } from '../../../../support/hr/hrCompany.ts';
import { createTrytonFake } from '../../../../support/hr/trytonFake.ts';

const now = new Date('2026-07-02T08:00:00Z');
const connection = connectionTo(
  'https://tryton.example',
  { database: 'hr', user: 'rollcall', password: 'a-long-secret-9', company: '1', time_zone: '' },
  { now, zone: 'Europe/Berlin' },
);
/** In the evening of the 1st in UTC, after midnight in Berlin. */
const item: EventItem = {
  kind: 'event',
  key: 'key of 1',
  employeeNumber: '00101',
  crmEmployeeId: '',
  personId: '7',
  controller: 'ACU-1',
  eventType: 'check-in',
  at: '2026-07-01 22:30:05',
  place: null,
};
const other: EventItem = { ...item, key: 'key of 2', eventType: 'check-out', at: '2026-07-02 06:00:00' };

const answered = (body: string, status = 200, headers = {}): OutboundAnswer => ({ status, headers, body });
const outcomeOf = (answer: OutboundAnswer, items = [item]) => tryton.outcome(items, answer, connection);
const fault = (error: unknown) => answered(JSON.stringify({ id: 1, error }));

test('sends lines in UTC, with the day of the site', () => {
  const { method, path, headers, body } = tryton.request([item], connection);
  expect([method, path, headers]).toEqual([
    'POST',
    '/hr/',
    { 'Content-Type': 'application/json', Authorization: 'Basic cm9sbGNhbGw6YS1sb25nLXNlY3JldC05' },
  ]);
  expect(body).toBe(
    '{"id":1,"method":"model.attendance.line.create","params":[[{"company":1,"employee":7,' +
      '"at":{"__class__":"datetime","year":2026,"month":7,"day":1,"hour":22,"minute":30,"second":5,"microsecond":0},' +
      '"date":{"__class__":"date","year":2026,"month":7,"day":2},"type":"in"}],{"language":"en"}]}',
  );
});

describe('takes as', () => {
  test('accepted: the ids of the lines, in their order', () => {
    expect(outcomeOf(answered('{"id":1,"result":[41,42]}'), [item, other])).toEqual({
      kind: 'answered',
      outcomes: new Map([
        ['key of 1', { kind: 'accepted', remoteId: '41' }],
        ['key of 2', { kind: 'accepted', remoteId: '42' }],
      ]),
    });
  });

  test.each([
    ['To modify attendance "Ada Lovelace@05/12/2026 16:00:00" you must reopen period "2026-05-31 22:00:00".'],
    ['The value for field "Employee" in "Attendance Line" is not valid according to its domain.'],
  ])('rejected: %s', (sentence) => {
    const reason = sentence;
    expect(outcomeOf(fault(['UserError', [sentence, '', null]]))).toEqual({ kind: 'rejected', reason });
  });

  test.each([
    [fault(['a'.repeat(20), '']), 'Tryton failed: aaaaaaaaaaaaaaaaaaaa'],
    [
      fault(["ModelSQL.write() missing 1 required positional argument: 'values'", '']),
      'Tryton counts days in another time zone than this connection: test it',
    ],
    [fault(["Database '/var/lib/hr.sqlite' doesn't exist!", '']), 'Tryton has no database hr'],
    [
      answered('', 401),
      "Tryton does not accept the user or the password. Enter another one in the company's HR connection",
    ],
    [answered('{"id":1,"result":null}'), 'The answer is not what Tryton answers'],
    [answered('{"id":1}'), 'The answer is not what Tryton answers'],
    [answered('{"id":1,"result":[1,2]}'), 'Tryton did not say which lines it made'],
    [answered('<h1>Welcome</h1>'), 'The answer is not what Tryton answers'],
    [answered('[]'), 'The answer is not what Tryton answers'],
    [answered('<h1>Moved</h1>', 302), 'The HR system redirects (HTTP 302); redirects are not followed'],
    [answered('<title>403</title>', 403), 'HTTP 403 Forbidden'],
  ])('for later: %j', (answer, reason) => {
    const outcome = outcomeOf(answer);
    const first = outcome.kind === 'answered' ? outcome.outcomes.get(item.key) : outcome;
    expect(first).toMatchObject({ kind: 'later', reason });
  });

  test('for later, and not before five minutes: a locked user', () => {
    expect(outcomeOf(answered('', 429))).toMatchObject({ kind: 'later', resumeAt: new Date('2026-07-02T08:05:00Z') });
  });

  test('for later, and as late as a proxy asks', () => {
    expect(outcomeOf({ ...answered('', 429), headers: { 'retry-after': '7200' } })).toEqual({
      kind: 'later',
      reason: 'HTTP 429 Too Many Requests',
      resumeAt: new Date('2026-07-02T10:00:00Z'),
    });
  });
});

describe('asks', () => {
  const people = ['7', '9'].map((id) => ({
    id,
    number: `0010${id}`,
    name: `Name of ${id}`,
    email: '',
    is_active: id === '7',
  }));
  const fakeOf = (timeZone: string) => createTrytonFake({ people, timeZone, clock: () => now });
  const system = (values = connection.values, fake = fakeOf('Europe/Berlin')) =>
    createHrSystem(
      { clock: () => now, safeRequest: fake.request, wait: async () => {} },
      { connector: tryton, connection: { ...connection, values }, expiresOn: '' },
    );
  const found = async (values?: Connection['values'], timeZone?: string) => {
    const findings = await system(values, fakeOf(timeZone ?? 'Europe/Berlin')).converse((opened) =>
      tryton.probe(opened),
    );
    return findings.map(({ what, says, state }) => `${state} ${what}: ${says}`);
  };

  test('which lines are there, by person, second and type', async () => {
    const hr = system();
    const search = () => hr.converse((opened) => tryton.find([item, other], opened));
    expect(await search()).toEqual(new Map());
    await hr.send([item]);
    expect(await search()).toEqual(new Map([['key of 1', '1']]));
  });

  test('who is there, and who left', async () => {
    const all = await system().converse((opened) => tryton.people(opened));
    expect(all).toEqual(people);
  });

  test('what there is to know before anything is sent', async () => {
    expect(await found()).toEqual([
      'good Version: 6.0.29',
      'good Clock: As here',
      'good Attendance module: 6.0.2',
      'good Company: Acme',
      'good Time zone: Europe/Berlin',
      'good Rights: May write attendance of others',
    ]);
  });

  test('about a company that is not there, and a wrong zone', async () => {
    expect(await found({ ...connection.values, company: '3' })).toContain(
      'bad Company: There is no company 3: 1 is Acme',
    );
    expect(await found(connection.values, 'Asia/Kolkata')).toContain(
      'bad Time zone: Asia/Kolkata: this connection uses Europe/Berlin',
    );
  });

  test.each([
    [{ password: 'wrong' }, 'Tryton does not accept the user or the password'],
    [{ database: 'nowhere' }, 'Tryton has no database nowhere'],
  ])('nothing more with %j', async (wrong, sentence) => {
    await expect(found({ ...connection.values, ...wrong })).rejects.toThrow(sentence);
  });
});
