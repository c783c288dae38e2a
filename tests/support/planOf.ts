import type { BooleanColumns, Db, Queries } from '../../server/db/db.ts';
import { type Sql, sql } from '../../server/db/sql.ts';

/**
 * The query plan of every statement that the work runs, one step per line. On PostgreSQL, a month of a table is called like
 * the table, and months without rows are left out.
 */
export async function planOf(db: Db, work: (queries: Queries) => Promise<unknown>): Promise<string> {
  const steps: string[] = [];
  const wholes = db.dialect === 'postgres' ? await wholesOf(db) : new Map<string, string>();
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
  return steps
    .filter((step) => !/Seq Scan on \w+_\d{4}_\d\d .*cost=0\.00\.\.0\.00/.test(step))
    .map((step) => step.replaceAll(/\w+/g, (name) => wholes.get(name) ?? name))
    .join('\n');
}

/** The table or index that one of a month is a part of. */
async function wholesOf(db: Db): Promise<Map<string, string>> {
  const rows = await db.all<{ part: string; whole: string }>(
    sql`select inhrelid::regclass::text as part, inhparent::regclass::text as whole from pg_inherits`,
  );
  return new Map(rows.map(({ part, whole }) => [part, whole]));
}
