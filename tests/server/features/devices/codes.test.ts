// Codes that devices send and nobody has, and giving them to employees.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scalar, sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';
import { createCompany, fact } from './intake/company.ts';

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let token: string;
  let companies = 0;
  beforeAll(async () => {
    server = await startServer({ createDatabase: create });
    token = await server.signIn(server.users.administrator);
  });
  afterAll(() => server.stop());

  const evening = '2026-11-20 20:00:00';

  async function company() {
    const made = await createCompany(server.db, `Company ${++companies}`);
    const assign = (code: string, employee: number, period: { valid_from?: string; valid_until?: string } = {}) =>
      server.ask('POST /employee-codes', {
        token,
        body: { company_id: made.companyId, code, employee_id: employee, valid_from: '', valid_until: '', ...period },
      });
    /** Who has each record's code, by time: '7 Anna' or '7 nobody'. */
    const owners = async () => {
      const rows = await server.db.all<{ code: string; name: string | null }>(
        sql`select employee_code as code, employees.name from attendance left join employees
            on employees.id = attendance.employee_id
          where attendance.company_id = ${made.companyId} order by occurred_at`,
      );
      return rows.map(({ code, name }) => `${code} ${name ?? 'nobody'}`);
    };
    return { ...made, assign, owners };
  }

  test('a code that is assigned names its records of the days in which it is valid, and those to come', async () => {
    const { employ, addDoor, hear, assign, owners } = await company();
    const [anna, berta] = [await employ('101', 'Anna'), await employ('102', 'Berta')];
    const door = await addDoor();
    const at = (day: string) => fact(`7 in ${day} 08:00:00`);
    await hear(door, ['2026-11-01', '2026-11-10', '2026-11-11', '2026-11-18'].map(at), evening);
    const first = await assign('7', anna, { valid_from: '2026-11-02', valid_until: '2026-11-10' });
    expect([first.status, answerDecoder('POST /employee-codes')(first.json.data)?.records]).toEqual([201, 1]);
    const second = await assign('7', berta, { valid_from: '2026-11-11' });
    expect(answerDecoder('POST /employee-codes')(second.json.data)?.records).toBe(2);
    await hear(door, [fact('7 out 2026-11-10 17:00:00'), fact('7 out 2026-11-19 17:00:00')], evening);
    expect(await owners()).toEqual(['7 nobody', '7 Anna', '7 Anna', '7 Berta', '7 Berta', '7 Berta']);
  });

  test('a code has one owner at a time', async () => {
    const { employ, assign } = await company();
    const [anna, berta] = [await employ('101', 'Anna'), await employ('102', 'Berta')];
    await assign('7', anna, { valid_from: '2026-11-01', valid_until: '2026-11-10' });
    const overlapping = await assign('7', berta, { valid_from: '2026-11-10' });
    expect([overlapping.status, overlapping.json.message]).toEqual([422, 'Anna has the code 7 at that time']);
    const always = await assign('7', berta);
    expect(always.status).toBe(422);
    expect((await assign('7', berta, { valid_from: '2026-11-11' })).status).toBe(201);
    const number = await assign('101', berta);
    expect([number.status, number.json.message]).toEqual([422, '101 is the employee ID of Anna']);
    const backwards = await assign('9', berta, { valid_from: '2026-11-11', valid_until: '2026-11-10' });
    expect(backwards.json.errors).toHaveProperty('valid_until');
    expect((await assign(' ', berta)).json.errors).toEqual({ code: ['Code is required'] });
  });

  test('invisible letters, which come along with pasted text, are no part of an ID or a code', async () => {
    const { companyId, addDoor, hear, assign, owners } = await company();
    const add = (employee_id: string) =>
      server.ask('POST /employees', { token, body: { company_id: companyId, employee_id, name: 'Anna' } });
    const added = answerDecoder('GET /employees/{id}')((await add('\u200b101\ufeff')).json.data);
    expect(added.employee_id).toBe('101');
    expect((await add('101')).json.errors).toEqual({ employee_id: ['This ID is already used in this company'] });
    expect((await add('\u200b')).json.errors).toEqual({ employee_id: ['Employee ID is required'] });
    const body = { name: 'Anna', employee_id: '\u2060102' };
    const edited = await server.ask(`PUT /employees/${added.id}`, { token, body });
    expect(edited.json.data).toMatchObject({ employee_id: '102' });
    expect((await assign('7\u00ad', added.id)).status).toBe(201);
    expect((await assign('\u200b', added.id)).json.errors).toEqual({ code: ['Code is required'] });
    await hear(await addDoor(), [fact('102 in 2026-11-01 08:00:00'), fact('7 out 2026-11-01 17:00:00')], evening);
    expect(await owners()).toEqual(['102 Anna', '7 Anna']);
  });

  test('an employee cannot get an ID that is a code of another', async () => {
    const { companyId, employ, assign } = await company();
    const anna = await employ('101', 'Anna');
    await assign('7', anna);
    const body = { company_id: companyId, employee_id: '7', name: 'Berta' };
    const { status, json } = await server.ask('POST /employees', { token, body });
    expect([status, json.errors]).toEqual([422, { employee_id: ['This ID is a code of Anna'] }]);
    const own = { name: 'Anna', employee_id: '7' };
    expect((await server.ask(`PUT /employees/${anna}`, { token, body: own })).status).toBe(200);
  });

  test('an employee cannot get what stands for the ID or code of an erased person', async () => {
    const { companyId, employ, assign } = await company();
    const refusal = ['Such an ID stands for an erased person. Please choose another'];
    const body = { company_id: companyId, employee_id: ' erased-12', name: 'Berta' };
    const added = await server.ask('POST /employees', { token, body });
    expect([added.status, added.json.errors]).toEqual([422, { employee_id: refusal }]);
    const anna = await employ('101', 'Anna');
    const edited = await server.ask(`PUT /employees/${anna}`, {
      token,
      body: { name: 'Anna', employee_id: 'erased-7' },
    });
    expect(edited.json.errors).toEqual({ employee_id: refusal });
    // Codes that begin like this are never listed as unknown, so no employee may have one.
    for (const code of ['erased-12-2', 'erased-card'])
      expect((await assign(code, anna)).json.errors).toEqual({ code: refusal });
  });

  test('events that had no name when their person was erased are neither unknown codes nor exceptions', async () => {
    const { companyId, addDoor, hear } = await company();
    await hear(await addDoor(), [fact('7 in 2026-11-19 08:00:00'), fact('8 in 2026-11-19 08:00:00')], evening);
    await server.db.run(
      sql`update attendance set employee_code = 'erased-12' where company_id = ${companyId} and employee_code = '7'`,
    );
    const query = `company_id=${companyId}`;
    const unknown = await server.ask(`GET /unknown-codes?${query}`, { token });
    expect(answerDecoder('GET /unknown-codes')(unknown.json.data)).toMatchObject({ total: 1, data: [{ code: '8' }] });
    const days = 'start_date=2026-11-19&end_date=2026-11-19';
    const exceptions = await server.ask(`GET /exceptions?${query}&${days}`, { token });
    expect(answerDecoder('GET /exceptions')(exceptions.json.data).data).toMatchObject([
      { kind: 'unknown_person', employee_code: '8' },
    ]);
  });

  test('an employee cannot get back an ID that has become the code of another', async () => {
    const { employ, assign } = await company();
    const [anna, berta] = [await employ('101', 'Anna'), await employ('102', 'Berta')];
    await assign('7', anna, { valid_until: '2026-11-10' });
    await assign('7', berta, { valid_from: '2026-11-11' });
    for (const [id, name, other] of [
      [anna, 'Anna', 'Berta'],
      [berta, 'Berta', 'Anna'],
    ] as const) {
      const body = { name, employee_id: '7' };
      const { status, json } = await server.ask(`PUT /employees/${id}`, { token, body });
      expect([status, json.errors]).toEqual([422, { employee_id: [`This ID is a code of ${other}`] }]);
    }
  });

  test('directions alternate over all codes of a person, once they are known to be hers', async () => {
    const { employ, addDoor, hear, assign, attendance } = await company();
    const anna = await employ('101', 'Anna');
    const door = await addDoor({ direction: 'alternating' });
    await hear(door, [fact('101 none 2026-11-20 08:00:00'), fact('7 none 2026-11-20 12:00:00')], evening);
    expect(await attendance()).toEqual(['101 in 2026-11-20 08:00:00', '7 in 2026-11-20 12:00:00']);
    const { json } = await assign('7', anna);
    expect(await attendance()).toEqual(['101 in 2026-11-20 08:00:00', '7 out 2026-11-20 12:00:00']);
    const id = answerDecoder('POST /employee-codes')(json.data)?.code.id;
    expect((await server.ask(`DELETE /employee-codes/${id}`, { token })).status).toBe(200);
    expect(await attendance()).toEqual(['101 in 2026-11-20 08:00:00', '7 in 2026-11-20 12:00:00']);
  });

  test('a code that is removed is nobody’s, but what was sent to HR stays', async () => {
    const { companyId, employ, addDoor, hear, assign, owners } = await company();
    const anna = await employ('101', 'Anna');
    const door = await addDoor();
    const { json } = await assign('7', anna);
    await hear(door, [fact('7 in 2026-11-20 08:00:00'), fact('7 out 2026-11-20 17:00:00')], evening);
    expect(await owners()).toEqual(['7 Anna', '7 Anna']);
    await server.db.run(
      sql`insert into hr_deliveries (attendance_id, company_id, day, state, next_try_at, was_sent)
        select id, ${companyId}, '2026-11-20', 'accepted', ${evening}, true from attendance
        where company_id = ${companyId} and event_type = 'check-in'`,
    );
    const id = answerDecoder('POST /employee-codes')(json.data)?.code.id;
    await server.ask(`DELETE /employee-codes/${id}`, { token });
    expect(await owners()).toEqual(['7 Anna', '7 nobody']);
    await hear(door, [fact('7 in 2026-11-20 18:00:00')], evening);
    expect(await owners()).toEqual(['7 Anna', '7 nobody', '7 nobody']);
  });

  test('a code that is removed is still hers while it is her employee ID, too', async () => {
    const { employ, addDoor, hear, assign, owners } = await company();
    const anna = await employ('101', 'Anna');
    const { json } = await assign('7', anna);
    const own = { name: 'Anna', employee_id: '7' };
    expect((await server.ask(`PUT /employees/${anna}`, { token, body: own })).status).toBe(200);
    const door = await addDoor();
    await hear(door, [fact('7 in 2026-11-20 08:00:00')], evening);
    const id = answerDecoder('POST /employee-codes')(json.data)?.code.id;
    expect((await server.ask(`DELETE /employee-codes/${id}`, { token })).status).toBe(200);
    await hear(door, [fact('7 out 2026-11-20 17:00:00')], evening);
    expect(await owners()).toEqual(['7 Anna', '7 Anna']);
  });

  test('lists the codes of nobody with what they did, and those of employees', async () => {
    const { companyId, employ, addDoor, hear, assign } = await company();
    const anna = await employ('101', 'Anna');
    const [front, back] = [await addDoor(), await addDoor()];
    await hear(front, [fact('7 in 2026-11-20 08:00:00'), fact('101 in 2026-11-20 08:00:00')], evening);
    await hear(back, [fact('7 out 2026-11-20 17:00:00'), fact('9 in 2026-11-20 08:00:00')], evening);
    const unknown = async (query = '') => {
      const { json } = await server.ask(`GET /unknown-codes?company_id=${companyId}${query}`, { token });
      return answerDecoder('GET /unknown-codes')(json.data).data;
    };
    expect(await unknown()).toMatchObject([
      {
        code: '7',
        events: 2,
        first_at: '2026-11-20T08:00:00+00:00',
        last_at: '2026-11-20T17:00:00+00:00',
        controllers: 'Door 1, Door 2',
      },
      { code: '9', events: 1, controllers: 'Door 2' },
    ]);
    expect(await unknown(`&access_controller_id=${front.controllerId}`)).toMatchObject([{ code: '7', events: 1 }]);
    await assign('7', anna);
    expect(await unknown()).toMatchObject([{ code: '9' }]);
    const { json } = await server.ask(`GET /employee-codes?employee_id=${anna}`, { token });
    expect(answerDecoder('GET /employee-codes')(json.data).data).toMatchObject([
      { code: '7', employee: { id: anna, name: 'Anna' }, valid_from: '', valid_until: '' },
    ]);
  });

  test('an unknown code does not name a door at which all its events were set aside', async () => {
    const { companyId, addDoor, hear } = await company();
    const [front, back] = [await addDoor(), await addDoor()];
    await hear(front, [fact('7 in 2026-11-20 08:00:00')], evening);
    await hear(back, [fact('7 out 2026-11-20 17:00:00')], evening);
    const record_id = await scalar(
      server.db,
      sql`select id from attendance where access_controller_id = ${back.controllerId}`,
    );
    const body = { corrections: [{ kind: 'set_aside', record_id }], reason: 'A test of the door' };
    expect((await server.ask('POST /corrections', { token, body })).status).toBe(201);
    const { json } = await server.ask(`GET /unknown-codes?company_id=${companyId}`, { token });
    expect(answerDecoder('GET /unknown-codes')(json.data).data).toMatchObject([
      { code: '7', events: 1, controllers: 'Door 1' },
    ]);
  });

  test('callers see and assign codes of their own companies only', async () => {
    const { companyId, employ, addDoor, hear, assign } = await company();
    const anna = await employ('101', 'Anna');
    await hear(await addDoor(), [fact('7 in 2026-11-20 08:00:00')], evening);
    await assign('8', anna);
    const { manager } = server.users;
    const as = await server.signIn(manager);
    for (const list of ['/unknown-codes', '/employee-codes']) {
      const { status, json } = await server.ask(`GET ${list}?company_id=${companyId}`, { token: as });
      expect([list, status, json.data]).toMatchObject([list, 200, { total: 0, data: [] }]);
    }
    const body = { company_id: companyId, code: '9', employee_id: anna, valid_from: '', valid_until: '' };
    expect((await server.ask('POST /employee-codes', { token: as, body })).status).toBeGreaterThanOrEqual(403);
  });
});
