// The schedule: each slot once a business date for any number of processes, late but not too late, and true
// when clocks change.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConfigError } from '../../../server/config.ts';
import { type Db, one } from '../../../server/db/db.ts';
import { defaultRules, saveHrConfig } from '../../../server/hr/configQueries.ts';
import { sql } from '../../../server/db/sql.ts';
import { createBusinessTime } from '../../../server/time/businessTime.ts';
import { comingOccurrences, openOccurrences, type Slot } from '../../../server/hr/schedule/slots.ts';
import { explainHrSync } from '../../../server/hr/explainRecord.ts';
import type { SyncTools } from '../../../server/hr/syncCompanies.ts';
import { tick } from '../../../server/hr/schedule/scheduler.ts';
import { changeSchedule } from '../../../server/commands/schedule.ts';
import { databases } from '../../support/databases.ts';
import { openFresh } from '../../support/openFresh.ts';

const slot = (clock: string): Slot => ({ name: 'morning', clock, is_enabled: true });

describe('the next slot, and the open ones', () => {
  test.each([
    ['on an ordinary day', 'Europe/Berlin', '09:30', '2026-05-12T06:00:00Z', '2026-05-12 07:30:00'],
    ['tomorrow, when it is over', 'Europe/Berlin', '09:30', '2026-05-12T08:00:00Z', '2026-05-13 07:30:00'],
    ['when clocks skip it', 'Europe/Berlin', '02:30', '2026-03-28T20:00:00Z', '2026-03-29 01:00:00'],
    ['the first time, when it comes twice', 'Europe/Berlin', '02:30', '2026-10-24T20:00:00Z', '2026-10-25 00:30:00'],
    ['when midnight is skipped', 'America/Santiago', '00:15', '2026-09-05T20:00:00Z', '2026-09-06 04:00:00'],
    ['beyond a day that does not exist', 'Pacific/Apia', '09:30', '2011-12-29T20:00:00Z', '2011-12-30 10:00:00'],
  ])('%s', (_, zone, clock, now, expected) => {
    expect(comingOccurrences([slot(clock)], createBusinessTime(zone), new Date(now))[0]?.instant).toBe(expected);
  });

  test('a slot is open for four hours, also past midnight, and never on two dates', () => {
    const time = createBusinessTime('Europe/Berlin');
    const openAt = (now: string) => openOccurrences([slot('23:30')], time, new Date(now)).map(({ day }) => day);
    expect(openAt('2026-05-12T21:29:59Z')).toEqual([]);
    expect(openAt('2026-05-12T21:30:00Z')).toEqual(['2026-05-12']);
    expect(openAt('2026-05-13T01:29:59Z')).toEqual(['2026-05-12']);
    expect(openAt('2026-05-13T01:30:00Z')).toEqual([]);
  });

  test('none is next when all are off', () => {
    const off = { ...slot('09:30'), is_enabled: false };
    expect(comingOccurrences([off], createBusinessTime('UTC'), new Date())).toEqual([]);
  });
});

describe.each(databases)('on $name', ({ create }) => {
  let db: Db;
  let clock: Date;
  let received: string[];

  beforeEach(async () => {
    db = await openFresh(create);
    received = [];
    await db.run(
      sql`insert into settings (setting_key, setting_value, type)
        values ('business_timezone', 'Europe/Berlin', 'string')`,
    );
    await db.exec(`
      insert into companies (id, name, unique_identifier, created_at) values (1, 'Acme', 'CMP-1', '2026-01-01 00:00:00');
      insert into company_urls (company_id, url_type, url, created_at)
        values (1, 'hr_system', 'https://hr.example', '2026-01-01 00:00:00');
      insert into access_controllers (id, company_id, name, unique_identifier, created_at)
        values (1, 1, 'Door', 'ACU-1', '2026-01-01 00:00:00');
      insert into employees (id, company_id, employee_id, name, created_at)
        values (1, 1, '001', 'Ada', '2026-01-01 00:00:00');
    `);
  });
  afterEach(() => db.close());

  const checkIn = (instant: string) =>
    db.run(
      sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type,
          occurred_at, created_at) values (1, 1, '001', 1, 'check-in', ${instant}, ${instant})`,
    );
  const tools = (): SyncTools => ({
    db,
    clock: () => clock,
    safeRequest: async (_url, { body = '' } = {}) => {
      const { records }: { records: { id: string; timestamp: string }[] } = JSON.parse(body);
      received.push(...records.map(({ timestamp }) => timestamp));
      const results = records.map(({ id }) => ({ id, status: 'accepted' }));
      return { status: 200, headers: {}, body: JSON.stringify({ results }) };
    },
    log: { debug() {}, info() {}, warn() {}, error() {} },
  });
  const tickAt = (now: string, worker = 'one') => {
    clock = new Date(now);
    return tick(tools(), worker);
  };
  const runs = () => db.all(sql`select slot, run_on, result from slot_run order by run_on, slot`);

  test('processes that look at the clock together run a slot once', async () => {
    await checkIn('2026-05-12 06:00:00');
    await Promise.all(['one', 'two', 'three'].map((worker) => tickAt('2026-05-12T07:30:05Z', worker)));
    await tickAt('2026-05-12T07:31:05Z', 'two');
    expect(received).toEqual(['2026-05-12T08:00:00+02:00']);
    expect(await runs()).toEqual([{ slot: 'morning', run_on: '2026-05-12', result: 'Success: 1, Failed: 0' }]);
  });

  test('nothing runs before its time, and a clock that is set back runs nothing again', async () => {
    await checkIn('2026-05-12 06:00:00');
    await tickAt('2026-05-12T07:29:59Z');
    expect(received).toEqual([]);
    await tickAt('2026-05-12T07:30:00Z');
    await checkIn('2026-05-12 06:30:00');
    await tickAt('2026-05-12T06:00:00Z');
    await tickAt('2026-05-12T07:30:00Z');
    expect(received).toHaveLength(1);
  });

  test('a missed slot is caught up within four hours, and later it is noted as missed', async () => {
    await tickAt('2026-05-11T07:30:00Z');
    await checkIn('2026-05-12 06:00:00');
    await tickAt('2026-05-12T11:30:00Z');
    expect(received).toEqual([]);
    expect(await runs()).toContainEqual({
      slot: 'morning',
      run_on: '2026-05-12',
      result: 'Missed: it did not begin within four hours',
    });
    await tickAt('2026-05-12T20:29:59Z');
    expect(received).toHaveLength(1);
  });

  const putTo = (time: string) => changeSchedule(db, 'morning', time, clock);
  const todayAt14 = 'Next: morning, 2026-05-12T14:00:00+02:00 (Europe/Berlin)';

  test('a slot that was put to a wrong time, long past, still runs at the right one', async () => {
    await tickAt('2026-05-11T07:30:00Z');
    await tickAt('2026-05-12T06:00:00Z');
    await checkIn('2026-05-12 05:00:00');
    await putTo('02:00');
    await tickAt('2026-05-12T06:01:00Z');
    expect(await putTo('14:00')).toContain(todayAt14);
    await tickAt('2026-05-12T12:00:00Z');
    await tickAt('2026-05-12T12:01:00Z');
    expect(received).toEqual(['2026-05-12T07:00:00+02:00']);
    expect(await runs()).toContainEqual({
      slot: 'morning',
      run_on: '2026-05-12',
      result: 'Success: 1, Failed: 0',
    });
  });

  test('a slot that ran, and was put later then, is next on the next date', async () => {
    await tickAt('2026-05-12T07:30:00Z');
    expect(await putTo('14:00')).not.toContain(todayAt14);
    await checkIn('2026-05-12 06:00:00');
    await tickAt('2026-05-12T12:00:00Z');
    expect(received).toEqual([]);
  });

  test('records that come days late are sent by the next slot, older ones by a sync of their day', async () => {
    await checkIn('2026-05-07 06:00:00');
    await checkIn('2026-05-05 06:00:00');
    await tickAt('2026-05-12T07:30:00Z');
    expect(received).toEqual(['2026-05-07T08:00:00+02:00']);
    const { id } = await one<{ id: number }>(db, sql`select max(id) as id from attendance`);
    expect(await explainHrSync(db, id, clock)).toMatchObject({
      state: 'waiting',
      sentence: 'It is sent by the next sync of its day',
    });
  });

  test('a worker that died in the middle is replaced after ten minutes', async () => {
    await db.run(
      sql`insert into slot_run (slot, run_on, worker, started_at, heartbeat_at)
        values ('morning', '2026-05-12', 'dead', '2026-05-12 07:30:00', '2026-05-12 07:31:00')`,
    );
    await checkIn('2026-05-12 06:00:00');
    await tickAt('2026-05-12T07:41:00Z');
    expect(received).toEqual([]);
    await tickAt('2026-05-12T07:41:01Z');
    expect(received).toHaveLength(1);
  });

  test('a slot that a stop cuts short is given back, and the next process runs the rest of it', async () => {
    await checkIn('2026-05-12 06:00:00');
    await checkIn('2026-05-12 06:30:00');
    await saveHrConfig(db, 1, {
      rules: { ...defaultRules, multiple_clock_out_mode: 'all_records' },
      signingSecret: '',
    });
    clock = new Date('2026-05-12T07:30:00Z');
    const { safeRequest } = tools();
    let isStopping = false;
    const stopsAfterOne: SyncTools = {
      ...tools(),
      batchSize: 1,
      isStopping: () => isStopping,
      safeRequest: (...call) => {
        isStopping = true;
        return safeRequest(...call);
      },
    };
    await tick(stopsAfterOne, 'one');
    expect(received).toEqual(['2026-05-12T08:00:00+02:00']);
    expect(await runs()).toEqual([]);
    await tickAt('2026-05-12T07:30:30Z', 'two');
    expect(received).toEqual(['2026-05-12T08:00:00+02:00', '2026-05-12T08:30:00+02:00']);
    expect(await runs()).toEqual([{ slot: 'morning', run_on: '2026-05-12', result: 'Success: 1, Failed: 0' }]);
  });

  test('a sign of life that fails does not end the run of the others', async () => {
    for (let id = 2; id <= 6; id++) {
      await db.exec(`
        insert into companies (id, name, unique_identifier, created_at)
          values (${id}, 'Acme ${id}', 'CMP-${id}', '2026-01-01 00:00:00');
        insert into company_urls (company_id, url_type, url, created_at)
          values (${id}, 'hr_system', 'https://hr.example', '2026-01-01 00:00:00');
      `);
    }
    clock = new Date('2026-05-12T07:30:00Z');
    const run: Db['run'] = (statement) =>
      statement.texts.join('').startsWith('update slot_run set heartbeat_at')
        ? Promise.reject(new Error('Out of order'))
        : db.run(statement);
    await tick({ ...tools(), db: { ...db, run } }, 'one');
    const synced = await db.all(sql`select subject_id from audit where action = 'hr_sync.run'`);
    expect(synced).toHaveLength(6);
    expect(await runs()).toEqual([{ slot: 'morning', run_on: '2026-05-12', result: 'Success: 0, Failed: 0' }]);
  });

  test('a process that stops begins with no further company', async () => {
    await checkIn('2026-05-12 06:00:00');
    clock = new Date('2026-05-12T07:30:00Z');
    await tick({ ...tools(), isStopping: () => true }, 'one');
    expect(await db.all(sql`select action from audit`)).toEqual([]);
    expect(await runs()).toEqual([]);
  });

  test('the command shows the slots, changes and adds them, and each change is on record', async () => {
    const at = new Date('2026-05-12T08:00:00Z');
    expect(await changeSchedule(db, undefined, undefined, at)).toEqual([
      'morning      09:30  on',
      'evening      18:30  on',
      'night        23:30  off',
      'Next: evening, 2026-05-12T18:30:00+02:00 (Europe/Berlin)',
    ]);
    await changeSchedule(db, 'morning', 'off', at);
    expect(await changeSchedule(db, 'noon', '12:15', at)).toContain('noon         12:15  on');
    for (const [name, change] of [
      ['noon', '25:00'],
      ['tea', 'on'],
      ['Not a name', '10:00'],
    ] as const)
      await expect(changeSchedule(db, name, change, at)).rejects.toThrow(ConfigError);
    const { total } = await one<{ total: number }>(
      db,
      sql`select count(*) as total from audit where action = 'hr_sync.schedule'`,
    );
    expect(total).toBe(2);
  });
});
