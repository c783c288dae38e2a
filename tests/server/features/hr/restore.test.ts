// After a restore, the database reuses record numbers. The HR system must not mistake a new record for one it had
// before.

import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { backup } from '../../../../server/app/commands/backup.ts';
import { openWithPermissions } from '../../../../server/app/commands/openWithPermissions.ts';
import { readConfig } from '../../../../server/app/config.ts';
import { explainRecord } from '../../../../server/features/hr/explainRecord.ts';
import { syncCompany } from '../../../../server/features/hr/syncCompany.ts';
import { type Db, one, sql } from '../../../../server/platform/db/db.ts';
import { up as addKeys } from '../../../../server/platform/db/migrations/0007-hr-keys.ts';
import { createSafeRequest, parsePrivateHosts } from '../../../../server/platform/http/outbound.ts';
import { createLog } from '../../../../server/platform/log/log.ts';
import { type HrReceiver, startHrReceiver } from '../../../support/hr/rollcallFake.ts';
import { databases } from '../../../support/server/databases.ts';
import { testVault } from '../../../support/server/server.ts';
import type { TestDatabase } from '../../../support/server/testDatabase.ts';

const day = '2026-05-12';
const now = new Date(`${day}T20:00:00Z`);
const acme = { id: 1, name: 'Acme', unique_identifier: 'CMP-1', crm_company_id: '' };

type Copy = (from: TestDatabase, to: TestDatabase, folder: string) => Promise<void>;

const backUpSqlite: Copy = async (from, to, folder) => {
  const file = path.join(folder, 'backup.sqlite');
  await backup(readConfig({ DATA_DIR: from.location.dataDir }), file);
  await cp(file, path.join(to.location.dataDir, 'rollcall.sqlite'));
};

const backUpPostgres: Copy = async (from, to, folder) => {
  const run = promisify(execFile);
  const file = path.join(folder, 'rollcall.dump');
  await run('pg_dump', ['--format=custom', `--file=${file}`, from.location.databaseUrl ?? '']);
  await run('pg_restore', ['--no-owner', '--exit-on-error', `--dbname=${to.location.databaseUrl}`, file]);
};

const copies: Readonly<Record<(typeof databases)[number]['name'], Copy>> = {
  SQLite: backUpSqlite,
  PostgreSQL: backUpPostgres,
};

describe.each(databases)('on $name', ({ name, create }) => {
  let receiver: HrReceiver;
  let folder: string;
  let first: TestDatabase;
  let second: TestDatabase;
  const open: Db[] = [];

  beforeEach(async () => {
    receiver = await startHrReceiver();
    folder = await mkdtemp(path.join(tmpdir(), 'rollcall-restore-'));
    [first, second] = await Promise.all([create(), create()]);
  });
  afterEach(async () => {
    await receiver.kill();
    for (const db of open.splice(0)) await db.close();
    await Promise.all([first.remove(), second.remove(), rm(folder, { recursive: true })]);
  });

  async function openDatabase(database: TestDatabase): Promise<Db> {
    const db = await openWithPermissions(database.location);
    open.push(db);
    return db;
  }

  async function openFilled(): Promise<Db> {
    const db = await openDatabase(first);
    await db.exec(`
      insert into companies (id, name, unique_identifier, created_at) values (1, 'Acme', 'CMP-1', '2026-01-01 00:00:00');
      insert into access_controllers (id, company_id, name, unique_identifier, created_at)
        values (1, 1, 'Door', 'ACU-1', '2026-01-01 00:00:00');
      insert into company_urls (company_id, url_type, url, created_at)
        values (1, 'hr_system', '${receiver.url}', '2026-01-01 00:00:00');
      insert into employees (id, company_id, employee_id, name, created_at) values
        (1, 1, '001', 'Ann', '2026-01-01 00:00:00'), (2, 1, '002', 'Bob', '2026-01-01 00:00:00');
    `);
    return db;
  }

  async function checkIn(db: Db, employee: 1 | 2, time: string): Promise<number> {
    const at = `${day} ${time}`;
    const { id } = await one<{ id: number }>(
      db,
      sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type,
          occurred_at, created_at)
        values (1, ${employee}, ${`00${employee}`}, 1, 'check-in', ${at}, ${at}) returning id`,
    );
    return id;
  }

  const sync = (db: Db) =>
    syncCompany(
      {
        db,
        clock: () => now,
        safeRequest: createSafeRequest(parsePrivateHosts('127.0.0.1')),
        vault: testVault,
        log: createLog('silent', () => {}),
      },
      acme,
      { days: [day], cause: { caller: null, requestId: 'test' } },
    );
  const received = async () => (await receiver.records()).accepted.map(({ employee_id }) => employee_id);

  test('the HR system holds the records from before and after a restore', async () => {
    const db = await openFilled();
    await copies[name](first, second, folder);
    const lost = await checkIn(db, 1, '08:00:00');
    expect(await sync(db)).toMatchObject({ success: 1, failed: 0 });

    const restored = await openDatabase(second);
    expect(await checkIn(restored, 2, '08:30:00')).toBe(lost);
    expect(await sync(restored)).toMatchObject({ success: 1, failed: 0 });
    expect(await received()).toEqual(['001', '002']);
  });

  test('a lost event that its controller sends again is not booked twice, and is shown', async () => {
    const db = await openFilled();
    await copies[name](first, second, folder);
    await checkIn(db, 2, '07:00:00');
    await checkIn(db, 1, '08:00:00');
    await sync(db);

    const restored = await openDatabase(second);
    const again = await checkIn(restored, 1, '08:00:00');
    expect(await sync(restored)).toMatchObject({ success: 0, failed: 1 });
    expect(await explainRecord(restored, again, now)).toMatchObject({
      state: 'failed',
      sentence: expect.stringContaining('already has this record, but Rollcall never sent it'),
    });
    expect(await received()).toEqual(['002', '001']);
  });

  test('deliveries that were attempted before an upgrade keep their keys, and their duplicates count as sent', async () => {
    const db = await openFilled();
    const id = await checkIn(db, 1, '08:00:00');
    await receiver.behave('error:503');
    await sync(db);
    await db.exec(`
      alter table hr_deliveries drop column idempotency_key;
      alter table hr_deliveries drop column was_sent;
      alter table hr_sync_turns drop column resume_at;
      alter table hr_sync_turns drop column last_run_at;
      alter table hr_sync_turns drop column is_owed_turn;
      alter table hr_sync_slots drop column runs_since;
    `);
    await db.exec(addKeys(db.dialect));
    const oldKey = `CMP-1/${id}/check-in`;
    await receiver.behave('well');
    const body = JSON.stringify({
      records: [{ id: oldKey, employee_id: '001', event_type: 'check-in', timestamp: '' }],
    });
    await fetch(receiver.url, { method: 'POST', body });
    expect(await sync(db)).toMatchObject({ success: 1, failed: 0 });
    expect((await receiver.records()).accepted.map((record) => record.id)).toEqual([oldKey]);
  });
});
