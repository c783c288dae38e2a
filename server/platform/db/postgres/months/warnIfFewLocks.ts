// A statement over all months locks each part and each of its indexes, in a table of locks that PostgreSQL makes at its start
// for all connections together. When that is full, statements fail.

import type { Log } from '../../../log/log.ts';
import { type Db, one } from '../../db.ts';
import { sql } from '../../sql.ts';
import { maxConnections } from '../pool.ts';
import { attendanceTables } from './monthlyTables.ts';

interface Locks {
  /** Of a statement over all months of attendance and what belongs to it. */
  readonly each: number;
  readonly per_transaction: number;
  readonly transactions: number;
}

/** Warns if PostgreSQL has fewer locks than the connections of this process could take at once. */
export async function warnIfFewLocks(db: Db, log: Log): Promise<void> {
  if (db.dialect === 'sqlite') return;
  const { each, per_transaction, transactions } = await one<Locks>(
    db,
    sql`with parts as (
        select inhrelid as part from pg_inherits where inhparent::regclass::text in (${attendanceTables.map(({ name }) => name)})
      )
      select cast((select count(*) from parts) + (select count(*) from pg_index where indrelid in (select part from parts))
          as integer) as each,
        cast(current_setting('max_locks_per_transaction') as integer) as per_transaction,
        cast(current_setting('max_connections') as integer)
          + cast(current_setting('max_prepared_transactions') as integer) as transactions`,
  );
  const [locks, room] = [each * maxConnections, per_transaction * transactions];
  if (locks <= room) return;
  // Twice as many, because months are added and another process may run.
  const enough = 2 ** Math.ceil(Math.log2((2 * locks) / transactions));
  log.warn('PostgreSQL has few locks for the months of data', {
    locks,
    room,
    advice: `Set max_locks_per_transaction = ${enough} in postgresql.conf, and restart PostgreSQL`,
  });
}
