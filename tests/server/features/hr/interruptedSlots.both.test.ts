// What can interrupt the schedule: a database that is away for a moment, and a clock that was wrong.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tick } from '../../../../server/features/hr/schedule/scheduler.ts';
import { type SyncTools, syncCompany } from '../../../../server/features/hr/syncCompany.ts';
import { type Db, sql } from '../../../../server/platform/db/db.ts';
import { databaseDown } from '../../../../server/platform/db/errors.ts';
import { plusMinutes } from '../../../../server/platform/time/clock.ts';
import { addHrCompany } from '../../../support/hr/hrCompany.ts';
import { databases } from '../../../support/server/databases.ts';
import { testVault } from '../../../support/server/server.ts';
import { textOf } from '../../../support/server/statements.ts';
import { openFresh } from '../../../support/server/testDatabase.ts';

const day = '2026-05-12';

describe.each(databases)('on $name', ({ create }) => {
  let db: Db;
  let now: Date;
  let received: string[];
  let company: { id: number; name: string; unique_identifier: string; crm_company_id: string };

  beforeEach(async () => {
    db = await openFresh(create);
    received = [];
    const { id, identifier } = await addHrCompany(db, 'https://hr.example', day, ['001 in 08:00']);
    company = { id, name: 'Acme', unique_identifier: identifier, crm_company_id: '' };
  });
  afterEach(() => db.close());

  const tools = (): SyncTools & { logged: string[] } => {
    const logged: string[] = [];
    return {
      db,
      clock: () => now,
      vault: testVault,
      wait: async () => {},
      safeRequest: async (_url, { body = '' } = {}) => {
        const { records }: { records: { id: string; timestamp: string }[] } = JSON.parse(body);
        received.push(...records.map(({ timestamp }) => timestamp.slice(11, 16)));
        const results = records.map(({ id }) => ({ id, status: 'accepted' }));
        return { status: 200, headers: {}, body: JSON.stringify({ results }) };
      },
      log: { debug() {}, info() {}, warn() {}, error: (message) => void logged.push(message) },
      logged,
    };
  };
  const tickAt = (time: string, worker = 'one', used: SyncTools = tools()) => {
    now = new Date(`${day}T${time}Z`);
    return tick(used, worker);
  };
  const runs = () => db.all(sql`select slot, run_on, result from slot_run order by run_on, slot`);
  const gone = () => Promise.reject(databaseDown(new Error('The connection was closed')));

  test('a company that found the database away is synced at the next check, not at the next slot', async () => {
    const used = tools();
    await tickAt('09:30:00', 'one', { ...used, db: { ...db, tx: gone } });
    expect(received).toEqual([]);
    expect(used.logged).toContain('HR sync failed');
    await tickAt('09:30:30');
    expect(received).toEqual(['08:00']);
    await tickAt('09:31:00');
    expect(await runs()).toEqual([{ slot: 'morning', run_on: day, result: 'Success: 0, Failed: 0' }]);
    expect(received).toHaveLength(1);
  });

  test('a slot in which the database did not come back is run again after ten minutes', async () => {
    let isAway = false;
    const run: Db['run'] = (statement) => {
      isAway ||= textOf(statement).startsWith('insert into slot_run');
      return isAway ? gone() : db.run(statement);
    };
    const all: Db['all'] = async (statement, ...booleans) => {
      if (isAway) return gone();
      isAway = textOf(statement).startsWith('insert into slot_run');
      return db.all(statement, ...booleans);
    };
    const away = { ...tools(), db: { ...db, run, all, tx: gone } };
    await expect(tickAt('09:30:00', 'one', away)).rejects.toThrow('The database is not available');
    expect(await runs()).toEqual([{ slot: 'morning', run_on: day, result: null }]);
    await tickAt('09:39:00', 'two');
    expect(received).toEqual([]);
    await tickAt('09:41:00', 'two');
    expect(received).toEqual(['08:00']);
  });

  test('slots that ran by a clock that was hours ahead run again by the right one', async () => {
    await tickAt('20:00:00');
    expect(await runs()).toHaveLength(1);
    await db.run(sql`update attendance set occurred_at = '2026-05-12 13:00:00'`);
    await db.run(sql`delete from hr_deliveries`);
    await tickAt('14:30:00');
    expect(await runs()).toEqual([]);
    await tickAt('18:30:00');
    expect(received).toEqual(['08:00', '13:00']);
    expect(await runs()).toEqual([{ slot: 'evening', run_on: day, result: 'Success: 1, Failed: 0' }]);
  });

  test('a clock that is set back during a sync makes no request wait for it', async () => {
    now = new Date(`${day}T20:00:00Z`);
    const waited: number[] = [];
    const used = tools();
    const setsBack: SyncTools = {
      ...used,
      batchSize: 1,
      wait: async (milliseconds) => void waited.push(milliseconds),
      safeRequest: (...call) => {
        if (received.length === 0) now = plusMinutes(now, -60);
        return used.safeRequest(...call);
      },
    };
    await db.run(
      sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type,
          occurred_at, created_at)
        select company_id, employee_id, employee_code, access_controller_id, 'check-out', '2026-05-12 17:00:00',
          created_at from attendance`,
    );
    await syncCompany(setsBack, company, { days: [day], cause: { caller: null, requestId: 'test' } });
    expect(received).toEqual(['08:00', '17:00']);
    expect(Math.max(...waited)).toBeLessThan(1_000);
  });
});
