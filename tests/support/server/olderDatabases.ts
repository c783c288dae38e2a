// Databases as earlier versions left them, empty or with a release's data, and audit entries as they wrote them.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sha256 } from '../../../server/platform/crypto/hashes.ts';
import { type Db, one, type Queries, sql } from '../../../server/platform/db/db.ts';
import { steps } from '../../../server/platform/db/migrations/migrate.ts';
import { type DatabaseLocation, sqliteFileIn } from '../../../server/platform/db/open.ts';
import { openPostgres } from '../../../server/platform/db/postgres/postgres.ts';
import { openSqlite } from '../../../server/platform/db/sqlite.ts';
import type { CreateDatabase, TestDatabase } from './testDatabase.ts';

export async function createOlder({ dataDir, databaseUrl }: DatabaseLocation, version: number): Promise<Db> {
  if (!databaseUrl) mkdirSync(dataDir, { recursive: true });
  const db = databaseUrl ? openPostgres(databaseUrl) : await openSqlite(path.join(dataDir, 'rollcall.sqlite'));
  for (const step of steps.slice(0, version)) await db.exec(await step(db.dialect, db));
  await db.exec(`create table schema_version (id integer primary key check (id = 1), version integer not null);
    insert into schema_version (id, version) values (1, ${version})`);
  return db;
}

interface FormerAct {
  readonly at?: string;
  readonly userId?: number | null;
  readonly email?: string;
  readonly address?: string | null;
  readonly action?: string;
  readonly subject?: string;
  readonly subjectId?: number | null;
  readonly before?: object;
  readonly after?: object;
}

/** Appends an audit entry as database versions 8 to 17 did, and returns its hash. */
export async function auditAsBefore(queries: Queries, act: FormerAct): Promise<string> {
  const head = await one<{ last_id: number; hash: string }>(queries, sql`select last_id, hash from audit_head`);
  const { at = '2026-01-05 08:00:00', userId = null, email = '', address = null } = act;
  const entry = [
    head.last_id + 1,
    at,
    userId,
    email,
    'r-1',
    act.action ?? 'test',
    act.subject ?? 'things',
    act.subjectId ?? null,
    act.before ? JSON.stringify(act.before) : null,
    act.after ? JSON.stringify(act.after) : null,
  ] as const;
  const hash = sha256(JSON.stringify([head.hash, ...entry, ...(address === null ? [] : [address])]));
  const [id, , user, mail, request, action, subject, subjectId, before, after] = entry;
  await queries.run(
    sql`insert into audit (id, at, user_id, user_email, request_id, action, subject, subject_id, before_json,
        after_json, address, previous_hash, hash)
      values (${id}, ${at}, ${user}, ${mail}, ${request}, ${action}, ${subject}, ${subjectId}, ${before}, ${after},
        ${address}, ${head.hash}, ${hash})`,
  );
  await queries.run(sql`update audit_head set last_id = ${id}, hash = ${hash}`);
  return hash;
}

export const releases = path.resolve('tests/server/upgrades');

/** Restores the data of a release (see tests/server/upgrades/README.md) into a new database. */
export async function restoreRelease(release: string, create: CreateDatabase): Promise<TestDatabase> {
  const database = await create();
  const { databaseUrl, dataDir } = database.location;
  const dataIn = (file: string) => gunzipSync(readFileSync(path.join(releases, release, file)));
  if (databaseUrl) {
    execFileSync('psql', ['--quiet', '--set=ON_ERROR_STOP=1', databaseUrl], {
      input: dataIn('postgres.sql.gz'),
      stdio: ['pipe', 'ignore', 'inherit'],
    });
  } else writeFileSync(sqliteFileIn(dataDir), dataIn('sqlite.gz'));
  return database;
}
