// What the connector relies on, proven with a real Tryton. If a test here fails with another version of Tryton, the
// connector needs review.

import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { bystander, runTryton, type Tryton } from '../../../../support/hr/tryton/runTryton.ts';
import {
  type Answer,
  ask,
  basic,
  instantOf,
  type SignIn,
  type WireInstant,
  wireDay,
  wireInstant,
} from '../../../../support/hr/tryton/trytonClient.ts';

let tryton: Tryton;
beforeAll(async () => {
  tryton = await runTryton(inject('trytonTemplate'));
});
afterAll(() => tryton.stop());

const english = { language: 'en' };

const addressOf = ({ url, database }: Tryton) => `${url}/${database}/`;

const askAs = <Result>(signIn: SignIn, method: string, ...params: readonly unknown[]): Promise<Answer<Result>> =>
  ask(addressOf(tryton), method, [...params, english], basic(signIn));

const call = <Result>(method: string, ...params: readonly unknown[]) => askAs<Result>(tryton.user, method, ...params);

/** A refusal by Tryton with this sentence. */
const refusal = (sentence: unknown) => ({
  status: 200,
  error: ['UserError', expect.arrayContaining([sentence])],
});

const lineOf = (employee: number, at: string, type: string, date = at.slice(0, 10)) => ({
  company: tryton.company.id,
  employee,
  at: wireInstant(new Date(at)),
  date: wireDay(date),
  type,
});
const create = (...lines: readonly object[]) => call<number[]>('model.attendance.line.create', lines);

let people = 0;
/** Adds an employee whose attendance no other test looks at. */
async function someone() {
  people += 1;
  const code = `00${people}`;
  const [id = 0] = await tryton.addEmployees([{ code, name: `Employee ${people}`, email: `${people}@example.com` }]);
  return {
    id,
    code,
    lines: async () => (await tryton.lines()).filter(({ employee }) => employee === code),
    seconds: async () =>
      (await tryton.sheetSeconds()).filter(({ employee }) => employee === code).map(({ seconds }) => seconds),
  };
}

describe('signing in', () => {
  const count = ['model.attendance.line.search_count', [['id', '=', 0]]] as const;

  test('each request may carry the password, and then needs no session', async () => {
    expect(await call(...count)).toEqual({ status: 200, result: 0 });
  });

  test('a session does as well', async () => {
    const { login, password } = tryton.user;
    const address = addressOf(tryton);
    const { result } = await ask<[number, string]>(address, 'common.db.login', [login, { password }, 'en']);
    const session = `Session ${Buffer.from([login, ...(result ?? [])].join(':')).toString('base64')}`;
    expect(await ask(address, count[0], [count[1], english], session)).toEqual({ status: 200, result: 0 });
    expect(await ask(address, 'common.db.logout', [], session)).toEqual({ status: 200, result: null });
    expect(await ask(address, count[0], [count[1], english], session)).toEqual({ status: 401 });
  });

  test('a wrong password and none are 401', async () => {
    expect(await askAs({ ...tryton.user, password: 'wrong' }, ...count)).toEqual({ status: 401 });
    expect(await ask(addressOf(tryton), count[0], [count[1], english])).toEqual({ status: 401 });
  });

  test('after too many wrong passwords the right one is refused too, with 429', async () => {
    const strict = await runTryton(inject('trytonTemplate'), { wrongPasswords: 0 });
    onTestFinished(() => strict.stop());
    const statusFor = async (password: string) => {
      const authorization = basic({ ...strict.user, password });
      return (await ask(addressOf(strict), count[0], [count[1], english], authorization)).status;
    };
    expect([await statusFor('wrong'), await statusFor(strict.user.password)]).toEqual([401, 429]);
  });
});

describe('recording lines', () => {
  test('the same line again is accepted, and doubles the hours', async () => {
    const { id, seconds, lines } = await someone();
    const clockIn = lineOf(id, '2026-05-12T07:00:00Z', 'in');
    expect((await create(clockIn, lineOf(id, '2026-05-12T15:00:00Z', 'out'))).result).toHaveLength(2);
    expect(await seconds()).toEqual([8 * 3600]);
    expect((await create(clockIn)).result).toHaveLength(1);
    expect(await seconds()).toEqual([16 * 3600]);
    expect((await lines()).map(({ at, type }) => `${at} ${type}`)).toEqual([
      '2026-05-12T07:00:00.000Z in',
      '2026-05-12T07:00:00.000Z in',
      '2026-05-12T15:00:00.000Z out',
    ]);
  });

  test('of a list with one bad line, none is stored', async () => {
    const { id, lines } = await someone();
    const good = lineOf(id, '2026-05-12T07:00:00Z', 'in');
    expect(await create(good, lineOf(4711, '2026-05-12T07:00:00Z', 'in'))).toEqual(
      refusal('The value for field "Employee" in "Attendance Line" is not valid according to its domain.'),
    );
    expect(await create(good, lineOf(id, '2026-05-12T07:00:00Z', 'inside'))).toEqual(
      refusal('The value "inside" for field "Type" in "Attendance Line" is not one of the allowed options.'),
    );
    expect(await lines()).toEqual([]);
  });

  test('nothing is recorded for someone who does not work there that day', async () => {
    const { id, lines } = await someone();
    await tryton.admin('model.company.employee.write', [id], { end_date: wireDay('2026-05-11') });
    expect(await create(lineOf(id, '2026-05-12T07:00:00Z', 'in'))).toEqual(
      refusal('The value for field "Employee" in "Attendance Line" is not valid according to its domain.'),
    );
    expect(await lines()).toEqual([]);
  });

  test('a closed period takes nothing before its end, and gives nothing back', async () => {
    const { id, lines } = await someone();
    const { result } = await create(lineOf(id, '2020-01-31T12:00:00Z', 'in'));
    await tryton.closePeriod(new Date('2020-02-01T00:00:00Z'));
    const late = lineOf(id, '2020-01-31T16:00:00Z', 'out');
    expect(await create(late)).toEqual(refusal(expect.stringMatching(/^To modify attendance /)));
    const remove = 'model.attendance.line.delete';
    expect(await call(remove, result)).toEqual(refusal(expect.stringMatching(/^To delete attendance /)));
    expect((await create(lineOf(id, '2020-02-01T00:00:00Z', 'out'))).status).toBe(200);
    expect((await lines()).map(({ at }) => at)).toEqual(['2020-01-31T12:00:00.000Z', '2020-02-01T00:00:00.000Z']);
  });

  test('the date must be the day in the company’s time zone; another is a fault, without a sentence', async () => {
    const { id, lines } = await someone();
    const { error } = await create(lineOf(id, '2026-07-01T22:30:00Z', 'in', '2026-07-01'));
    expect(error).toEqual([expect.stringContaining("required positional argument: 'values'"), '']);
    expect(await lines()).toEqual([]);
    expect((await create(lineOf(id, '2026-07-01T22:30:00Z', 'in', '2026-07-02'))).status).toBe(200);
    expect((await lines()).map(({ date }) => date)).toEqual(['2026-07-02']);
  });

  test('a deleted line is not deleted again, and neither is any other', async () => {
    const { id, lines } = await someone();
    const { result = [] } = await create(
      lineOf(id, '2026-05-12T07:00:00Z', 'in'),
      lineOf(id, '2026-05-12T15:00:00Z', 'out'),
    );
    const remove = (ids: readonly number[]) => call('model.attendance.line.delete', ids);
    expect(await remove(result.slice(0, 1))).toEqual({ status: 200, result: null });
    expect(await remove(result)).toEqual(refusal(expect.stringMatching(/that don't exist anymore\.$/)));
    expect((await lines()).map(({ type }) => type)).toEqual(['out']);
  });

  test('one search finds an exact list, even a long one', async () => {
    const { id } = await someone();
    const other = await someone();
    const minutes = Array.from({ length: 1_200 }, (_, index) => new Date(Date.UTC(2026, 5, 1, 6, index)));
    const wanted = minutes.map((at) => lineOf(id, at.toISOString(), 'in', berlinDay(at)));
    const { result } = await create(...wanted, lineOf(other.id, '2026-06-01T06:00:00Z', 'in'));
    const found = await call(
      'model.attendance.line.search',
      [
        ['company', '=', tryton.company.id],
        ['employee', 'in', [id]],
        ['at', 'in', wanted.map(({ at }) => at)],
      ],
      0,
      null,
      [['id', 'ASC']],
    );
    expect(found).toEqual({ status: 200, result: result?.slice(0, -1) });
  });
});

/** The day in the company's time zone, valid in summer. */
const berlinDay = (at: Date) => new Date(at.getTime() + 2 * 3_600_000).toISOString().slice(0, 10);

describe('reading, by a user of the group Attendance Administration', () => {
  test('the version is told to anyone, by the server and not by its database', async () => {
    const version = { status: 200, result: expect.stringMatching(/^\d+\.\d+\.\d+$/) };
    expect(await ask(`${tryton.url}/`, 'common.server.version', [])).toEqual(version);
    expect(await ask(addressOf(tryton), 'common.server.version', [])).toEqual({ status: 401 });
  });

  test('a module, the company with its time zone, and the company that the user is in', async () => {
    const modules = await call('model.ir.module.search_read', [['name', '=', 'attendance']], 0, 1, null, ['state']);
    expect(modules.result).toEqual([expect.objectContaining({ state: 'activated' })]);
    const fields = ['rec_name', 'timezone'];
    const { id, name } = tryton.company;
    expect((await call('model.company.company.search_read', [], 0, null, null, fields)).result).toEqual([
      { id, rec_name: name, timezone: 'Europe/Berlin' },
    ]);
    expect((await call('model.res.user.get_preferences', true)).result).toMatchObject({ company: id });
  });

  test('employees, page by page, with the code and the e-mail address of their party', async () => {
    const first = await someone();
    const second = await someone();
    const pageAfter = (id: number) => {
      const filter = [
        ['company', '=', tryton.company.id],
        ['id', '>', id],
      ];
      const fields = ['party.code', 'party.email'];
      return call('model.company.employee.search_read', filter, 0, 1, [['id', 'ASC']], fields);
    };
    const rowOf = ({ id, code }: typeof first) => ({
      id,
      'party.': { id: expect.any(Number), code, email: `${Number(code)}@example.com` },
    });
    expect((await pageAfter(first.id - 1)).result).toEqual([rowOf(first)]);
    expect((await pageAfter(first.id)).result).toEqual([rowOf(second)]);
    expect((await pageAfter(second.id)).result).toEqual([]);
  });

  test('the day that Tryton takes an instant for, and its clock', async () => {
    const line = { company: tryton.company.id, at: wireInstant(new Date('2026-07-01T22:30:00Z')) };
    const day = await call('model.attendance.line.on_change_with', line, ['date']);
    expect(day.result).toEqual({ date: wireDay('2026-07-02') });
    const before = Date.now();
    const now = await call<{ at: WireInstant }>('model.attendance.line.default_get', ['at'], false);
    const theirs = now.result ? instantOf(now.result.at).getTime() : Number.NaN;
    expect(theirs).toBeGreaterThanOrEqual(before);
    expect(theirs).toBeLessThanOrEqual(Date.now());
  });

  test('but no change to employees or users', async () => {
    const { id } = await someone();
    const write = (model: string, values: object) => call(`model.${model}.write`, [id], values);
    expect(await write('company.employee', { end_date: wireDay('2026-12-31') })).toEqual(
      refusal('You are not allowed to access "Employee".'),
    );
    expect(await write('res.user', { name: 'Someone else' })).toEqual(refusal('You are not allowed to access "User".'));
  });
});

describe('rights', () => {
  test('the access to lines is the same without the group; periods and the list of groups tell the difference', async () => {
    const accessOf = async (signIn: SignIn) => {
      const models = ['attendance.line', 'attendance.period'];
      return (await askAs(signIn, 'model.ir.model.access.get_access', models)).result;
    };
    const any = { read: 1, write: 1, create: 1, delete: 1 };
    const none = { read: 0, write: 0, create: 0, delete: 0 };
    expect(await accessOf(tryton.user)).toEqual({ 'attendance.line': any, 'attendance.period': any });
    expect(await accessOf(bystander)).toEqual({ 'attendance.line': any, 'attendance.period': none });

    const group = await call<{ db_id: number }[]>(
      'model.ir.model.data.search_read',
      [
        ['module', '=', 'attendance'],
        ['fs_id', '=', 'group_attendance_admin'],
      ],
      0,
      1,
      null,
      ['db_id'],
    );
    const groupsOf = async (signIn: SignIn) =>
      (await askAs<{ groups: number[] }>(signIn, 'model.res.user.get_preferences', true)).result?.groups;
    expect(await groupsOf(tryton.user)).toEqual(group.result?.map(({ db_id }) => db_id));
    expect(await groupsOf(bystander)).toEqual([]);
  });

  test('without the group, nobody records what others did', async () => {
    const { id, lines } = await someone();
    const line = lineOf(id, '2026-05-12T07:00:00Z', 'in');
    expect(await askAs(bystander, 'model.attendance.line.create', [line])).toEqual(
      refusal(expect.stringMatching(/^You are not allowed to create records of "Attendance Line"/)),
    );
    expect(await lines()).toEqual([]);
  });
});

test('killed and started again at the same address, Tryton has what it accepted, and another one has nothing of it', async () => {
  const other = await runTryton(inject('trytonTemplate'));
  onTestFinished(() => other.stop());
  const { id, lines } = await someone();
  await create(lineOf(id, '2026-05-12T07:00:00Z', 'in'));
  await tryton.kill();
  await expect(create(lineOf(id, '2026-05-12T15:00:00Z', 'out'))).rejects.toThrow('fetch failed');
  await tryton.restart();
  expect((await create(lineOf(id, '2026-05-12T16:00:00Z', 'out'))).status).toBe(200);
  expect((await lines()).map(({ at }) => at)).toEqual(['2026-05-12T07:00:00.000Z', '2026-05-12T16:00:00.000Z']);
  expect(await other.lines()).toEqual([]);
});
