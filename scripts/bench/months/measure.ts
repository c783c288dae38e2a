// What months cost and bring on PostgreSQL: moving large tables into them, removing one, and the pages of the list.

import { createBusinessTime } from '../../../server/platform/time/businessTime.ts';
import type { DataClass } from '../../../src/shared/contract/privacy.ts';
import type { Caller } from '../../../server/platform/access/caller.ts';
import { listAttendance } from '../../../server/features/attendance/attendanceQueries.ts';
import type { Db } from '../../../server/platform/db/db.ts';
import { up as byMonth } from '../../../server/platform/db/migrations/0027-months.ts';
import { steps } from '../../../server/platform/db/migrations/migrate.ts';
import { openDatabase } from '../../../server/platform/db/open.ts';
import { monthlyTables } from '../../../server/platform/db/postgres/months/monthlyTables.ts';
import { moveLive } from '../../../server/platform/db/postgres/months/moveLive.ts';
import { sql } from '../../../server/platform/db/sql.ts';
import { createLog } from '../../../server/platform/log/log.ts';
import type { Counts } from '../../../server/features/privacy/retention/part.ts';
import { partsOf } from '../../../server/features/privacy/retention/parts.ts';
import { startCluster } from '../../../tests/support/server/cluster.ts';
import { createOlder } from '../../../tests/support/server/olderDatabases.ts';
import { median, row } from '../../figures.ts';
import { timed } from '../served.ts';

const begin = '2024-01-01 00:00:00';
const log = createLog('info', (line) => console.log(line));

export async function measure(records: number, months: number): Promise<void> {
  const cluster = await startCluster();
  const location = { dataDir: '', databaseUrl: cluster.url };
  const older = await createOlder(location, steps.indexOf(byMonth));
  console.log(row('filled', [await seconds(() => fill(older, records, months))]), 's');
  await older.close();
  const started = performance.now();
  const db = await openDatabase(location);
  console.log(row('migrated', [((performance.now() - started) / 1000).toFixed(2)]), 's');
  try {
    await move(db);
    await readPages(db);
    for (const dataClass of ['attendance', 'audit_values'] as const) await removeMonth(db, dataClass);
  } finally {
    await db.close();
    await cluster.stop();
  }
}

const seconds = async (work: () => Promise<unknown>): Promise<string> => ((await timed(work)) / 1000).toFixed(2);

/** As a device sends them: an event for each record, and a delivery that was accepted. And as many entries of the audit. */
async function fill(db: Db, records: number, months: number): Promise<void> {
  const step = (months * 30.4 * 86_400) / records;
  await db.exec(`
    insert into companies (id, name, unique_identifier, created_at) values (1, 'One', 'CMP-1', '${begin}');
    insert into employees (id, company_id, employee_id, name, created_at)
      select n, 1, 'E-' || n, 'Employee ' || n, '${begin}' from generate_series(1, 5000) n;
    insert into access_controllers (id, company_id, name, unique_identifier, created_at)
      select n, 1, 'Door ' || n, 'ACU-' || n, '${begin}' from generate_series(1, 50) n;
    insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_id, event_type, occurred_at,
        created_at, hr_state)
      select 1, 1 + n % 5000, 'E-' || 1 + n % 5000, 1 + n % 50, 'event-' || n, 'check-in', at, at, 'sent'
      from (select n, timestamp '${begin}' + n * interval '${step} seconds' as at from generate_series(1, ${records}) n) times;
    alter table hr_deliveries disable trigger user;
    insert into hr_deliveries (attendance_id, company_id, day, state, next_try_at, accepted_at)
      select id, 1, to_char(occurred_at, 'YYYY-MM-DD'), 'accepted', occurred_at, occurred_at from attendance;
    alter table hr_deliveries enable trigger user;
    insert into device_events (controller_id, fact_key, generation, code, local_time, zone, occurred_at, kind, direction,
        reader, verify, passed, received_at, raw, direction_rule, repeat_seconds, outcome, attendance_id)
      select access_controller_id, md5(event_id), 1, employee_code, to_char(occurred_at, 'YYYY-MM-DD HH24:MI:SS'), 'UTC',
        occurred_at, 'punch', '0', '', 'card', 'yes', occurred_at, repeat('raw ', 20), 'key', 0, 'attendance', id
      from attendance;
    insert into audit (id, at, request_id, action, subject, entry, previous_hash, hash)
      select id, occurred_at, '', 'employees.edit', 'employees', repeat('entry ', 80), md5(id::text), md5(id::text)
      from attendance;
    insert into audit_values (entry_id, about_kind, about_id, salted)
      select id, 'employees', employee_id, repeat('salted ', 40) from attendance;`);
  await db.exec('vacuum analyze');
}

/** Somebody marks records meanwhile: what the slowest of these writes took is what people would notice. */
async function move(db: Db): Promise<void> {
  let isOver = false;
  let slowest = 0;
  const writing = (async () => {
    for (let id = 1; !isOver; id += 97)
      slowest = Math.max(
        slowest,
        await timed(() => db.run(sql`update attendance set is_processed = true where id = ${id}`)),
      );
  })();
  for (const table of monthlyTables) {
    const taken = await seconds(() => moveLive({ db, log, isStopping: () => false }, table));
    console.log(row(`${table.name} moved`, [taken]), 's');
  }
  isOver = true;
  await writing;
  console.log(row('slowest write meanwhile', [slowest.toFixed(0)]), 'ms');
  await db.exec('vacuum analyze');
}

async function readPages(db: Db): Promise<void> {
  const permissions = new Set(['companies.all', 'attendance.view']);
  const caller: Caller = { id: 1, name: '', email: '', session: '', address: '', permissions };
  const clock = createBusinessTime('UTC');
  const page = () =>
    listAttendance(db, { caller, businessTime: clock, filters: {}, start: { skip: 0 }, limit: 101, now: new Date() });
  const bare = () => db.all(sql`select * from attendance order by occurred_at desc, id desc limit 101`);
  const times: number[][] = [[], []];
  for (let round = 0; round < 40; round++) {
    times[0]?.push(await timed(page));
    times[1]?.push(await timed(bare));
  }
  const [server = 0, query = 0] = times.map(median);
  console.log(row('first page: server, bare', [server.toFixed(2), query.toFixed(2)]), 'ms');
}

async function removeMonth(db: Db, dataClass: DataClass): Promise<void> {
  const [part] = partsOf[dataClass]('2024-02-02 00:00:00', begin);
  let removed: Counts = {};
  const taken = await seconds(async () => {
    removed = (part && (await db.tx(part.removeSome))) ?? {};
  });
  for (const [what, rows] of Object.entries(removed))
    console.log(row(`${what}: ${rows.toLocaleString('en')} removed at once`, [taken]), 's');
}
