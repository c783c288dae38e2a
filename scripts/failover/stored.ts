// Reads what an installation has in the end: records, in the same form from SQLite and PostgreSQL, deliveries and the
// audit.

import { DatabaseSync } from 'node:sqlite';
import { errorMessage } from '../../server/platform/log/log.ts';
import { instantOf } from '../../server/platform/time/clock.ts';
import type { Apps } from './apps.ts';
import type { Databases } from './databases.ts';
import { waitFor } from './waitFor.ts';

export interface ClockEvent {
  /** Empty if the controller sent none. */
  readonly id: string;
  /** The company's unique identifier. */
  readonly company: string;
  readonly employee: string;
  readonly type: string;
  /** '2026-11-24 08:59:12', in UTC. */
  readonly at: string;
}

export interface StoredRecord extends ClockEvent {
  readonly isProcessed: boolean;
}

const statement = `select coalesce(event_id, '') || '|' || unique_identifier || '|' || employee_code || '|' || event_type
    || '|' || occurred_at || '|' || case when is_processed then 'yes' else 'no' end as line
  from attendance join companies on companies.id = attendance.company_id`;

export async function recordsOfCluster(databases: Databases): Promise<StoredRecord[]> {
  return (await databases.query(statement)).map(read);
}

export function recordsOfFile(file: string): StoredRecord[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database
      .prepare(statement)
      .all()
      .map(({ line }) => read(String(line)));
  } finally {
    database.close();
  }
}

function read(line: string): StoredRecord {
  const [id = '', company = '', employee = '', type = '', at = '', processed] = line.split('|');
  return { id, company, employee, type, at, isProcessed: processed === 'yes' };
}

interface Accepted {
  readonly id: string;
  readonly employee_id: string;
  readonly event_type: string;
  readonly timestamp: string;
}

export async function received(hrOrigin: string): Promise<{ accepted: Accepted[]; repeated: number }> {
  return JSON.parse(await (await fetch(`${hrOrigin}/records`)).text());
}

/** An HR system's keys start with the company. */
export const acceptedEvent = ({ id, employee_id, event_type, timestamp }: Accepted): ClockEvent => ({
  id,
  company: id.split('/')[0] ?? '',
  employee: employee_id,
  type: event_type,
  at: instantOf(new Date(timestamp)),
});

/** Waits until everything is delivered, and compares what the HR system accepted with the database. */
export async function compareDeliveries(databases: Databases, hrOrigin: string) {
  await waitFor('all deliveries to be accepted', 180, async () => {
    const [waiting] = await databases.query("select count(*) from hr_deliveries where state <> 'accepted'");
    return waiting === '0';
  });
  const { accepted, repeated } = await received(hrOrigin);
  const keys = await databases.query("select idempotency_key from hr_deliveries where state = 'accepted'");
  const ids = new Set(accepted.map(({ id }) => id));
  return {
    accepted,
    repeated,
    lost: keys.filter((key) => !ids.has(key)).length,
    doubled: [...ids].filter((id) => !keys.includes(id)).length + (keys.length - new Set(keys).size),
  };
}

/** Runs `verify-audit`. Returns the number of entries, or the problem. An entry with `notedHash` must exist. */
export async function verifyAudit(apps: Apps, notedHash = ''): Promise<number | string> {
  const printed = await apps.command(apps.machines[0], `verify-audit ${notedHash}`).catch(errorMessage);
  const [, entries] = /The audit is whole: (\d+) entries/.exec(printed) ?? [];
  return entries === undefined ? `The audit: ${printed}` : Number(entries);
}
