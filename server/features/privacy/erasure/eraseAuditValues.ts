// Erases from the audit what is about a person, and what names them in entries about others. The chain holds without it.

import type { SaltedValue } from '../../../../src/shared/contract/audit/entry.ts';
import type { CountedRows } from '../../../../src/shared/contract/privacy.ts';
import { parsed } from '../../../platform/audit/auditValues.ts';
import { one, type Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { Identity } from './identity.ts';
import type { Naming } from './naming.ts';

interface Row {
  entry_id: number;
  at: string;
  about_kind: string;
  about_id: number;
  salted: string;
}

export async function eraseAuditValues(
  queries: Queries,
  { person: { kind, id } }: Identity,
  naming: Naming,
): Promise<CountedRows[]> {
  const about = sql`about_kind = ${kind} and about_id = ${id}`;
  const own = await queries.all<{ entry_id: number }>(sql`select entry_id from audit_values where ${about}`);
  await queries.run(sql`delete from audit_values where ${about}`);
  const others = await eraseNamed(queries, naming);
  const entries = [...new Set([...own.map(({ entry_id }) => entry_id), ...others])];
  // A former hash covers the values without a salt; only the one before it made it unique.
  const hashes = [...new Set(entries.flatMap((entry) => [entry - 1, entry]))];
  const former = await queries.run(sql`delete from audit_former_hashes where entry_id in (${hashes})`);
  return [
    { what: 'Audit entries about the person: their personal values', rows: own.length },
    { what: 'Audit entries about others: the values that name the person', rows: others.length },
    { what: 'Hashes of these entries from before version 18', rows: former },
  ];
}

/** So many entries are looked at by one statement: others wait for its end. */
const entriesAtOnce = 20_000;

/** Values are never changed: what stays of a row is stored anew. Answers the ids of the entries. */
async function eraseNamed(queries: Queries, naming: Naming): Promise<number[]> {
  const { end } = await one<{ end: number }>(queries, sql`select last_id as "end" from audit_head where id = 1`);
  const touched: number[] = [];
  for (let last = 0; last < end; last += entriesAtOnce) {
    const rows = await queries.all<Row>(
      sql`select entry_id, at, about_kind, about_id, salted from audit_values
        where entry_id > ${last} and entry_id <= ${last + entriesAtOnce} and ${naming.mayName(sql`salted`)}`,
    );
    for (const row of rows) {
      const values = parsed(row.salted);
      const kept = values.filter(([, value]) => !naming.isNamed(value));
      if (kept.length === values.length) continue;
      await replace(queries, row, kept);
      touched.push(row.entry_id);
    }
  }
  return touched;
}

async function replace(
  queries: Queries,
  { entry_id, at, about_kind, about_id }: Row,
  kept: readonly SaltedValue[],
): Promise<void> {
  await queries.run(
    sql`delete from audit_values
      where entry_id = ${entry_id} and at = ${at} and about_kind = ${about_kind} and about_id = ${about_id}`,
  );
  if (kept.length === 0) return;
  await queries.run(
    sql`insert into audit_values (entry_id, about_kind, about_id, at, salted)
      values (${entry_id}, ${about_kind}, ${about_id}, ${at}, ${JSON.stringify(kept)})`,
  );
}
