// Reads attendance records from SQLite and from PostgreSQL in one form.

import { DatabaseSync } from 'node:sqlite';
import type { Databases } from './databases.ts';

export interface ClockEvent {
  /** Empty if its controller sent none. */
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

export const instantOf = (time: Date): string => time.toISOString().slice(0, 19).replace('T', ' ');

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
