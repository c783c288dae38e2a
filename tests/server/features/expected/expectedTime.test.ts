// Expected time as callers enter and read it: what is refused and where, closed months, departments, absences, and
// erasure.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maybeOne, scalar, sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import type { Permission } from '../../../../src/shared/contract/permissions.ts';
import { addColleague } from '../../../support/people/users.ts';
import { startWorkforce, type Workforce } from '../../../support/people/workforce.ts';
import { databases } from '../../../support/server/databases.ts';
import { auditEntries } from '../../../support/server/testDatabase.ts';

/** A Wednesday. */
const now = new Date('2031-03-12T18:00:00Z');
const week = { monday: 480, tuesday: 480, wednesday: 480, thursday: 480, friday: 360, saturday: 0, sunday: 0 };

describe.each(databases)('on $name', ({ create }) => {
  let workforce: Workforce;
  beforeAll(async () => {
    workforce = await startWorkforce(create, now);
    await workforce.employ('Anna', { department: 'Kitchen' });
    await workforce.employ('Berta', { department: 'Kitchen' });
    await workforce.employ('Carl');
    await workforce.punch('Anna', '2031-03-10', 'in 08:00', 'out 16:30');
    await workforce.punch('Anna', '2031-03-11', 'in 09:20', 'out 17:00');
  });
  afterAll(() => workforce.server.stop());

  const ask = (key: string, body?: object) =>
    workforce.server.ask(key, { token: workforce.token, ...(body && { body }) });
  async function add(path: string, body: object): Promise<number> {
    const { status, json } = await ask(`POST ${path}`, body);
    expect(status, JSON.stringify(json)).toBe(201);
    return Number(Object(json.data).id);
  }
  async function refused(call: string, body?: object) {
    const { status, json } = await ask(call, body);
    expect(status, JSON.stringify(json)).toBe(422);
    return json.errors;
  }
  const ofCompany = () => ({ company_id: workforce.company, employee_id: null, valid_from: '2031-03-01', ...week });
  const addPattern = (fields: object = {}) => add('/week-patterns', { ...ofCompany(), ...fields });
  const row = async (name: string, query = 'start_date=2031-03-10&end_date=2031-03-16') => {
    const { json } = await ask(`GET /timesheets?company_id=${workforce.company}&${query}`);
    return answerDecoder('GET /timesheets')(json.data).data.find(({ employee }) => employee.name === name);
  };
  const ids = async (path: string) => {
    const { json } = await ask(`GET ${path}`);
    return answerDecoder('GET /timesheets')(json.data).data.map(({ employee }) => employee.name);
  };

  test('without a pattern, nothing is said', async () => {
    expect(await row('Anna')).not.toHaveProperty('expected_time');
    const { json } = await ask(`GET /presence/summary?company_id=${workforce.company}`);
    expect(Object(json.data).counts).toEqual({ in: 0, out: 0, not_seen: 3 });
  });

  test('a pattern is in timesheets, in the sheet with its explanation, and in who is missing', async () => {
    const id = await addPattern({ latest_start: '09:00', earliest_end: '15:00' });
    const anna = (await row('Anna'))?.expected_time;
    expect(anna).toMatchObject({ expected_minutes: 960, difference_minutes: 30 - 20, balance_minutes: null });
    expect(anna?.days.map(({ day, difference_minutes, marks }) => [day, difference_minutes, marks])).toEqual([
      ['2031-03-10', 30, []],
      ['2031-03-11', -20, ['late']],
      ['2031-03-12', null, []],
      ['2031-03-13', null, []],
      ['2031-03-14', null, []],
    ]);
    const sheet = await ask(`GET /timesheets/${workforce.idOf('Anna')}?start_date=2031-03-11&end_date=2031-03-11`);
    const { expected_time } = answerDecoder('GET /timesheets/{id}')(sheet.json.data);
    expect(expected_time?.days[0]?.explanation.slice(1)).toEqual([
      'Late: came at 09:20, latest start 09:00.',
      'Worked 7:40, expected 8:00: −0:20.',
    ]);
    const late = `/timesheets?company_id=${workforce.company}&start_date=2031-03-10&end_date=2031-03-16&mark=late`;
    expect(await ids(late)).toEqual(['Anna']);
    expect(await ids(`${late.replace('late', 'not_seen')}&page=2&per_page=1`)).toEqual(['Carl']);

    const { json } = await ask(`GET /presence/summary?company_id=${workforce.company}`);
    expect(Object(json.data).counts).toEqual({ in: 0, out: 0, not_seen: 3, missing: 3 });
    const missing = await ask(`GET /presence?company_id=${workforce.company}&state=missing`);
    expect(Object(missing.json.data).total).toBe(3);
    const people = answerDecoder('GET /presence')(missing.json.data).data;
    expect(people.map(({ is_missing }) => is_missing)).toEqual([true, true, true]);
    await ask(`DELETE /week-patterns/${id}`);
  });

  test('impossible values are refused at their fields', async () => {
    const id = await addPattern();
    const pattern = ofCompany();
    expect(await refused('POST /week-patterns', { ...pattern, employee_id: undefined })).toHaveProperty('employee_id');
    expect(await refused('POST /week-patterns', { ...pattern, monday: 25 * 60 })).toHaveProperty('monday');
    for (const latest_start of ['25:00', ' ', '9:00', '09:00 '])
      expect(await refused('POST /week-patterns', { ...pattern, latest_start })).toHaveProperty('latest_start');
    expect(await refused('POST /week-patterns', pattern)).toHaveProperty('valid_from');
    const stranger = await maybeOne<{ id: number }>(
      workforce.server.db,
      sql`select id from employees where company_id <> ${workforce.company} limit 1`,
    );
    expect(await refused('POST /week-patterns', { ...pattern, employee_id: stranger?.id })).toHaveProperty(
      'employee_id',
    );
    const free = `PUT /companies/${workforce.company}/free-days`;
    const day = { day: '2031-03-20', name: '', is_half: false };
    expect(await refused(free, { days: [day, day] })).toHaveProperty('days');
    expect(await refused(free, { days: Array.from({ length: 501 }, () => day) })).toHaveProperty('days');
    const leave = { employee_id: workforce.idOf('Carl'), first_day: '2031-03-20', last_day: '2031-03-21' };
    expect(await refused('POST /leaves', { ...leave, last_day: '2031-03-19' })).toHaveProperty('last_day');
    const leaveId = await add('/leaves', leave);
    expect(await refused('POST /leaves', { ...leave, last_day: '2031-03-20' })).toHaveProperty('first_day');
    await ask(`DELETE /leaves/${leaveId}`);
    await ask(`DELETE /week-patterns/${id}`);
  });

  test('the name of a free day that is too long is cut, also within a letter', async () => {
    const days = [{ day: '2031-03-20', name: `${'x'.repeat(254)}😀`, is_half: false }];
    const path = `/companies/${workforce.company}/free-days`;
    expect((await ask(`PUT ${path}`, { days })).status).toBe(200);
    const { json } = await ask(`GET ${path}`);
    const [first] = answerDecoder('GET /companies/{id}/free-days')(json.data).days;
    expect(first?.name).toBe(`${'x'.repeat(254)}\ufffd`);
    await ask(`PUT ${path}`, { days: [] });
  });

  test('a pattern of one person is for those who may view employees or timesheets', async () => {
    const employee_id = workforce.idOf('Anna');
    const ids = [await addPattern(), await addPattern({ employee_id })];
    const { db } = workforce.server;
    const seenBy = async (name: string, permissions: readonly Permission[]) => {
      const token = await addColleague(db, name, permissions, [workforce.company], now);
      const { json } = await workforce.server.ask(`GET /companies/${workforce.company}/week-patterns`, { token });
      return answerDecoder('GET /companies/{id}/week-patterns')(json.data).map(({ employee }) => employee?.name);
    };
    expect(await seenBy('Planner', ['companies.view', 'timesheets.view'])).toEqual([undefined, 'Anna']);
    expect(await seenBy('Clerk', ['companies.view', 'companies.edit'])).toEqual([undefined]);
    const token = await addColleague(db, 'Keeper', ['companies.view', 'companies.edit'], [workforce.company], now);
    const body = { company_id: workforce.company, valid_from: '2031-03-02', ...week, employee_id };
    expect((await workforce.server.ask('POST /week-patterns', { token, body })).status).toBe(403);
    const [ofAll, ofAnna] = ids.map((id) => `DELETE /week-patterns/${id}`);
    expect((await workforce.server.ask(`${ofAnna}`, { token })).status).toBe(404);
    expect((await ask(`${ofAnna}`)).status).toBe(200);
    expect((await workforce.server.ask(`${ofAll}`, { token })).status).toBe(200);
  });

  test('on days of leave, all time worked counts as more than expected', async () => {
    const id = await addPattern();
    const employee_id = workforce.idOf('Anna');
    const leave = await add('/leaves', { employee_id, first_day: '2031-03-10', last_day: '2031-03-10' });
    expect((await row('Anna'))?.expected_time?.days[0]).toMatchObject({
      expected_minutes: 0,
      difference_minutes: 510,
      excused: 'leave',
    });
    const balance = await add('/balances', { employee_id, day: '2031-03-11', minutes: -30, reason: 'Agreed' });
    expect((await row('Anna'))?.expected_time?.balance_minutes).toBe(-50);
    const { json } = await ask(`GET /employees/${employee_id}/expected-time`);
    expect(json.data).toMatchObject({
      patterns: [{ id, employee: null, department: '', monday: 480 }],
      leaves: [{ id: leave, first_day: '2031-03-10', is_half: false }],
      balances: [{ id: balance, minutes: -30, reason: 'Agreed' }],
    });
    for (const path of [`/leaves/${leave}`, `/balances/${balance}`, `/week-patterns/${id}`])
      expect((await ask(`DELETE ${path}`)).status).toBe(200);
    const sentences = (await auditEntries(workforce.server.db)).map(({ action }) => action);
    expect(sentences).toEqual(expect.arrayContaining(['leaves.create', 'leaves.delete', 'balances.create']));
  });

  test('absent is said from the day on from which all leave is entered', async () => {
    const id = await addPattern();
    const rules = { starts_at: '00:00', repeat_seconds: 60, needs_second_person: false };
    await ask(`PUT /companies/${workforce.company}/day-rules`, { ...rules, leave_known_from: '2031-03-11' });
    const marks = (await row('Carl'))?.expected_time?.days.flatMap((day) => day.marks);
    expect(marks).toEqual(['not_seen', 'absent']);
    await ask(`PUT /companies/${workforce.company}/day-rules`, { ...rules, leave_known_from: '' });
    await ask(`DELETE /week-patterns/${id}`);
  });

  test('a change never moves a closed month', async () => {
    const february = await addPattern({ valid_from: '2031-02-01' });
    const { json } = await ask('POST /closed-months', { company_id: workforce.company, month: '2031-02' });
    const month = Object(json.data).id;
    const employee_id = workforce.idOf('Carl');
    const days = [{ day: '2031-02-10', name: '', is_half: true }];
    const changes: [string, object?][] = [
      ['POST /week-patterns', { ...ofCompany(), valid_from: '2031-02-10' }],
      [`DELETE /week-patterns/${february}`],
      [`PUT /companies/${workforce.company}/free-days`, { days }],
      ['POST /leaves', { employee_id, first_day: '2031-02-28', last_day: '2031-03-02' }],
      ['POST /balances', { employee_id, day: '2031-02-28', minutes: 5, reason: 'Agreed' }],
      [`PUT /employees/${employee_id}`, { name: 'Carl', employed_from: '2031-02-10' }],
      [
        `PUT /companies/${workforce.company}/day-rules`,
        { starts_at: '00:00', repeat_seconds: 60, needs_second_person: false, leave_known_from: '2031-02-28' },
      ],
    ];
    for (const [call, body] of changes)
      expect(JSON.stringify(await refused(call, body)), call).toContain('February 2031 is closed');
    // Patterns that apply only later may be entered.
    await ask(`DELETE /week-patterns/${await addPattern()}`);
    await ask(`POST /closed-months/${month}/reopen`, { reason: 'Late papers' });
    await ask(`DELETE /week-patterns/${february}`);
  });

  test('an employee who moves to another department keeps the pattern of the former one for earlier days', async () => {
    const made = [await addPattern({ department: 'Kitchen', tuesday: 60 }), await addPattern()];
    const { db } = workforce.server;
    await db.run(sql`update employees set department = 'Bar' where id = ${workforce.idOf('Berta')}`);
    await db.run(sql`update former_departments set left_on = '2031-03-12'`);
    const minutes = (await row('Berta'))?.expected_time?.days.map((day) => day.expected_minutes);
    expect(minutes).toEqual([480, 60, 480, 480, 360]);
    for (const id of made) await ask(`DELETE /week-patterns/${id}`);
  });

  test('a department that is renamed keeps its past, and the pattern of the former name says that it counts for nobody', async () => {
    const { db } = workforce.server;
    const department = async (name: string) => {
      for (const each of ['Anna', 'Berta']) {
        const { json } = await ask(`GET /employees/${workforce.idOf(each)}`);
        const body = { ...Object(json.data), department: name };
        expect((await ask(`PUT /employees/${workforce.idOf(each)}`, body)).status).toBe(200);
      }
    };
    const patterns = async () => {
      const { json } = await ask(`GET /companies/${workforce.company}/week-patterns`);
      const read = answerDecoder('GET /companies/{id}/week-patterns')(json.data);
      return read.map((each) => [each.department, each.is_unused]);
    };
    const tuesdayAndThursday = async () => {
      const days = (await row('Berta'))?.expected_time?.days ?? [];
      return ['2031-03-11', '2031-03-13'].map((day) => days.find((each) => each.day === day)?.expected_minutes);
    };
    await department('Kitchen');
    await db.run(sql`delete from former_departments`);
    const ofKitchen = await addPattern({ department: 'Kitchen', tuesday: 60, thursday: 60 });
    const ofAll = await addPattern();
    expect(await patterns()).toEqual([
      ['', false],
      ['Kitchen', false],
    ]);
    await department('Canteen');
    expect(await patterns()).toEqual([
      ['', false],
      ['Kitchen', true],
    ]);
    expect(await tuesdayAndThursday()).toEqual([60, 480]);
    const ofCanteen = await addPattern({ department: 'Canteen', thursday: 60 });
    expect(await tuesdayAndThursday()).toEqual([60, 60]);
    expect(await patterns()).toContainEqual(['Canteen', false]);
    for (const id of [ofKitchen, ofAll, ofCanteen]) await ask(`DELETE /week-patterns/${id}`);
    await department('Kitchen');
    await db.run(sql`delete from former_departments`);
  });

  test('a department has its pattern, however it was typed, and if it was stored with spaces once', async () => {
    const { db } = workforce.server;
    const carl = `/employees/${workforce.idOf('Carl')}`;
    const patternOf = async (department: string) => {
      const { json } = await ask('POST /week-patterns', { ...ofCompany(), department });
      const { id, is_unused } = answerDecoder('POST /week-patterns')(json.data) ?? {};
      await ask(`DELETE /week-patterns/${id}`);
      return is_unused;
    };
    await ask(`PUT ${carl}`, { ...Object((await ask(`GET ${carl}`)).json.data), department: ' Bar\u00a0' });
    expect(Object((await ask(`GET ${carl}`)).json.data).department).toBe('Bar');
    expect(await patternOf('Bar')).toBe(false);
    await db.run(sql`update employees set department = 'Bar ' where id = ${workforce.idOf('Carl')}`);
    expect(await patternOf('Bar ')).toBe(false);
    await db.run(sql`update employees set department = '' where id = ${workforce.idOf('Carl')}`);
    await db.run(sql`delete from former_departments`);
  });

  test('another department counts from the day on which it was entered, by the clock of the company', async () => {
    const made = [await addPattern({ department: 'Bar', wednesday: 60, thursday: 60 }), await addPattern()];
    const rules = { starts_at: '00:00', repeat_seconds: 60, needs_second_person: false };
    const inZone = (timezone: string) => ask(`PUT /companies/${workforce.company}/day-rules`, { ...rules, timezone });
    // It is Thursday in Kiritimati and still Wednesday in Berlin.
    await inZone('Pacific/Kiritimati');
    const carl = `/employees/${workforce.idOf('Carl')}`;
    const inDepartment = async (department: string) => {
      const body = { ...Object((await ask(`GET ${carl}`)).json.data), department };
      expect((await ask(`PUT ${carl}`, body)).status).toBe(200);
    };
    await inDepartment('Bar');
    const minutes = (await row('Carl'))?.expected_time?.days.map((day) => [day.day, day.expected_minutes]);
    expect(minutes?.slice(2, 4)).toEqual([
      ['2031-03-12', 480],
      ['2031-03-13', 60],
    ]);
    await inDepartment('');
    await workforce.server.db.run(sql`delete from former_departments`);
    await inZone('');
    for (const id of made) await ask(`DELETE /week-patterns/${id}`);
  });

  test('a filter follows what happened since it was last asked', async () => {
    const id = await addPattern({ latest_start: '09:00' });
    const of = (mark: string) =>
      ids(`/timesheets?company_id=${workforce.company}&start_date=2031-03-10&end_date=2031-03-11&mark=${mark}`);
    expect(await of('not_seen')).toEqual(['Berta', 'Carl']);
    expect(await of('late')).toEqual(['Anna']);

    const [checkIn = 0] = await workforce.punch('Carl', '2031-03-10', 'in 09:30', 'out 17:00');
    expect(await of('late')).toEqual(['Anna', 'Carl']);
    const corrections = [{ kind: 'set_aside', record_id: checkIn, last_correction_id: 0 }];
    const { status, json } = await ask('POST /corrections', { corrections, reason: 'Not Carl' });
    expect(status, JSON.stringify(json)).toBe(201);
    expect(await of('late')).toEqual(['Anna']);

    const whole = { first_day: '2031-03-10', last_day: '2031-03-11' };
    const leave = await add('/leaves', { employee_id: workforce.idOf('Berta'), ...whole });
    expect(await of('not_seen')).toEqual(['Carl']);
    await ask(`DELETE /leaves/${leave}`);
    expect(await of('not_seen')).toEqual(['Berta', 'Carl']);
    await workforce.employ('Dora');
    expect(await of('not_seen')).toEqual(['Berta', 'Carl', 'Dora']);

    await ask(`DELETE /week-patterns/${id}`);
    expect(await of('not_seen')).toEqual([]);
  });

  test('after the day of a deletion, by the clock of the company, nothing is expected', async () => {
    const pattern = await addPattern();
    const rules = { starts_at: '00:00', repeat_seconds: 60, needs_second_person: false };
    const inZone = (timezone: string) => ask(`PUT /companies/${workforce.company}/day-rules`, { ...rules, timezone });
    await inZone('America/Los_Angeles');
    await workforce.employ('Emma');
    await workforce.punch('Emma', '2031-03-10', 'in 18:00', 'out 23:00');
    // The afternoon of 10 March in that zone.
    const { db } = workforce.server;
    await db.run(sql`update employees set deleted_at = '2031-03-11 00:30:00' where id = ${workforce.idOf('Emma')}`);
    const days = (await row('Emma'))?.expected_time?.days.map(({ day, expected_minutes, excused }) => [
      day,
      expected_minutes || excused,
    ]);
    expect(days?.slice(0, 2)).toEqual([
      ['2031-03-10', 480],
      ['2031-03-11', 'not_employed'],
    ]);
    await inZone('');
    await ask(`DELETE /week-patterns/${pattern}`);
  });

  test('of an erased person nothing is left, and nothing expected', async () => {
    const pattern = await addPattern();
    const employee_id = workforce.idOf('Anna');
    await add('/leaves', { employee_id, first_day: '2031-03-20', last_day: '2031-03-20' });
    await ask(`DELETE /employees/${employee_id}`);
    const { status, json } = await ask('POST /privacy/erasures', {
      ...{ kind: 'employees', id: employee_id, reason: 'Asked for it' },
      last_day: '2031-03-11',
    });
    expect(status, JSON.stringify(json)).toBe(200);
    for (const table of [sql`leaves`, sql`balances`, sql`former_departments`])
      expect(
        await maybeOne(workforce.server.db, sql`select 1 as one from ${table} where employee_id = ${employee_id}`),
      ).toBeUndefined();
    const sheet = await ask(`GET /timesheets/${employee_id}?start_date=2031-03-10&end_date=2031-03-11`);
    const { expected_time } = answerDecoder('GET /timesheets/{id}')(sheet.json.data);
    expect(expected_time?.expected_minutes).toBe(0);
    await ask(`DELETE /week-patterns/${pattern}`);
  });

  test('the expected time of a deleted company stays, and so do the codes of its people', async () => {
    const employee_id = workforce.idOf('Berta');
    const code = { company_id: workforce.company, employee_id, code: 'B-7', valid_from: '', valid_until: '' };
    await ask('POST /employee-codes', code);
    const paths = [
      `/week-patterns/${await addPattern({ valid_from: '2031-09-01' })}`,
      `/leaves/${await add('/leaves', { employee_id, first_day: '2031-09-01', last_day: '2031-09-02', is_half: false })}`,
      `/balances/${await add('/balances', { employee_id, day: '2031-09-03', minutes: 90, reason: 'Agreed' })}`,
      `/employee-codes/${await scalar(workforce.server.db, sql`select max(id) from employee_codes`)}`,
    ];
    expect(await ask(`DELETE /companies/${workforce.company}`)).toMatchObject({ status: 200 });
    for (const path of paths) expect([path, (await ask(`DELETE ${path}`)).status]).toEqual([path, 404]);
  });
});
