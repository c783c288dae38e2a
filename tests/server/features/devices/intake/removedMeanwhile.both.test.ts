// On PostgreSQL, retention may remove a record just when an event is recognized as already being that attendance: then
// the event names no record, and goes when retention runs again. SQLite runs one transaction at a time.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockCompanyOf } from '../../../../../server/features/companies/companyQueries.ts';
import { readParked } from '../../../../../server/features/devices/intake/readStored.ts';
import { removeOld } from '../../../../../server/features/privacy/retention/dailyJob.ts';
import { type Db, type Queries, type Sql, sql } from '../../../../../server/platform/db/db.ts';
import { openDatabase } from '../../../../../server/platform/db/open.ts';
import { createLog } from '../../../../../server/platform/log/log.ts';
import { createPostgres } from '../../../../support/server/databases.ts';
import { textOf } from '../../../../support/server/statements.ts';
import type { TestDatabase } from '../../../../support/server/testDatabase.ts';
import { createCompany, fact } from './company.ts';

let database: TestDatabase;
let db: Db;
let other: Db;
beforeEach(async () => {
  database = await createPostgres();
  db = await openDatabase(database.location);
  other = await openDatabase(database.location);
  await db.run(sql`insert into retention_rules (data_class, keep_months) values ('attendance', 12)`);
  // Disposes of months that never had a record.
  await removeAsOf('2027-11-01');
});
afterEach(async () => {
  await Promise.all([db.close(), other.close()]);
  await database.remove();
});

const removeAsOf = (day: string) =>
  removeOld({ db: other, clock: () => new Date(`${day}T12:00:00Z`), log: createLog('info', () => {}) }, 'one');

/** Does the work before the first statement that matches the pattern. */
function interrupted(from: Db, pattern: RegExp, work: () => Promise<void>): { db: Db; isOver: () => boolean } {
  let isOver = false;
  const before = async (statement: Sql) => {
    if (isOver || !pattern.test(textOf(statement))) return;
    isOver = true;
    await work();
  };
  const watched = (queries: Queries): Queries => ({
    ...queries,
    async all(statement, ...booleans) {
      await before(statement);
      return queries.all(statement, ...booleans);
    },
    async run(statement) {
      await before(statement);
      return queries.run(statement);
    },
  });
  return {
    db: { ...from, ...watched(from), tx: (work) => from.tx((queries) => work(watched(queries))) },
    isOver: () => isOver,
  };
}

/** The first statement that relies on the record or writes its number. */
const refers = /from "attendance" where id in .* for share|set outcome = became/s;

const heardAt = '2026-11-12 20:00:00';

/** Adds the record of the same event, which came earlier from elsewhere. */
const addRecord = () =>
  db.run(sql`insert into attendance (company_id, employee_code, access_controller_id, event_type, occurred_at, created_at)
    select company_id, '7', id, 'check-in', '2026-11-11 21:30:00', '2026-11-11 21:30:01' from access_controllers`);

let removal: Promise<void>;
/** Continues once the record is gone, since the rest of the removal may wait for the reader. */
const removeRecord = async () => {
  removal = removeAsOf('2027-11-12');
  await expect.poll(() => other.all(sql`select id from attendance`)).toEqual([]);
};

async function expectNothingLeft(isOver: boolean): Promise<void> {
  await removal;
  expect(isOver).toBe(true);
  await removeAsOf('2027-11-13');
  expect(await db.all(sql`select outcome, attendance_id from device_events`)).toEqual([]);
}

test('an event that comes names no record that goes meanwhile', async () => {
  const watched = interrupted(db, refers, removeRecord);
  const { addDoor, hear } = await createCompany(watched.db);
  const door = await addDoor();
  await addRecord();
  await hear(door, [fact('7 in 2026-11-11 21:30:00')], heardAt);
  await expectNothingLeft(watched.isOver());
});

test('an event that is found to be old with the approval of its device names no record that goes meanwhile', async () => {
  const watched = interrupted(db, refers, removeRecord);
  const { addDoor, hear } = await createCompany(db);
  const door = await addDoor({ state: 'waiting' });
  await hear(door, [fact('7 in 2026-11-12 03:00:00')], heardAt);
  await addRecord();
  await db.exec(`update devices set state = 'approved'; update device_rules set zone = 'Asia/Kolkata'`);
  await watched.db.tx(async (queries) => {
    await lockCompanyOf(queries, 'access_controllers', door.controllerId, 'change');
    await readParked(queries, door.controllerId, new Date('2026-11-12T20:00:00Z'));
  });
  await expectNothingLeft(watched.isOver());
});
