// What waits in the database, since when, and how large it is: the same from each process of a database.

import { type Db, one, type Queries } from '../db/db.ts';
import { type Sql, sql } from '../db/sql.ts';
import { dateOf, instantOf } from '../time/instants.ts';
import { type Family, gauge } from './family.ts';

export async function readDatabase(db: Db, now: Date): Promise<Family[]> {
  return [
    ...(await waitingFor(db, now, 'hr', 'HR deliveries', sql`attendance where hr_state = 'waiting'`)),
    gauge(
      'rollcall_hr_rejected',
      'Records that HR systems refused: somebody must retry them.',
      await countRejected(db),
    ),
    ...(await waitingFor(db, now, 'mails', 'e-mails', unsentMails(now))),
    await slots(db),
    await devices(db),
    await deviceAlerts(db),
    gauge('rollcall_database_size_bytes', 'Size of the database.', await sizeOf(db)),
  ];
}

const unsentMails = (now: Date) => sql`outbox where sent_at is null and expires_at > ${instantOf(now)}`;

async function waitingFor(db: Queries, now: Date, what: string, noun: string, rows: Sql): Promise<Family[]> {
  const { total, oldest } = await one<{ total: number; oldest: string | null }>(
    db,
    sql`select count(*) as total, min(created_at) as oldest from ${rows}`,
  );
  const age = oldest === null ? 0 : Math.max(0, now.getTime() - dateOf(oldest).getTime()) / 1_000;
  return [
    gauge(`rollcall_${what}_waiting`, `Waiting ${noun}.`, total),
    gauge(`rollcall_${what}_oldest_age_seconds`, `Age of the oldest of the waiting ${noun}.`, age),
  ];
}

async function countRejected(db: Queries): Promise<number> {
  const rows = sql`attendance where hr_state = 'failed'`;
  return (await one<{ total: number }>(db, sql`select count(*) as total from ${rows}`)).total;
}

/** Of a slot that never ran there is no sample. */
async function slots(db: Queries): Promise<Family> {
  const rows = await db.all<{ slot: string; last: string }>(
    sql`select slot, max(finished_at) as last from slot_run where finished_at is not null group by slot order by slot`,
  );
  return {
    name: 'rollcall_schedule_last_end_timestamp_seconds',
    help: 'When a scheduled HR sync ended last, in seconds since 1970.',
    type: 'gauge',
    samples: rows.map(({ slot, last }) => ({ labels: { slot }, value: dateOf(last).getTime() / 1_000 })),
  };
}

async function devices(db: Queries): Promise<Family> {
  const rows = await db.all<{ state: string; total: number }>(
    sql`select state, count(*) as total from devices group by state order by state`,
  );
  return {
    name: 'rollcall_devices',
    help: 'Devices by state.',
    type: 'gauge',
    samples: rows.map(({ state, total }) => ({ labels: { state }, value: total })),
  };
}

async function deviceAlerts(db: Queries): Promise<Family> {
  const rows = await db.all<{ kind: string; total: number }>(
    sql`select kind, count(*) as total from device_alerts where well_since is null group by kind order by kind`,
  );
  return {
    name: 'rollcall_device_alerts',
    help: 'What is wrong with devices, by kind.',
    type: 'gauge',
    samples: rows.map(({ kind, total }) => ({ labels: { kind }, value: total })),
  };
}

async function sizeOf(db: Queries): Promise<number> {
  const bytes =
    db.dialect === 'sqlite'
      ? sql`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
      : sql`select pg_database_size(current_database()) as bytes`;
  return (await one<{ bytes: number }>(db, bytes)).bytes;
}
