// Tells whether anything in the database has changed.

import type { Sql } from './sql.ts';

/**
 * Selects a text that is the same as before only if no row has changed since. On SQLite it counts the changes of this
 * connection, and of all others. On PostgreSQL it is what the statement may see: each transaction that changes something
 * has a number, and is either in the snapshot or not. The start of PostgreSQL's own process stands for the machine: after
 * a failover another one may use the same numbers again.
 */
export const databaseState: Sql = {
  pieces: [
    {
      sqlite: `total_changes() || ' ' || (select data_version from pragma_data_version)`,
      postgres: `pg_current_snapshot()::text || ' ' || pg_postmaster_start_time()`,
    },
  ],
  values: [],
};
