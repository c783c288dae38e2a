// Databases for tests: a new SQLite database in a temporary folder, a database with sample data, and the audit entries
// of any database. Does not import vitest, so scripts can use it too.
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openWithPermissions } from '../../../server/app/commands/openWithPermissions.ts';
import { fillWithSample, type SampleOptions, type SignIns } from '../../../server/app/sample/fillWithSample.ts';
import { cheapCost, createPasswords } from '../../../server/platform/access/passwords.ts';
import { contentOf, entriesAfter, type StoredEntry } from '../../../server/platform/audit/readAudit.ts';
import { type Db, type Queries, sql } from '../../../server/platform/db/db.ts';
import { type DatabaseLocation, sqliteFileIn } from '../../../server/platform/db/open.ts';
import { storeAllMissingWords } from '../../../server/platform/records/search/searchIndex.ts';

/** A new database for one test file. */
export interface TestDatabase {
  location: DatabaseLocation;
  remove(): Promise<void>;
}

export interface CreateDatabase {
  /** `migrated` asks for a copy of a database with all its tables, if there is one to copy. */
  (state?: 'empty' | 'migrated'): Promise<TestDatabase>;
  /** Copies a database that is not open. */
  readonly copy?: (of: TestDatabase) => Promise<TestDatabase>;
}

/** Set while tests run: a folder that is removed after the run, and in it the folder of a migrated database to copy. */
const { TEST_DATABASES: parent = tmpdir(), TEST_TEMPLATE: template } = process.env;

export async function createSqlite(state: 'empty' | 'migrated' = 'empty'): Promise<TestDatabase> {
  return inNewFolder(state === 'migrated' ? template : undefined);
}

createSqlite.copy = ({ location }: TestDatabase) => inNewFolder(location.dataDir);

async function inNewFolder(original: string | undefined): Promise<TestDatabase> {
  const dataDir = await mkdtemp(path.join(parent, 'rollcall-'));
  if (original !== undefined) await copyFile(sqliteFileIn(original), sqliteFileIn(dataDir));
  return { location: { dataDir }, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

/** Opens a migrated, empty database, which is deleted on closing. */
export async function openFresh(create: CreateDatabase): Promise<Db> {
  const database = await create('migrated');
  const db = await openWithPermissions(database.location);
  // No test needs its data after a power failure; PostgreSQL does not wait for the disk in tests, either.
  if (db.dialect === 'sqlite') await db.exec('pragma synchronous = off');
  return {
    ...db,
    async close() {
      await db.close();
      await database.remove();
    },
  };
}

// Databases with sample data. Filling one takes longer than most tests, so a file with several servers copies one.
interface Filled {
  readonly db: Db;
  readonly users: SignIns;
}

/** Where nothing listens: the sample's HR systems must not reach another server on this machine. */
const deadOrigin = 'http://127.0.0.1:1';

const asked = new Set<string>();
const originals = new Map<string, Promise<{ database: TestDatabase; users: SignIns }>>();

export async function openSample(create: CreateDatabase, sample: SampleOptions, now: Date): Promise<Filled> {
  const { copy } = create;
  // Copies are at most a minute old, since tests look at what happened just now.
  const key = JSON.stringify([create.name, sample, Math.floor(now.getTime() / 60_000)]);
  if (!copy || !asked.has(key)) {
    asked.add(key);
    const db = await openFresh(create);
    return { db, users: await fill(db, sample, now) };
  }
  const original = originals.get(key) ?? fillOriginal(create, sample, now);
  originals.set(key, original);
  const { database, users } = await original;
  return { db: await openFresh(() => copy(database)), users };
}

async function fillOriginal(create: CreateDatabase, sample: SampleOptions, now: Date) {
  let created: TestDatabase | undefined;
  const db = await openFresh(async () => {
    created = await create('migrated');
    return { ...created, remove: async () => {} };
  });
  const users = await fill(db, sample, now);
  // Each server must make its own signing key.
  await db.run(sql`delete from signing_key`);
  await db.close();
  if (!created) throw new Error('No database was created');
  return { database: created, users };
}

async function fill(db: Db, sample: SampleOptions, now: Date): Promise<SignIns> {
  const users = await fillWithSample(db, createPasswords(cheapCost), now, { origin: deadOrigin, ...sample });
  if (!users) throw new Error('The test database was not empty');
  await storeAllMissingWords(db);
  return users;
}

// Audit entries with their personal values filled in, as tests want to see them.

type Json = ReturnType<typeof JSON.parse>;

type AuditEntry = Pick<StoredEntry, 'id' | 'user_id' | 'request_id' | 'action' | 'subject' | 'subject_id'> & {
  readonly user_email: Json;
  readonly address: Json;
  readonly api_token: Json;
  readonly before: Json;
  readonly after: Json;
};

/** The first thousand audit entries, oldest first; with `action`, only those of this action among them. */
export async function auditEntries(queries: Queries, action?: string): Promise<AuditEntry[]> {
  const stored = await entriesAfter(queries, 0);
  return stored
    .filter((entry) => action === undefined || entry.action === action)
    .map((entry) => {
      const { user_email, address, api_token, before, after } = contentOf(entry);
      return { ...entry, user_email, address, api_token, before, after };
    });
}
