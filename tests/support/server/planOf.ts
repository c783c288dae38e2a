import type { BooleanColumns, Db, Queries } from '../../../server/platform/db/db.ts';
import { sql, type Sql } from '../../../server/platform/db/sql.ts';

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
