// Removes erased data from the database's files, where it may remain for a while.

import { type Db, sql } from '../../platform/db/db.ts';

/** SQLite overwrites what is deleted (secure_delete), but its write-ahead log keeps it until that is emptied. */
export async function emptyWriteAheadLog(db: Db): Promise<void> {
  // Best effort: a reader in another process can prevent it, and then the next run does it.
  if (db.dialect === 'sqlite') await db.all(sql`pragma wal_checkpoint(truncate)`);
}

const tablesOfPeople =
  'employees, employee_words, employee_codes, hr_people, hr_matches, users, user_words, companies, company_words, outbox';

/**
 * Runs after an erasure, so that PostgreSQL reuses the space of deleted rows and keeps no samples of them in its
 * statistics. docs/privacy.md says how the rest is wiped.
 */
export async function cleanFiles(db: Db): Promise<void> {
  await emptyWriteAheadLog(db);
  if (db.dialect === 'postgres')
    await db.exec(`vacuum analyze ${tablesOfPeople}, audit_values, roll_call_people, corrections, leaves, balances`);
}
