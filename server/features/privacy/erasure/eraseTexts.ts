// Puts the tombstone in place of a person's names in the texts of other records: authors, reasons, errors, notes.

import type { CountedRows } from '../../../../src/shared/contract/privacy.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { named, type Sql, sql } from '../../../platform/db/sql.ts';
import { heldRows } from '../heldRows.ts';
import type { Naming } from './naming.ts';

interface Texts {
  readonly what: string;
  readonly table: Sql;
  readonly columns: readonly Sql[];
  /** Undefined where no legal hold keeps any. */
  readonly isHeld: Sql | undefined;
}

type Table = keyof typeof heldRows | 'legal_holds' | 'slot_run';

const keeping: Readonly<Partial<Record<Table, Sql>>> = heldRows;

const texts = (what: string, table: Table, ...columns: readonly string[]): Texts => ({
  what,
  table: named(table),
  columns: columns.map(named),
  isHeld: keeping[table],
});

/** Not those of attendance and of devices' events, which are found by the person and their codes. */
export const namedTexts: readonly Texts[] = [
  texts('Corrections', 'corrections', 'author', 'decider', 'reason', 'decision_reason'),
  texts('Closed months', 'closed_months', 'closed_by', 'reopened_by', 'reopen_reason'),
  texts('Roll calls', 'roll_calls', 'started_by', 'ended_by'),
  texts('Ticks of roll calls', 'roll_call_people', 'ticked_by'),
  texts('Further codes of others', 'employee_codes', 'author'),
  texts('Commands to devices', 'device_commands', 'author', 'answer'),
  texts('Notes of devices', 'device_notes', 'sentence', 'raw'),
  texts('Passkeys of others', 'passkeys', 'name'),
  texts('API tokens of others', 'api_tokens', 'name'),
  texts('Legal holds', 'legal_holds', 'author', 'reason'),
  texts('Results of HR syncs', 'hr_sync_turns', 'last_error', 'wait_reason', 'cancelled_by'),
  texts('Runs of the HR sync', 'slot_run', 'result'),
  texts('Tests of HR connections', 'hr_connections', 'last_test'),
  texts('Errors of deliveries', 'hr_deliveries', 'last_error'),
  texts('Contacts of companies', 'companies', 'contact_email', 'contact_phone'),
];

export async function eraseTexts(queries: Queries, naming: Naming): Promise<CountedRows[]> {
  const counts: CountedRows[] = [];
  for (const { what, table, columns } of namedTexts) {
    let rows = 0;
    for (const column of columns) rows += await eraseIn(queries, table, column, naming);
    counts.push({ what, rows });
  }
  return counts;
}

async function eraseIn(queries: Queries, table: Sql, column: Sql, naming: Naming): Promise<number> {
  const found = await queries.all<{ text: string }>(
    sql`select distinct ${column} as text from ${table} where ${naming.mayName(column)}`,
  );
  let rows = 0;
  for (const { text } of found) {
    const without = naming.without(text);
    if (without === text) continue;
    rows += await queries.run(sql`update ${table} set ${column} = ${without} where ${column} = ${text}`);
  }
  return rows;
}
