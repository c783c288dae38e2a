// Looks at what a server asks its database: statements, their plans, and how many of them write.

import { vi } from 'vitest';
import type { BooleanColumns, Db, Queries } from '../../../server/platform/db/db.ts';
import { sql, type Sql, StatementTexts } from '../../../server/platform/db/sql.ts';

/** The query plan of every statement that the work runs, one step per line. */
export async function planOf(db: Db, work: (queries: Queries) => Promise<unknown>): Promise<string> {
  const steps: string[] = [];
  const explain = async (statement: Sql) => {
    const how = db.dialect === 'sqlite' ? sql`explain query plan` : sql`explain`;
    const rows = await db.all<{ detail?: string; 'QUERY PLAN'?: string }>(sql`${how} ${statement}`);
    steps.push(...rows.map((row) => row.detail ?? row['QUERY PLAN'] ?? ''));
  };
  await work({
    ...db,
    async all<Row>(statement: Sql, ...booleans: BooleanColumns<Row>) {
      await explain(statement);
      return db.all<Row>(statement, ...booleans);
    },
    async run(statement: Sql) {
      await explain(statement);
      return db.run(statement);
    },
  });
  return steps.join('\n');
}

const texts = new StatementTexts('sqlite', () => '?');

/** What SQLite is asked, for tests that look at statements. */
export const textOf = (statement: Sql): string => texts.of(statement);

/**
 * Counts the writes of a server: statements that are not selects, and transactions. The returned function answers the
 * number of writes since.
 */
export function countWrites(db: Db): () => number {
  const [all, run, exec, tx] = [vi.spyOn(db, 'all'), vi.spyOn(db, 'run'), vi.spyOn(db, 'exec'), vi.spyOn(db, 'tx')];
  return () => {
    const writing = all.mock.calls.filter(([statement]) => !/^\s*select\b/.test(textOf(statement)));
    return [writing, run.mock.calls, exec.mock.calls, tx.mock.calls].flat().length;
  };
}
