// The tables that PostgreSQL keeps in a part for each month, so that the rows of a month can go at once. A table that was
// large before there were months is moved into them while the server runs: until then it is one table, as on SQLite.

import type { Queries } from '../../db.ts';
import { sql } from '../../sql.ts';

export interface MonthlyTable {
  readonly name: string;
  /** An instant or a date, never null: it says in which month's part a row is. */
  readonly column: string;
  /** The number by which rows are copied in turn; those with the same number are copied together. */
  readonly key: string;
}

/** What goes when a month of attendance does. */
export const attendanceTables = [
  { name: 'attendance', column: 'occurred_at', key: 'id' },
  { name: 'hr_deliveries', column: 'day', key: 'attendance_id' },
  // When an event happened is what a device's clock says; when it was received is certain.
  { name: 'device_events', column: 'received_at', key: 'id' },
] as const satisfies readonly MonthlyTable[];

/** Of the audit: its entries are one chain, and never go. */
export const auditValues: MonthlyTable = { name: 'audit_values', column: 'at', key: 'entry_id' };

export const monthlyTables: readonly MonthlyTable[] = [...attendanceTables, auditValues];

export async function isByMonth(queries: Queries, table: string): Promise<boolean> {
  if (queries.dialect === 'sqlite') return false;
  const parts = await queries.all(sql`select 1 from pg_partitioned_table where partrelid = to_regclass(${table})`);
  return parts.length > 0;
}

/** '2026-12' and 1 -> '2027-01' */
export function monthAfter(month: string, months = 1): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7);
}
