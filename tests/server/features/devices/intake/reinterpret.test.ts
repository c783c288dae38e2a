// Events are read again by other rules: a dry run shows what would change, and what was done with records stays.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scalars, sql } from '../../../../../server/platform/db/db.ts';
import { dryRunDone } from '../../../../../src/shared/contract/call.ts';
import { answerDecoder } from '../../../../../src/shared/contract/calls.ts';
import { databases } from '../../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../../support/server/server.ts';
import { createCompany, type Door, fact } from './company.ts';

const key = 'POST /access-controllers/{id}/device/reinterpret';

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let token: string;
  let companies = 0;
  beforeAll(async () => {
    server = await startServer({ createDatabase: create });
    token = await server.signIn(server.users.administrator);
  });
  afterAll(() => server.stop());

  const company = () => createCompany(server.db, `Company ${++companies}`);
  const evening = '2026-11-20 20:00:00';
  const ask = ({ controllerId }: Door, body: object, as = token) =>
    server.ask(`POST /access-controllers/${controllerId}/device/reinterpret`, { token: as, body });
  const eventsOf = ({ controllerId }: Door) => `/access-controllers/${controllerId}/device/events`;
  const days = { start_date: '2026-11-20', end_date: '2026-11-20' };
  async function readAgain(door: Door, dryRun: boolean) {
    const { json, status } = await ask(door, { ...days, dry_run: dryRun });
    expect([status, json.message]).toEqual([200, dryRun ? dryRunDone : 'Events read again']);
    return answerDecoder(key)(json.data);
  }
  const setRules = ({ controllerId }: Door, changes: ReturnType<typeof sql>) =>
    server.db.run(sql`update device_rules set ${changes} where controller_id = ${controllerId}`);

  test('another zone moves the instants, and the dry run says so without changing anything', async () => {
    const { addDoor, hear, attendance, employ } = await company();
    await employ('7', 'Anna');
    const door = await addDoor();
    const said = { offsetMinutes: 60, raw: '8\t2026-11-20 10:00:00\t0\t1\t\t0\t0\t\t\t\t3600' };
    await hear(door, [fact('7 in 2026-11-20 08:00:00'), fact('7 out 2026-11-20 09:00:00')], evening);
    await hear(door, [fact('8 in 2026-11-20 10:00:00', said)], evening);
    await setRules(door, sql`zone = 'Asia/Kolkata'`);
    const tried = await readAgain(door, true);
    expect([tried.events, tried.changed, tried.kept]).toEqual([3, 2, 0]);
    expect(tried.changes[0]).toMatchObject({
      code: '7',
      local_time: '2026-11-20 08:00:00',
      before: 'Check-in 2026-11-20 08:00:00',
      after: 'Check-in 2026-11-20 02:30:00',
      kept_because: '',
      employee: { name: 'Anna' },
    });
    expect(await attendance('7')).toEqual(['7 in 2026-11-20 08:00:00', '7 out 2026-11-20 09:00:00']);
    expect(await readAgain(door, false)).toEqual(tried);
    expect(await attendance()).toEqual([
      '7 in 2026-11-20 02:30:00',
      '7 out 2026-11-20 03:30:00',
      '8 in 2026-11-20 09:00:00',
    ]);
    expect(await readAgain(door, true)).toMatchObject({ changed: 0, kept: 0, changes: [] });
    const [entry] = await server.db.all<{ action: string; subject_id: number }>(
      sql`select action, subject_id from audit order by id desc limit 1`,
    );
    expect(entry).toEqual({ action: 'devices.reinterpret', subject_id: door.controllerId });
  });

  test('events from before a device was set up count once its rules say from when', async () => {
    const { addDoor, hear, attendance } = await company();
    const door = await addDoor({ setUpAt: '2026-12-01 00:00:00' });
    await hear(door, [fact('7 in 2026-11-19 08:00:00'), fact('7 in 2026-11-20 08:00:00')], '2026-12-02 08:00:00');
    expect(await attendance()).toEqual([]);
    await setRules(door, sql`counts_from = '2026-11-20'`);
    const both = { start_date: '2026-11-19', end_date: '2026-11-20', dry_run: false };
    expect(await ask(door, both)).toMatchObject({ json: { data: { events: 2, changed: 1 } } });
    expect(await attendance()).toEqual(['7 in 2026-11-20 08:00:00']);
  });

  test('times that follow each other by as much as they are moved are all moved', async () => {
    const { addDoor, hear, attendance } = await company();
    const door = await addDoor();
    const hours = ['08', '09', '10', '11'];
    await hear(
      door,
      hours.map((hour) => fact(`7 in 2026-11-20 ${hour}:00:00`)),
      evening,
    );
    await setRules(door, sql`zone = 'Europe/Berlin'`);
    expect(await readAgain(door, false)).toMatchObject({ changed: 4 });
    expect(await attendance()).toEqual(['07', '08', '09', '10'].map((hour) => `7 in 2026-11-20 ${hour}:00:00`));
  });

  test('another direction rule makes attendance of what had no direction, and repeats of what is too soon', async () => {
    const { addDoor, hear, attendance, fates } = await company();
    const door = await addDoor();
    for (const time of ['08:00:00', '08:00:20', '12:00:00'])
      await hear(door, [fact(`7 none 2026-11-20 ${time}`)], evening);
    expect(await attendance()).toEqual([]);
    await setRules(door, sql`direction = 'alternating', repeat_seconds = 60`);
    const { changes } = await readAgain(door, false);
    expect(changes.map(({ before, after }) => `${before} > ${after}`)).toEqual([
      'No direction > Check-in 2026-11-20 08:00:00',
      'No direction > Repeat',
      'No direction > Check-out 2026-11-20 12:00:00',
    ]);
    expect(await attendance()).toEqual(['7 in 2026-11-20 08:00:00', '7 out 2026-11-20 12:00:00']);
    await setRules(door, sql`direction = 'key'`);
    expect(await readAgain(door, false)).toMatchObject({ changed: 3 });
    expect(await attendance()).toEqual([]);
    expect(await fates(door)).toEqual(Array(3).fill('no_direction “255” means neither in nor out'));
  });

  test('kinds of events that an earlier version did not know are read by what is known now', async () => {
    const { addDoor, hear, attendance, fates } = await company();
    const door = await addDoor();
    const unknown = (code: number) => ({ kind: `rtlog ${code}`, passed: 'unknown' as const });
    const sent = [208, 22, 103].map((code, index) => fact(`${index} in 2026-11-20 08:00:00`, unknown(code)));
    await hear(door, sent, evening);
    expect(await attendance()).toEqual([]);
    expect(await readAgain(door, false)).toMatchObject({ changed: 2 });
    expect(await attendance()).toEqual(['0 in 2026-11-20 08:00:00']);
    expect((await fates(door)).map((fate) => fate.split(' ')[0])).toEqual(['attendance', 'not_passed', 'unknown_kind']);
    expect(await readAgain(door, false)).toMatchObject({ changed: 0 });
  });

  test('another guess of the same direction is a change, and the list says which guess', async () => {
    const { addDoor, hear, attendance } = await company();
    const door = await addDoor({ direction: 'alternating' });
    for (const hour of ['08', '12', '17']) await hear(door, [fact(`7 none 2026-11-20 ${hour}:00:00`)], evening);
    await setRules(door, sql`direction = 'first_last'`);
    const { changes } = await readAgain(door, false);
    expect(changes.map(({ before, after }) => `${before} > ${after}`)).toEqual([
      'Check-in 2026-11-20 08:00:00, by turns > Check-in 2026-11-20 08:00:00, first in, last out',
      'Check-out 2026-11-20 12:00:00, by turns > Check-out 2026-11-20 12:00:00, first in, last out',
      'Check-in 2026-11-20 17:00:00, by turns > Check-out 2026-11-20 17:00:00, first in, last out',
    ]);
    expect(await readAgain(door, false)).toMatchObject({ changed: 0, kept: 0 });
    expect((await attendance()).at(-1)).toBe('7 out 2026-11-20 17:00:00');
  });

  test('a record stays that of somebody who was deleted, whoever has their number by now', async () => {
    const { companyId, addDoor, hear, employ } = await company();
    const [left, stayed] = [await employ('7', 'Anna'), await employ('8', 'Ben')];
    const door = await addDoor();
    await hear(door, [fact('7 in 2026-11-20 08:00:00'), fact('8 in 2026-11-20 08:00:00')], evening);
    for (const id of [left, stayed]) expect((await server.ask(`DELETE /employees/${id}`, { token })).status).toBe(200);
    await employ('7', 'Bert');
    const people = () =>
      server.db.all(
        sql`select name, event_type from attendance join employees on employees.id = attendance.employee_id
          where attendance.company_id = ${companyId} order by name`,
      );
    await setRules(door, sql`direction = 'out'`);
    const { changes } = await readAgain(door, false);
    expect(changes.map(({ employee }) => employee?.name)).toEqual(expect.arrayContaining(['Anna', 'Ben']));
    const [event_type, shown] = ['check-out', await server.ask(`GET ${eventsOf(door)}`, { token })];
    expect(await people()).toEqual([
      { name: 'Anna', event_type },
      { name: 'Ben', event_type },
    ]);
    const { data } = answerDecoder('GET /access-controllers/{id}/device/events')(shown.json.data);
    expect(data.map(({ employee }) => employee?.name)).toEqual(['Ben', 'Anna']);
  });

  test('events that HR accepted, processed ones and those in closed months stay, and the list says why', async () => {
    const { companyId, addDoor, hear, attendance, employ } = await company();
    await employ('accepted');
    const door = await addDoor({ direction: 'in' });
    const codes = ['accepted', 'free', 'processed'];
    await hear(
      door,
      codes.map((code) => fact(`${code} none 2026-11-20 08:00:00`)),
      evening,
    );
    await server.db.run(
      sql`insert into hr_deliveries (attendance_id, company_id, day, state, next_try_at, was_sent)
        select id, ${companyId}, '2026-11-20', 'accepted', ${evening}, true from attendance
        where company_id = ${companyId} and employee_code = 'accepted'`,
    );
    await server.db.run(
      sql`update attendance set is_processed = true where company_id = ${companyId} and employee_code = 'processed'`,
    );
    await setRules(door, sql`direction = 'out'`);
    const { changed, kept, changes } = await readAgain(door, false);
    expect([changed, kept]).toEqual([1, 2]);
    expect(changes.map(({ code, kept_because }) => `${code}: ${kept_because}`).sort()).toEqual([
      'accepted: Its record was sent to the HR system',
      'free: ',
      'processed: Its record is processed',
    ]);
    expect(await attendance()).toEqual([
      'accepted in 2026-11-20 08:00:00',
      'free out 2026-11-20 08:00:00',
      'processed in 2026-11-20 08:00:00',
    ]);
    await server.db.run(
      sql`insert into closed_months (company_id, month, closed_by, closed_at)
        values (${companyId}, '2026-11', 'Anna', ${evening})`,
    );
    await setRules(door, sql`direction = 'in'`);
    const { changes: again } = await readAgain(door, false);
    expect(again.map(({ code, kept_because }) => `${code}: ${kept_because}`)).toEqual([
      'free: November 2026 is closed',
    ]);
    // A late event still counts.
    await hear(door, [fact('late none 2026-11-20 09:00:00')], evening);
    expect(await attendance('late')).toEqual(['late in 2026-11-20 09:00:00']);
  });

  test('the guessed end of a day that changes leaves the queue for HR, unless that is only tried', async () => {
    const { companyId, addDoor, hear, employ } = await company();
    await employ('7');
    const door = await addDoor({ direction: 'first_last', repeatSeconds: 3600 });
    for (const time of ['19 08:00:00', '19 17:00:00', '20 08:00:00', '20 17:00:00', '20 17:30:00'])
      await hear(door, [fact(`7 none 2026-11-${time}`)], evening);
    await server.db.run(
      sql`insert into hr_deliveries (attendance_id, company_id, day, state, next_try_at, was_sent)
        select id, ${companyId}, '2026-11-20', 'waiting', ${evening}, false from attendance
        where company_id = ${companyId} and event_type = 'check-out'`,
    );
    const queued = () =>
      scalars<string>(
        server.db,
        sql`select occurred_at from hr_deliveries join attendance on attendance.id = attendance_id
          where attendance.company_id = ${companyId} order by occurred_at`,
      );
    const both = { start_date: '2026-11-19', end_date: '2026-11-20' };
    expect(await ask(door, { ...both, dry_run: false })).toMatchObject({ json: { data: { changed: 0 } } });
    await setRules(door, sql`repeat_seconds = 60`);
    const changed = { changed: 1, changes: [{ before: 'Repeat', after: 'Check-out 2026-11-20 17:30:00' }] };
    expect(await ask(door, { ...both, dry_run: true })).toMatchObject({ json: { data: changed } });
    expect(await queued()).toEqual(['2026-11-19 17:00:00', '2026-11-20 17:00:00']);
    expect(await ask(door, { ...both, dry_run: false })).toMatchObject({ json: { data: changed } });
    // The other day is unchanged.
    expect(await queued()).toEqual(['2026-11-19 17:00:00']);
  });

  test('at most 31 days are read at once, of a controller that the caller may see', async () => {
    const { addDoor } = await company();
    const door = await addDoor();
    const long = await ask(door, { start_date: '2026-10-20', end_date: '2026-11-20', dry_run: true });
    expect([long.status, long.json.message]).toEqual([422, 'Please choose at most 31 days']);
    const empty = await ask(door, { start_date: '', end_date: '', dry_run: true });
    expect(empty.status).toBe(422);
    const manager = await server.signIn(server.users.manager);
    expect((await ask(door, { ...days, dry_run: true }, manager)).status).toBeGreaterThanOrEqual(403);
  });

  test('lists what the device sent, the newest first, by day, outcome and code', async () => {
    const { addDoor, hear, employ } = await company();
    await employ('7', 'Anna');
    const door = await addDoor({ zone: 'Asia/Kolkata' });
    const garbage = fact('', { localTime: '', code: '', raw: 'garbage', problem: 'It has one field' });
    await hear(
      door,
      [fact('7 in 2026-11-19 08:00:00', { number: 4 }), fact('8 none 2026-11-20 08:00:00'), garbage],
      evening,
    );
    const list = async (query: string) => {
      const { json } = await server.ask(`GET /access-controllers/${door.controllerId}/device/events${query}`, {
        token,
      });
      const page = answerDecoder('GET /access-controllers/{id}/device/events')(json.data);
      expect(page.total).toBe(page.data.length);
      return page.data;
    };
    expect((await list('')).map(({ raw }) => raw)).toEqual([
      'garbage',
      '8 none 2026-11-20 08:00:00',
      '7 in 2026-11-19 08:00:00',
    ]);
    const [first] = await list('?day=2026-11-19');
    expect(first).toMatchObject({
      number: 4,
      local_time: '2026-11-19 08:00:00',
      timestamp: '2026-11-19T02:30:00+00:00',
      zone: 'Asia/Kolkata',
      outcome: 'attendance',
      reason: '',
      employee: { name: 'Anna' },
    });
    // The unreadable event is listed on the day it was received, which in India was already the next one.
    expect((await list('?day=2026-11-21')).map(({ raw }) => raw)).toEqual(['garbage']);
    expect((await list('?outcome=no_direction')).map(({ code, employee }) => [code, employee])).toEqual([['8', null]]);
    expect((await list('?code=7')).map(({ raw }) => raw)).toEqual(['7 in 2026-11-19 08:00:00']);
  });
});
