// The schedule: each slot runs once per business day with any number of processes, late within limits, and correctly
// across clock changes.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { changeSchedule } from '../../../../server/app/commands/schedule.ts';
import { ConfigError } from '../../../../server/app/config.ts';
import { defaultRules, saveHrConfig } from '../../../../server/features/hr/connection/connectionQueries.ts';
import { explainRecord } from '../../../../server/features/hr/explainRecord.ts';
import { startScheduler, tick } from '../../../../server/features/hr/schedule/scheduler.ts';
import { dueOccurrences, type Slot, upcomingOccurrences } from '../../../../server/features/hr/slots.ts';
import type { SyncTools } from '../../../../server/features/hr/syncCompany.ts';
import { acquireLease } from '../../../../server/features/hr/syncState.ts';
import { type Db, one, sql } from '../../../../server/platform/db/db.ts';
import { clockIn } from '../../../../server/platform/time/clock.ts';
import { databases } from '../../../support/server/databases.ts';
import { testVault } from '../../../support/server/server.ts';
import { textOf } from '../../../support/server/statements.ts';
import { openFresh } from '../../../support/server/testDatabase.ts';

const slot = (time: string): Slot => ({ name: 'morning', clock: time, is_enabled: true });

describe('the upcoming and the due slots', () => {
  test.each([
    ['on an ordinary day', 'Europe/Berlin', '09:30', '2026-05-12T06:00:00Z', '2026-05-12 07:30:00'],
    ['tomorrow, after it ran today', 'Europe/Berlin', '09:30', '2026-05-12T08:00:00Z', '2026-05-13 07:30:00'],
    ['at the skip, when clocks skip it', 'Europe/Berlin', '02:30', '2026-03-28T20:00:00Z', '2026-03-29 01:00:00'],
    ['the first time, when it occurs twice', 'Europe/Berlin', '02:30', '2026-10-24T20:00:00Z', '2026-10-25 00:30:00'],
    [
      'at the skip, when clocks skip midnight',
      'America/Santiago',
      '00:15',
      '2026-09-05T20:00:00Z',
      '2026-09-06 04:00:00',
    ],
    ['after a date that does not exist', 'Pacific/Apia', '09:30', '2011-12-29T20:00:00Z', '2011-12-30 10:00:00'],
  ])('%s', (_, zone, time, now, expected) => {
    expect(upcomingOccurrences([slot(time)], clockIn(zone), new Date(now))[0]?.instant).toBe(expected);
  });

  test('keeps a slot due for four hours, also past midnight, and never on two dates', () => {
    const clock = clockIn('Europe/Berlin');
    const dueAt = (now: string) => dueOccurrences([slot('23:30')], clock, new Date(now)).map(({ day }) => day);
    expect(dueAt('2026-05-12T21:29:59Z')).toEqual([]);
    expect(dueAt('2026-05-12T21:30:00Z')).toEqual(['2026-05-12']);
    expect(dueAt('2026-05-13T01:29:59Z')).toEqual(['2026-05-12']);
    expect(dueAt('2026-05-13T01:30:00Z')).toEqual([]);
  });

  test('has no upcoming slot when all are off', () => {
    const off = { ...slot('09:30'), is_enabled: false };
    expect(upcomingOccurrences([off], clockIn('UTC'), new Date())).toEqual([]);
  });
});

describe.each(databases)('on $name', ({ create }) => {
  let db: Db;
  let now: Date;
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
  const firstRecord = async () => (await one<{ id: number }>(db, sql`select min(id) as id from attendance`)).id;
  const tools = (): SyncTools => ({
    db,
    clock: () => now,
    vault: testVault,
    wait: async () => {},
    safeRequest: async (_url, { body = '' } = {}) => {
      const { records }: { records: { id: string; timestamp: string }[] } = JSON.parse(body);
      received.push(...records.map(({ timestamp }) => timestamp));
      const results = records.map(({ id }) => ({ id, status: 'accepted' }));
      return { status: 200, headers: {}, body: JSON.stringify({ results }) };
    },
    log: { debug() {}, info() {}, warn() {}, error() {} },
  });
  const tickAt = (instant: string, worker = 'one') => {
    now = new Date(instant);
    return tick(tools(), worker);
  };
  const runs = () => db.all(sql`select slot, run_on, result from slot_run order by run_on, slot`);

  test('runs a slot once when several processes check the schedule together', async () => {
    await checkIn('2026-05-12 06:00:00');
    await Promise.all(['one', 'two', 'three'].map((worker) => tickAt('2026-05-12T07:30:05Z', worker)));
    await tickAt('2026-05-12T07:31:05Z', 'two');
    expect(received).toEqual(['2026-05-12T08:00:00+02:00']);
    expect(await runs()).toEqual([{ slot: 'morning', run_on: '2026-05-12', result: 'Success: 1, Failed: 0' }]);
  });

  test('runs nothing early, and nothing again when the clock is set back', async () => {
    await checkIn('2026-05-12 06:00:00');
    await tickAt('2026-05-12T07:29:59Z');
    expect(received).toEqual([]);
    await tickAt('2026-05-12T07:30:00Z');
    await checkIn('2026-05-12 06:30:00');
    await tickAt('2026-05-12T06:00:00Z');
    await tickAt('2026-05-12T07:30:00Z');
    expect(received).toHaveLength(1);
  });

  test('catches up on a missed slot within four hours, and then records it as missed', async () => {
    await tickAt('2026-05-11T07:30:00Z');
    await checkIn('2026-05-12 06:00:00');
    await tickAt('2026-05-12T11:30:00Z');
    expect(received).toEqual([]);
    expect(await runs()).toContainEqual({
      slot: 'morning',
      run_on: '2026-05-12',
      result: 'Missed: not started within four hours',
    });
    await tickAt('2026-05-12T20:29:59Z');
    expect(received).toHaveLength(1);
  });

  const moveTo = (time: string) => changeSchedule(db, 'morning', time, now);
  const todayAt14 = 'Next: morning, 2026-05-12T14:00:00+02:00 (Europe/Berlin)';

  test('runs a slot that was moved to a past time by mistake, once its time is corrected', async () => {
    await tickAt('2026-05-11T07:30:00Z');
    await tickAt('2026-05-12T06:00:00Z');
    await checkIn('2026-05-12 05:00:00');
    await moveTo('02:00');
    await tickAt('2026-05-12T06:01:00Z');
    expect(await moveTo('14:00')).toContain(todayAt14);
    await tickAt('2026-05-12T12:00:00Z');
    await tickAt('2026-05-12T12:01:00Z');
    expect(received).toEqual(['2026-05-12T07:00:00+02:00']);
    expect(await runs()).toContainEqual({
      slot: 'morning',
      run_on: '2026-05-12',
      result: 'Success: 1, Failed: 0',
    });
  });

  test('does not run a slot again on the same date when it is moved to a later time', async () => {
    await tickAt('2026-05-12T07:30:00Z');
    expect(await moveTo('14:00')).not.toContain(todayAt14);
    await checkIn('2026-05-12 06:00:00');
    await tickAt('2026-05-12T12:00:00Z');
    expect(received).toEqual([]);
  });

  test('sends records that arrive up to six days late, and leaves older ones to a sync of their day', async () => {
    await checkIn('2026-05-07 06:00:00');
    await checkIn('2026-05-05 06:00:00');
    await tickAt('2026-05-12T07:30:00Z');
    expect(received).toEqual(['2026-05-07T08:00:00+02:00']);
    const { id } = await one<{ id: number }>(db, sql`select max(id) as id from attendance`);
    expect(await explainRecord(db, id, now)).toMatchObject({
      state: 'held',
      sentence: 'Not sent. Older than 7 days: run a sync for 2026-05-05',
    });
  });

  test('explains a record that no scheduled sync will send, and says what to do', async () => {
    now = new Date('2026-05-12T08:00:00Z');
    await checkIn('2026-05-12 06:00:00');
    const sentence = async () => (await explainRecord(db, await firstRecord(), now))?.sentence;
    expect(await sentence()).toBe('Not sent yet. The next sync of its day sends it');
    await db.run(sql`update hr_sync_slots set is_enabled = false`);
    expect(await sentence()).toBe('Not sent. No sync is scheduled: run a sync for 2026-05-12');
    await db.run(sql`update companies set is_active = false`);
    expect(await sentence()).toBe('Not sent. The company is inactive: run a sync for 2026-05-12');
    await db.run(sql`update company_urls set is_active = false`);
    expect(await sentence()).toBe('Not sent. The company has no active HR system URL');
  });

  test('comes back to a company whose sync was running, until it has had its turn', async () => {
    await checkIn('2026-05-11 06:00:00');
    await acquireLease(db, { companyId: 1, holder: 'a user, for another day' }, new Date('2026-05-12T07:29:00Z'));
    await tickAt('2026-05-12T07:30:00Z');
    await tickAt('2026-05-12T07:30:30Z');
    expect(received).toEqual([]);
    await tickAt('2026-05-12T07:31:30Z');
    expect(received).toEqual(['2026-05-11T08:00:00+02:00']);
    await checkIn('2026-05-11 07:00:00');
    await tickAt('2026-05-12T07:32:00Z');
    expect(received).toHaveLength(1);
  });

  test('comes back to a company when its check-outs can begin no lunch break any more', async () => {
    await checkIn('2026-05-12 06:00:00');
    await db.run(
      sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type,
          occurred_at, created_at) values (1, 1, '001', 1, 'check-out', '2026-05-12 15:00:00', '2026-05-12 15:00:00')`,
    );
    await tickAt('2026-05-12T16:30:00Z');
    await tickAt('2026-05-12T16:59:30Z');
    expect(received).toEqual(['2026-05-12T08:00:00+02:00']);
    await tickAt('2026-05-12T17:00:00Z', 'two');
    expect(received).toEqual(['2026-05-12T08:00:00+02:00', '2026-05-12T17:00:00+02:00']);
  });

  test('skips the slots before the first start on a new database, and runs the next one', async () => {
    await checkIn('2026-05-12 06:00:00');
    now = new Date('2026-05-12T08:00:00Z');
    await startScheduler(tools()).stop();
    await tickAt('2026-05-12T08:00:30Z');
    expect([await runs(), received]).toEqual([[], []]);
    await tickAt('2026-05-12T16:30:00Z');
    expect(await runs()).toEqual([{ slot: 'evening', run_on: '2026-05-12', result: 'Success: 1, Failed: 0' }]);
  });

  test('runs a slot during which the server was down, once it was started before', async () => {
    await checkIn('2026-05-12 06:00:00');
    for (const start of ['2026-05-12T07:00:00Z', '2026-05-12T08:00:00Z']) {
      now = new Date(start);
      await startScheduler(tools()).stop();
    }
    await tickAt('2026-05-12T08:00:30Z');
    expect(await runs()).toEqual([{ slot: 'morning', run_on: '2026-05-12', result: 'Success: 1, Failed: 0' }]);
  });

  test('leaves an HR system alone until the instant that it asked for, unless a user syncs', async () => {
    const asked: string[] = [];
    const busy = (): SyncTools => ({
      ...tools(),
      safeRequest: async () => {
        asked.push(now.toISOString());
        return { status: 429, headers: { 'retry-after': '5400' }, body: 'Slow down' };
      },
    });
    await checkIn('2026-05-12 06:00:00');
    now = new Date('2026-05-12T07:30:00Z');
    await tick(busy(), 'one');
    await checkIn('2026-05-12 06:30:00');
    await changeSchedule(db, 'noon', '10:30', now);
    now = new Date('2026-05-12T08:59:59Z');
    await tick(busy(), 'one');
    expect(asked).toEqual(['2026-05-12T07:30:00.000Z']);
    expect(await explainRecord(db, await firstRecord(), now)).toMatchObject({
      sentence: 'Will retry. HTTP 429: Slow down',
      next_try: '2026-05-12T09:00:00Z',
    });
    await tickAt('2026-05-12T09:00:00Z');
    expect(received).toHaveLength(1);
  });

  test('replaces a worker ten minutes after its last heartbeat', async () => {
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

  test('releases a slot when the process stops, so that the next process finishes it', async () => {
    await checkIn('2026-05-12 06:00:00');
    await checkIn('2026-05-12 06:30:00');
    await saveHrConfig(db, 1, {
      rules: { ...defaultRules, multiple_clock_out_mode: 'all_records' },
      signingSecret: '',
    });
    now = new Date('2026-05-12T07:30:00Z');
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

  test('keeps running when a heartbeat fails', async () => {
    for (let id = 2; id <= 6; id++) {
      await db.exec(`
        insert into companies (id, name, unique_identifier, created_at)
          values (${id}, 'Acme ${id}', 'CMP-${id}', '2026-01-01 00:00:00');
        insert into company_urls (company_id, url_type, url, created_at)
          values (${id}, 'hr_system', 'https://hr.example', '2026-01-01 00:00:00');
      `);
    }
    now = new Date('2026-05-12T07:30:00Z');
    const run: Db['run'] = (statement) =>
      textOf(statement).startsWith('update slot_run set heartbeat_at')
        ? Promise.reject(new Error('Out of order'))
        : db.run(statement);
    await tick({ ...tools(), db: { ...db, run } }, 'one');
    const synced = await db.all(sql`select subject_id from audit where action = 'hr_sync.run'`);
    expect(synced).toHaveLength(6);
    expect(await runs()).toEqual([{ slot: 'morning', run_on: '2026-05-12', result: 'Success: 0, Failed: 0' }]);
  });

  test('starts no further company when the process stops', async () => {
    await checkIn('2026-05-12 06:00:00');
    now = new Date('2026-05-12T07:30:00Z');
    await tick({ ...tools(), isStopping: () => true }, 'one');
    expect(await db.all(sql`select action from audit`)).toEqual([]);
    expect(await runs()).toEqual([]);
  });

  test('shows, changes and adds slots by command, and audits each change', async () => {
    now = new Date('2026-05-12T08:00:00Z');
    expect(await changeSchedule(db, undefined, undefined, now)).toEqual([
      'morning      09:30  on',
      'evening      18:30  on',
      'night        23:30  off',
      'Next: evening, 2026-05-12T18:30:00+02:00 (Europe/Berlin)',
    ]);
    await changeSchedule(db, 'morning', 'off', now);
    expect(await changeSchedule(db, 'noon', '12:15', now)).toContain('noon         12:15  on');
    for (const [name, change] of [
      ['noon', '25:00'],
      ['tea', 'on'],
      ['Not a name', '10:00'],
    ] as const)
      await expect(changeSchedule(db, name, change, now)).rejects.toThrow(ConfigError);
    const { total } = await one<{ total: number }>(
      db,
      sql`select count(*) as total from audit where action = 'hr_sync.schedule'`,
    );
    expect(total).toBe(2);
  });
});
