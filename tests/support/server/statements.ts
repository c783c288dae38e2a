// Looks at what a server asks its database: statements, their plans, and how many of them write.
import { vi } from 'vitest';
import type { BooleanColumns, Db, Queries } from '../../../server/platform/db/db.ts';
import { sql, type Sql } from '../../../server/platform/db/sql.ts';
import { StatementTexts } from '../../../server/platform/db/statementTexts.ts';

/**
 * The query plan of every statement that the work runs, one step per line. On PostgreSQL, a month of a table is called like
 * the table, and months without rows are left out.
 */
export async function planOf(db: Db, work: (queries: Queries) => Promise<unknown>): Promise<string> {
  const steps: string[] = [];
  const parts = db.dialect === 'postgres' ? await partsOf(db) : [];
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
  const wholes = new Map(parts.map(({ part, whole }) => [part, whole]));
  const withoutRows = new Set(parts.flatMap(({ part, is_empty }) => (is_empty ? part : [])));
  return steps
    .filter((step) => !withoutRows.has(/ Scan .*\bon (\w+)/.exec(step)?.[1] ?? ''))
    .map((step) => step.replaceAll(/\w+/g, (name) => wholes.get(name) ?? name))
    .join('\n');
}

interface PartOfTable {
  /** A table or an index of one month. */
  readonly part: string;
  /** What it is a part of. */
  readonly whole: string;
  readonly is_empty: boolean;
}

const partsOf = (db: Db): Promise<PartOfTable[]> =>
  db.all<PartOfTable>(
    sql`select inhrelid::regclass::text as part, inhparent::regclass::text as whole,
        pg_relation_size(inhrelid) = 0 as is_empty from pg_inherits`,
    ['is_empty'],
  );

const texts = new StatementTexts('sqlite', () => '?');

/** What SQLite is asked, for tests that look at statements. */
export const textOf = (statement: Sql): string => texts.of(statement);

/** Counts the writes of a server: statements that are not selects, and transactions. The returned function answers the number of writes since. */
export function countWrites(db: Db): () => number {
  const [all, run, exec, tx] = [vi.spyOn(db, 'all'), vi.spyOn(db, 'run'), vi.spyOn(db, 'exec'), vi.spyOn(db, 'tx')];
  return () => {
    const writing = all.mock.calls.filter(([statement]) => !/^\s*select\b/.test(textOf(statement)));
    return [writing, run.mock.calls, exec.mock.calls, tx.mock.calls].flat().length;
  };
}
