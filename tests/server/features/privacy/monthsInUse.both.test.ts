// Removing a month must not end anybody's request with a deadlock.

import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, one } from '../../../../server/platform/db/db.ts';
import { monthsOf } from '../../../../server/platform/db/postgres/months/parts.ts';
import { sql } from '../../../../server/platform/db/sql.ts';
import { createLog } from '../../../../server/platform/log/log.ts';
import { removeOld } from '../../../../server/features/privacy/retention/dailyJob.ts';
import { createPostgres } from '../../../support/server/databases.ts';
import { openFresh } from '../../../support/server/testDatabase.ts';

const now = new Date('2027-06-15T12:00:00Z');

let db: Db;
beforeAll(async () => {
  db = await openFresh(createPostgres);
  await db.exec(`
    insert into companies (id, name, unique_identifier, created_at) values (1, 'One', 'CMP-1', '2025-01-01 00:00:00');
    insert into access_controllers (id, company_id, name, unique_identifier, created_at)
      values (1, 1, 'Door', 'ACU-1', '2025-01-01 00:00:00');
    insert into retention_rules (data_class, keep_months) values ('attendance', 12);`);
  await db.run(
    sql`insert into attendance (company_id, employee_code, access_controller_id, event_type, occurred_at, created_at)
      values (1, 'E-1', 1, 'check-in', '2026-01-10 08:00:00', '2026-01-10 08:00:00')`,
  );
});
afterAll(() => db.close());

/** How many wait for the lock of a whole table. */
async function waiting(): Promise<number> {
  const waits = sql`select count(*) as total from pg_locks
    where not granted and locktype = 'relation' and database = (select oid from pg_database where datname = current_database())`;
  return (await one<{ total: number }>(db, waits)).total;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(5);
}

test('a read that begins with deliveries goes on, although it waits for attendance behind the removal', async () => {
  let isAtWork = false;
  let endWork = () => {};
  const end = new Promise<void>((resolve) => (endWork = resolve));
  const work = db.tx(async (queries) => {
    await queries.all(sql`select 1 from attendance limit 1`);
    isAtWork = true;
    await end;
  });
  await until(async () => isAtWork);
  const removal = removeOld({ db, clock: () => now, log: createLog('info', () => {}) }, 'one');
  await until(async () => (await waiting()) === 1);
  const queued = sql`(select * from hr_deliveries) as queued`;
  const read = db.all(sql`select 1 from ${queued} join attendance on attendance.id = queued.attendance_id`);
  const outcome = read.then(
    () => 'read',
    (error: unknown) => error,
  );
  await Promise.race([outcome, until(async () => (await waiting()) === 2)]);
  endWork();
  expect(await outcome).toBe('read');
  await Promise.all([work, removal]);
  expect(await monthsOf(db, 'attendance')).not.toContain('2026-01');
});
