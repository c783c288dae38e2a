// Lets PostgreSQL look at what a long transaction has added to a table. It does so by itself only after the transaction:
// until then it takes the table for small, and statements read the whole of it.

import type { Queries } from '../../platform/db/db.ts';

export async function analyze(queries: Queries, table: 'attendance' | 'hr_deliveries'): Promise<void> {
  if (queries.dialect === 'postgres') await queries.exec(`analyze ${table}`);
}
