// Where rows that legal holds keep name a person. An erasure would change them, so it has to wait.

import type { CountedRows } from '../../../../src/shared/contract/privacy.ts';
import { parsed } from '../../../platform/audit/auditValues.ts';
import { maybeOne, type Queries } from '../../../platform/db/db.ts';
import { type Sql, sql } from '../../../platform/db/sql.ts';
import { heldRows } from '../heldRows.ts';
import { namedTexts } from './eraseTexts.ts';
import type { Naming } from './naming.ts';

/** Call it after the lock on holds. */
export async function heldMentions(queries: Queries, naming: Naming): Promise<CountedRows[]> {
  if (!(await maybeOne(queries, sql`select id from legal_holds limit 1`))) return [];
  const counts: CountedRows[] = [];
  const count = async (what: string, table: Sql, columns: readonly Sql[], isHeld: Sql, isNamed = naming.isNamed) => {
    let rows = 0;
    for (const column of columns) {
      const texts = await queries.all<{ text: string }>(
        sql`select ${column} as text from ${table} where ${naming.mayName(column)} and (${isHeld})`,
      );
      rows += texts.filter(({ text }) => isNamed(text)).length;
    }
    if (rows > 0) counts.push({ what, rows });
  };
  for (const { what, table, columns, isHeld } of namedTexts) if (isHeld) await count(what, table, columns, isHeld);
  const inMail = [sql`recipient`, sql`subject`, sql`body`, sql`last_error`];
  await count('E-mails', sql`outbox`, inMail, heldRows.outbox);
  await count('Saved views', sql`saved_views`, [sql`name`], heldRows.saved_views);
  const isInQuery = (query: string) => [...new URLSearchParams(query).values()].some(naming.isNamed);
  await count('Filters of saved views', sql`saved_views`, [sql`query`], heldRows.saved_views, isInQuery);
  const isInValues = (salted: string) => parsed(salted).some(([, value]) => naming.isNamed(value));
  await count('Audit entries', sql`audit_values`, [sql`salted`], heldRows.audit_values, isInValues);
  return counts;
}
