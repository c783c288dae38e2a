// What is in the files of a database, and in a backup of it: to prove that something is gone from them.

import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Db, one } from '../../../server/platform/db/db.ts';
import { sql } from '../../../server/platform/db/sql.ts';
import { need } from '../setup/needs.ts';
import type { TestDatabase } from './testDatabase.ts';

type Location = TestDatabase['location'];

/** After PostgreSQL has wiped the place of what was deleted, as docs/privacy.md says. */
export async function filesOf(db: Db, { dataDir }: Location): Promise<Buffer> {
  if (db.dialect === 'sqlite') return contentsOf(dataDir);
  await db.exec('vacuum full analyze');
  await db.exec('vacuum full pg_statistic');
  await db.exec('checkpoint');
  const { folder } = await one<{ folder: string }>(db, sql`select current_setting('data_directory') as folder`);
  const { oid } = await one<{ oid: string }>(
    db,
    sql`select oid::text as oid from pg_database where datname = current_database()`,
  );
  return contentsOf(path.join(folder, 'base', oid));
}

/** SQLite's copy as the command makes it; PostgreSQL's dump. */
export async function backupOf(db: Db, { databaseUrl }: Location): Promise<Buffer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rollcall-backup-'));
  const file = path.join(folder, 'backup');
  if (databaseUrl) {
    const programs = path.dirname(realpathSync(need('postgresql')));
    await promisify(execFile)(path.join(programs, 'pg_dump'), ['--format=plain', `--file=${file}`, databaseUrl]);
  } else {
    await db.run(sql`vacuum into ${file}`);
  }
  const contents = readFileSync(file);
  rmSync(folder, { recursive: true });
  return contents;
}

const contentsOf = (folder: string): Buffer =>
  Buffer.concat(readdirSync(folder).map((file) => readFileSync(path.join(folder, file))));
