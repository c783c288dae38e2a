// What devices send becomes attendance: each event once, however often and in whatever order it comes.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockCompanyOf } from '../../../../../server/features/companies/companyQueries.ts';
import type { ReportedNote } from '../../../../../server/features/devices/drivers/driver.ts';
import { readParked } from '../../../../../server/features/devices/intake/readStored.ts';
import { type Db, sql } from '../../../../../server/platform/db/db.ts';
import { databases } from '../../../../support/server/databases.ts';
import { openFresh } from '../../../../support/server/testDatabase.ts';
import { createCompany, fact } from './company.ts';

describe.each(databases)('on $name', ({ create }) => {
  let db: Db;
  let companies = 0;
  beforeAll(async () => {
    db = await openFresh(create);
  });
  afterAll(() => db.close());

  const company = () => createCompany(db, `Company ${++companies}`);
  const evening = '2026-11-20 20:00:00';
  const day = ['7 in 2026-11-20 08:00:00', '7 out 2026-11-20 12:00:00', '7 in 2026-11-20 12:30:00'];

  test('an event becomes attendance of the employee with its code', async () => {
    const { addDoor, hear, attendance, employ, fates } = await company();
    const person = await employ('00042');
    const door = await addDoor();
    await hear(door, [fact('00042 in 2026-11-20 08:00:00'), fact('42 in 2026-11-20 08:00:01')], evening);
    expect(await attendance()).toEqual(['00042 in 2026-11-20 08:00:00', '42 in 2026-11-20 08:00:01']);
    expect(await fates(door)).toEqual(['attendance', 'attendance']);
    const rows = await db.all<{ employee_id: number | null }>(
      sql`select employee_id from attendance where access_controller_id = ${door.controllerId} order by occurred_at`,
    );
    expect(rows).toEqual([{ employee_id: person }, { employee_id: null }]);
  });

  test('the same events again, together or one by one, change nothing', async () => {
    const { addDoor, hear, attendance, fates } = await company();
    const door = await addDoor();
    const facts = day.map((text, index) => fact(text, { number: index + 1 }));
    await hear(door, [...facts, ...facts], evening);
    await hear(door, facts.toReversed(), '2026-11-21 09:00:00');
    for (const each of facts) await hear(door, [{ ...each, isReplay: true }], '2026-11-21 10:00:00');
    expect(await attendance()).toEqual(day);
    expect(await fates(door)).toHaveLength(3);
  });

  test('identical requests at once store each event once', async () => {
    const { addDoor, hear, attendance } = await company();
    const door = await addDoor({ direction: 'alternating' });
    await Promise.all(
      Array.from({ length: 6 }, () =>
        hear(
          door,
          day.map((text) => fact(text)),
          evening,
        ),
      ),
    );
    expect(await attendance()).toEqual(day);
  });

  test('the same number, time and person on two devices are two events', async () => {
    const { addDoor, hear, attendance } = await company();
    for (const door of [await addDoor(), await addDoor()])
      await hear(door, [fact('7 in 2026-11-20 08:00:00', { number: 21 })], evening);
    expect(await attendance()).toHaveLength(2);
  });

  test('a late punch turns round the ones after it, where directions alternate', async () => {
    const { addDoor, hear, attendance } = await company();
    const door = await addDoor({ direction: 'alternating' });
    for (const time of ['08:00:00', '12:30:00', '17:00:00'])
      await hear(door, [fact(`7 none 2026-11-20 ${time}`)], evening);
    expect(await attendance()).toEqual([
      '7 in 2026-11-20 08:00:00',
      '7 out 2026-11-20 12:30:00',
      '7 in 2026-11-20 17:00:00',
    ]);
    await hear(door, [fact('7 none 2026-11-20 12:00:00')], '2026-11-21 08:00:00');
    await hear(door, [fact('7 none 2026-11-21 08:00:00')], '2026-11-21 08:00:05');
    expect(await attendance()).toEqual([
      '7 in 2026-11-20 08:00:00',
      '7 out 2026-11-20 12:00:00',
      '7 in 2026-11-20 12:30:00',
      '7 out 2026-11-20 17:00:00',
      '7 in 2026-11-21 08:00:00',
    ]);
  });

  test('directions alternate over all doors of the company, and a door that tells the way decides', async () => {
    const { addDoor, hear, attendance } = await company();
    const [front, back] = [await addDoor({ direction: 'alternating' }), await addDoor({ direction: 'out' })];
    await hear(front, [fact('7 none 2026-11-20 13:00:00'), fact('7 none 2026-11-20 08:00:00')], evening);
    await hear(back, [fact('7 none 2026-11-20 12:00:00')], evening);
    expect(await attendance()).toEqual([
      '7 in 2026-11-20 08:00:00',
      '7 out 2026-11-20 12:00:00',
      '7 in 2026-11-20 13:00:00',
    ]);
  });

  test('with first in and last out, all passages of a working day but the first are check-outs', async () => {
    const { addDoor, hear, attendance } = await company();
    const door = await addDoor({ direction: 'first_last', repeatSeconds: 60 });
    for (const time of ['12:00:00', '17:00:00', '17:00:30'])
      await hear(door, [fact(`7 none 2026-11-20 ${time}`)], evening);
    expect(await attendance()).toEqual(['7 in 2026-11-20 12:00:00', '7 out 2026-11-20 17:00:00']);
    await hear(door, [fact('7 none 2026-11-20 08:00:00'), fact('7 none 2026-11-21 08:00:00')], '2026-11-21 08:00:05');
    expect(await attendance()).toEqual([
      '7 in 2026-11-20 08:00:00',
      '7 out 2026-11-20 12:00:00',
      '7 out 2026-11-20 17:00:00',
      '7 in 2026-11-21 08:00:00',
    ]);
  });

  test('the first passage of a day is a check-in although another door saw the end of a night shift', async () => {
    const { addDoor, hear, attendance } = await company();
    const [gate, back] = [await addDoor({ direction: 'first_last' }), await addDoor({ direction: 'key' })];
    await hear(back, [fact('7 in 2026-11-19 22:00:00'), fact('7 out 2026-11-20 06:00:00')], evening);
    await hear(gate, [fact('7 none 2026-11-20 13:00:00'), fact('7 none 2026-11-20 18:00:00')], evening);
    expect((await attendance()).slice(2)).toEqual(['7 in 2026-11-20 13:00:00', '7 out 2026-11-20 18:00:00']);
  });

  test('an event knows which rule guessed its direction', async () => {
    const { companyId, addDoor, hear } = await company();
    for (const direction of ['key', 'alternating', 'first_last'] as const)
      await hear(await addDoor({ direction }), [fact('7 in 2026-11-20 08:00:00')], evening);
    const rows = await db.all<{ guessed_by: string }>(
      sql`select guessed_by from attendance where company_id = ${companyId} order by id`,
    );
    expect(rows.map(({ guessed_by }) => guessed_by)).toEqual(['', 'alternating', 'first_last']);
  });

  test('a repeat within the seconds of the door is kept and is no attendance, whichever came first', async () => {
    const { addDoor, hear, attendance, fates } = await company();
    const door = await addDoor({ direction: 'alternating', repeatSeconds: 60 });
    const times = ['08:00:00', '08:00:50', '08:01:40', '08:03:00'];
    for (const time of times.toReversed()) await hear(door, [fact(`7 none 2026-11-20 ${time}`)], evening);
    expect(await attendance()).toEqual(['7 in 2026-11-20 08:00:00', '7 out 2026-11-20 08:03:00']);
    expect(await fates(door)).toEqual([
      'attendance',
      'repeat It repeats the event 50 seconds before',
      'repeat It repeats the event 50 seconds before',
      'attendance',
    ]);
  });

  test('pressing the other key soon after is no repeat', async () => {
    const { addDoor, hear, attendance } = await company();
    const door = await addDoor({ repeatSeconds: 60 });
    const sent = ['7 in 2026-11-20 08:00:00', '7 out 2026-11-20 08:00:10', '7 in 2026-11-20 08:00:20'];
    await hear(
      door,
      sent.map((text) => fact(text)),
      evening,
    );
    expect(await attendance()).toEqual(sent.slice(0, 2));
  });

  test('an event that is not attendance says why', async () => {
    const { addDoor, hear, attendance, fates } = await company();
    const door = await addDoor({ setUpAt: '2026-11-01 00:00:00' });
    await hear(
      door,
      [
        fact('7 in 2000-01-01 00:03:11'),
        fact('7 in 2026-11-20 08:00:01', { passed: 'no' }),
        fact('7 in 2026-11-20 08:00:02', { passed: 'unknown', kind: '5/99' }),
        fact('7 none 2026-11-20 08:00:03'),
        fact(' in 2026-11-20 08:00:04', { passed: 'unknown' }),
        fact('7 in 2026-11-22 08:00:05'),
        fact('', { localTime: '', code: '', raw: 'garbage', problem: 'It has one field' }),
        fact('7 in 2026-11-20 99:00:00'),
      ],
      evening,
    );
    expect(await attendance()).toEqual([]);
    expect(await fates(door)).toEqual([
      'unreadable It has one field',
      'implausible_time The time is before the device was set up',
      'not_passed The person was not let through',
      'unknown_kind Events of kind 5/99 do not say whether the person passed',
      'no_direction “255” means neither in nor out',
      'no_person It names no person',
      'implausible_time This time cannot be true',
      'implausible_time The time is more than a day after the event was received',
    ]);
  });

  test('each reader has its own direction', async () => {
    const { addDoor, hear, attendance, fates } = await company();
    const readers = [
      { reader: '1', direction: 'in' as const },
      { reader: '2', direction: 'out' as const },
    ];
    const door = await addDoor({ direction: 'reader', readers });
    const at = (reader: string, time: string) => fact(`7 none 2026-11-20 ${time}`, { reader });
    await hear(door, [at('2', '17:00:00'), at('1', '08:00:00'), at('3', '18:00:00')], evening);
    expect(await attendance()).toEqual(['7 in 2026-11-20 08:00:00', '7 out 2026-11-20 17:00:00']);
    expect((await fates(door))[2]).toBe('no_direction Reader 3 has no direction');
  });

  test('the zone of the door or the offset of the device tells the instant', async () => {
    const { addDoor, hear, attendance } = await company();
    const door = await addDoor({ zone: 'Asia/Kathmandu' });
    await hear(
      door,
      [fact('7 in 2026-11-20 08:00:00'), fact('8 in 2026-11-20 08:00:00', { offsetMinutes: 480 })],
      evening,
    );
    expect(await attendance()).toEqual(['8 in 2026-11-20 00:00:00', '7 in 2026-11-20 02:15:00']);
  });

  test('in the hour that comes twice, the receipt tells which it was', async () => {
    const { addDoor, hear, attendance } = await company();
    const door = await addDoor({ zone: 'Europe/Berlin' });
    await hear(door, [fact('1 in 2026-10-25 02:30:00')], '2026-10-25 00:30:04');
    await hear(door, [fact('2 in 2026-10-25 02:30:00')], '2026-10-25 01:30:04');
    await hear(door, [fact('3 in 2026-10-25 02:30:00')], '2026-10-25 09:00:00');
    await hear(door, [fact('4 in 2026-10-25 02:30:00', { isReplay: true })], '2026-10-25 01:30:04');
    // The hour that spring skips.
    await hear(door, [fact('5 in 2026-03-29 02:30:00')], '2026-10-25 09:00:00');
    expect(await attendance()).toEqual([
      '5 in 2026-03-29 01:00:00',
      '1 in 2026-10-25 00:30:00',
      '3 in 2026-10-25 00:30:00',
      '4 in 2026-10-25 00:30:00',
      '2 in 2026-10-25 01:30:00',
    ]);
    const marked = await db.all<{ code: string }>(
      sql`select code from device_events where controller_id = ${door.controllerId} and is_ambiguous = true order by code`,
    );
    expect(marked).toEqual([{ code: '3' }, { code: '4' }]);
  });

  test('a message that a device repeats within a day is one note', async () => {
    const { addDoor, hear } = await company();
    const door = await addDoor();
    const photo: ReportedNote = { kind: 'unhandled', sentence: 'The device sent a table: ATTPHOTO.', raw: '' };
    const started: ReportedNote = { kind: 'started', sentence: 'The device started.', raw: 'OPLOG 0' };
    const notes = () =>
      db.all(sql`select kind, at from device_notes where controller_id = ${door.controllerId} order by id`);
    await hear(door, [], '2026-11-20 08:00:00', { notes: [photo, started, photo] });
    await hear(door, [], '2026-11-21 07:59:00', { notes: [started, photo] });
    expect(await notes()).toEqual([
      { kind: 'unhandled', at: '2026-11-20 08:00:00' },
      { kind: 'started', at: '2026-11-20 08:00:00' },
    ]);
    await hear(door, [], '2026-11-21 08:01:00', { notes: [photo, { ...started, raw: 'OPLOG 0 again' }] });
    expect(await notes()).toHaveLength(4);
    // Notes of a clock that was ahead keep none back.
    await hear(door, [], '2026-11-18 08:00:00', { notes: [photo] });
    expect(await notes()).toHaveLength(5);
  });

  test('an operation that a device reports again with its history is one note, unless its clock had stopped', async () => {
    const { addDoor, hear } = await company();
    const door = await addDoor();
    const cleared = (time: string, isDated: boolean): ReportedNote => ({
      kind: 'memory_cleared',
      sentence: `All data was cleared at the device, at ${time} by its own clock.`,
      raw: `OPLOG 13 ${time}`,
      isDated,
    });
    const history = { notes: [cleared('2026-11-19 12:50:25', true), cleared('2000-01-01 00:00:10', false)] };
    await hear(door, [], '2026-11-20 08:00:00', history);
    await hear(door, [], '2026-12-01 08:00:00', history);
    expect(
      await db.all(sql`select at, raw from device_notes where controller_id = ${door.controllerId} order by id`),
    ).toEqual([
      { at: '2026-11-20 08:00:00', raw: 'OPLOG 13 2026-11-19 12:50:25' },
      { at: '2026-11-20 08:00:00', raw: 'OPLOG 13 2000-01-01 00:00:10' },
      { at: '2026-12-01 08:00:00', raw: 'OPLOG 13 2000-01-01 00:00:10' },
    ]);
  });

  test('numbers that begin again are another generation, and old ones stay what they are', async () => {
    const { addDoor, hear, attendance, device, notes } = await company();
    const door = await addDoor();
    const at = (number: number, time: string, code = '7') => fact(`${code} in 2026-11-20 ${time}`, { number });
    await hear(door, [at(100, '08:00:00'), at(101, '09:00:00')], evening);
    await hear(door, [at(1, '10:00:00'), at(2, '11:00:00')], evening);
    await hear(door, [at(101, '09:00:00'), at(99, '07:00:00', '8'), at(2, '11:00:00')], evening);
    expect(await attendance()).toHaveLength(5);
    const rows = await db.all<{ number: number; generation: number }>(
      sql`select number, generation from device_events where controller_id = ${door.controllerId} order by generation, number`,
    );
    expect(rows.map(({ number, generation }) => `${generation}: ${number}`)).toEqual([
      '1: 99',
      '1: 100',
      '1: 101',
      '2: 1',
      '2: 2',
    ]);
    expect(await device(door)).toMatchObject({ generation: 2, last_number: 2, last_local_time: '2026-11-20 11:00:00' });
    expect(await notes(door)).toEqual(['new_numbers: The device’s numbers began again, after 101.']);
  });

  test('a device that nobody approves parks 20,000 events, and is then asked to keep the others', async () => {
    const { addDoor, hear, fates } = await company();
    const door = await addDoor({ state: 'waiting' });
    await db.run(sql`update devices set events_offered = 19999 where id = ${door.deviceId}`);
    await hear(door, [fact('7 in 2026-11-20 08:00:00')], evening);
    await expect(hear(door, [fact('7 out 2026-11-20 09:00:00')], evening)).rejects.toThrow('wait for an approval');
    await hear(door, [fact('7 in 2026-11-20 08:00:00')], evening);
    expect(await fates(door)).toHaveLength(1);
  });

  test('events sent before the approval are read at the approval, by its rules', async () => {
    const { addDoor, hear, attendance, fates } = await company();
    const door = await addDoor({ state: 'waiting' });
    const garbage = fact('', { localTime: '', code: '', raw: 'garbage', problem: 'It has one field' });
    await hear(door, [...['08:00:00', '12:00:00'].map((time) => fact(`7 none 2026-11-20 ${time}`)), garbage], evening);
    expect(await attendance()).toEqual([]);
    const waits = 'parked It waits until somebody approves the device';
    expect(await fates(door)).toEqual(['unreadable It has one field', waits, waits]);
    await db.run(sql`update devices set state = 'approved' where id = ${door.deviceId}`);
    await db.run(
      sql`update device_rules set direction = 'alternating', zone = 'Asia/Kolkata' where controller_id = ${door.controllerId}`,
    );
    const parked = await db.tx(async (queries) => {
      await lockCompanyOf(queries, 'access_controllers', door.controllerId, 'change');
      return readParked(queries, door.controllerId, new Date());
    });
    expect(parked).toBe(2);
    expect(await attendance()).toEqual(['7 in 2026-11-20 02:30:00', '7 out 2026-11-20 06:30:00']);
    await hear(door, [fact('7 none 2026-11-20 08:00:00')], evening);
    expect(await attendance()).toHaveLength(2);
  });

  test.each([null, 'device:1'])('an event that another sender reported as %s is known', async (event) => {
    const { companyId, addDoor, hear, attendance, fates } = await company();
    const door = await addDoor({ direction: 'alternating' });
    await db.run(
      sql`insert into attendance (company_id, employee_code, access_controller_id, event_id, event_type, occurred_at,
          created_at)
        values (${companyId}, '7', ${door.controllerId}, ${event}, 'check-in', '2026-11-20 08:00:00',
          '2026-11-20 08:00:01')`,
    );
    await hear(door, [fact('7 none 2026-11-20 08:00:00'), fact('7 none 2026-11-20 12:00:00')], evening);
    expect(await attendance()).toEqual(['7 in 2026-11-20 08:00:00', '7 out 2026-11-20 12:00:00']);
    expect(await fates(door)).toEqual(['known The same event is attendance already', 'attendance']);
  });

  test('a record that was acted on stays, and its event says why', async () => {
    const { companyId, addDoor, hear, attendance, fates } = await company();
    const door = await addDoor({ direction: 'alternating' });
    for (const code of ['sent', 'queued', 'processed', 'corrected', 'free'])
      await hear(door, [fact(`${code} none 2026-11-20 12:00:00`)], evening);
    await db.run(
      sql`insert into hr_deliveries (attendance_id, company_id, day, state, next_try_at, was_sent)
        select id, ${companyId}, '2026-11-20', 'waiting', ${evening}, employee_code = 'sent' from attendance
        where company_id = ${companyId} and employee_code in ('sent', 'queued')`,
    );
    await db.run(
      sql`update attendance set is_processed = true where company_id = ${companyId} and employee_code = 'processed'`,
    );
    await db.run(
      sql`insert into corrections (company_id, employee_code, day, kind, event_type, occurred_at, attendance_id, reason,
          state, author, created_at)
        select ${companyId}, employee_code, '2026-11-20', 'as_is', event_type, occurred_at, id, 'It is right', 'applied',
          'Anna', ${evening} from attendance where company_id = ${companyId} and employee_code = 'corrected'`,
    );
    for (const code of ['sent', 'queued', 'processed', 'corrected', 'free'])
      await hear(door, [fact(`${code} none 2026-11-20 08:00:00`)], evening);
    expect((await attendance()).filter((text) => text.endsWith('12:00:00'))).toEqual([
      'corrected in 2026-11-20 12:00:00',
      'free out 2026-11-20 12:00:00',
      'processed in 2026-11-20 12:00:00',
      'queued out 2026-11-20 12:00:00',
      'sent in 2026-11-20 12:00:00',
    ]);
    const rows = await db.all<{ code: string; reason: string }>(
      sql`select code, reason from device_events where controller_id = ${door.controllerId} and reason <> ''`,
    );
    expect(rows.map(({ code, reason }) => `${code}: ${reason}`).sort()).toEqual([
      'corrected: Its record was corrected by hand, so it stays as it was read before',
      'processed: Its record is processed, so it stays as it was read before',
      'sent: Its record was sent to the HR system, so it stays as it was read before',
    ]);
    expect(await fates(door)).toHaveLength(10);
    const deliveries = await db.all<{ employee_code: string; hr_state: string }>(
      sql`select employee_code, hr_state from attendance where company_id = ${companyId} and occurred_at = '2026-11-20 12:00:00'`,
    );
    expect(deliveries.find(({ employee_code }) => employee_code === 'queued')?.hr_state).toBe('not_queued');
  });
});
