// SQLite, embedded: by Node's own driver where there is one (22.13 and newer), else by its WebAssembly port.
// One connection, so while a transaction runs everybody else waits: no foreign statement may slip into it.

import { AsyncLocalStorage } from 'node:async_hooks';
import { closeSync, existsSync, openSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { ConstraintError, type Db, type Queries } from '../db.ts';
import { ownFile, refuseOwned } from './fileLock.ts';
import { type Sql, textOf, type Value } from '../sql.ts';
import { UnusableError } from '../errors.ts';

export type SqliteDriver = 'node' | 'wasm';

type Bound = string | number | null;
type Row = Record<string, unknown>;

interface Statement {
  all(values: Bound[]): Row[];
  run(values: Bound[]): number;
  dispose(): void;
}

interface Connection {
  prepare(text: string): Statement;
  exec(script: string): void;
  close(): void;
}

// The time limit comes before the journal mode, which two processes that start together both want to change.
const pragmas = [
  'busy_timeout = 5000',
  'foreign_keys = on',
  'synchronous = full',
  'journal_mode = wal',
  'cache_size = -65536',
];

/** Without a wish the best driver there is. */
export async function openSqlite(place: string, driver?: SqliteDriver): Promise<Db> {
  // Log and mark belong beside the file itself, where the other driver looks for them, not beside a link to it.
  // A link may be there before the file: an empty one is made, which is an empty database.
  if (!existsSync(place)) closeSync(openSync(place, 'a'));
  const file = realpathSync(place);
  const connection =
    driver === 'wasm' ? await openWasm(file) : ((await openNode(file, driver)) ?? (await openWasm(file)));
  return sqliteDb(connection);
}

async function openNode(file: string, driver?: SqliteDriver): Promise<Connection | undefined> {
  const sqlite = await import('node:sqlite').catch((error: unknown) => {
    if (driver === 'node') throw error;
  });
  if (!sqlite) return undefined;
  refuseOwned(file);
  const database = new sqlite.DatabaseSync(file);
  for (const pragma of pragmas) database.exec(`pragma ${pragma}`);
  return {
    prepare(text) {
      const statement = database.prepare(text);
      return {
        all: (values) => statement.all(...values),
        run: (values) => Number(statement.run(...values).changes),
        dispose() {},
      };
    },
    exec: (script) => database.exec(script),
    close: () => database.close(),
  };
}

async function openWasm(file: string): Promise<Connection> {
  const disown = ownFile(file);
  refuseShared(file);
  refuseJournal(file);
  // Its lock is a folder that survives a killed process; we own the file, so nobody else can hold it.
  rmSync(`${file}.lock`, { recursive: true, force: true });
  const { default: sqlite } = await import('node-sqlite3-wasm');
  const database = new sqlite.Database(file);
  // It takes its own lock for a stranger's, and so never plays back the journal of a killed process: it must
  // have the write-ahead log instead, which, as it cannot share memory, needs the file for itself.
  for (const pragma of ['locking_mode = exclusive', ...pragmas]) database.exec(`pragma ${pragma}`);
  // Who was killed while changing to that log left this, and another driver would play it back.
  rmSync(`${file}-journal`, { force: true });
  return {
    prepare(text) {
      const statement = database.prepare(text);
      return {
        all: (values) => Array.from(statement.iterate(values)),
        run: (values) => statement.run(values).changes,
        dispose: () => statement.finalize(),
      };
    },
    exec: (script) => database.exec(script),
    close() {
      database.close();
      disown();
    },
  };
}

/** Node's own driver keeps this file while it runs, and leaves it when it is killed. */
function refuseShared(file: string): void {
  if (!existsSync(`${file}-shm`)) return;
  throw new UnusableError(
    `${file} is in use by a newer Node, or was when that was killed: start with Node 22.13 or newer, as before`,
  );
}

/**
 * What an earlier Rollcall that was killed left to be played back, which this driver cannot. Who was only
 * changing to the other log wrote nothing but the first page.
 */
function refuseJournal(file: string): void {
  const journal = `${file}-journal`;
  if (!existsSync(journal)) return;
  const bytes = readFileSync(journal);
  // Its first word is written when the file is about to be, and erased when all is done.
  if (bytes.subarray(0, 8).toString('hex') !== 'd9d505f920a163d7') return;
  // Its head is as long as a sector of the disk; a page stands between its number and its checksum.
  if (bytes.length <= bytes.readUInt32BE(20) + bytes.readUInt32BE(24) + 8) return;
  throw new UnusableError(
    `${file} was left in the middle of a write: start once with Node 22.13 or newer, which completes or undoes it`,
  );
}

function sqliteDb(connection: Connection): Db {
  const statements = new StatementCache(connection);
  const insideTransaction = new AsyncLocalStorage<true>();
  let transaction: Promise<unknown> | undefined;

  const now: Queries = {
    dialect: 'sqlite',
    async all<R>(statement: Sql) {
      return statements.use(statement, (prepared, values) => withBooleans(prepared.all(values))) as R[];
    },
    run: async (statement) => statements.use(statement, (prepared, values) => prepared.run(values)),
    exec: async (script) => guarded(() => connection.exec(script)),
  };

  /** Waits for the running transaction, then begins in the same moment: nobody can come between. */
  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (insideTransaction.getStore()) throw new Error('Inside a transaction, use the queries that it was given');
    while (transaction) await transaction.catch(() => {});
    return work();
  }

  async function transact<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result> {
    guarded(() => connection.exec('begin immediate'));
    try {
      const result = await insideTransaction.run(true, () => work(now));
      guarded(() => connection.exec('commit'));
      return result;
    } catch (error) {
      rollBack();
      throw error;
    }
  }

  /** Where the disk is full SQLite has done so by itself, and says that there is nothing to roll back. */
  function rollBack(): void {
    try {
      connection.exec('rollback');
    } catch {
      // What people need to know is why it came to this.
    }
  }

  return {
    dialect: 'sqlite',
    all: <R>(statement: Sql) => inTurn(() => now.all<R>(statement)),
    run: (statement) => inTurn(() => now.run(statement)),
    exec: (script) => inTurn(() => now.exec(script)),
    tx: (work) =>
      inTurn(async () => {
        const mine = transact(work);
        transaction = mine;
        try {
          return await mine;
        } finally {
          transaction = undefined;
        }
      }),
    close: () =>
      inTurn(async () => {
        statements.clear();
        connection.close();
      }),
  };
}

/** Preparing costs more than running, so the last used statements stay prepared. */
class StatementCache {
  readonly #connection: Connection;
  readonly #prepared = new Map<string, Statement>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  use<Result>(statement: Sql, work: (prepared: Statement, values: Bound[]) => Result): Result {
    const text = textOf(statement, () => '?');
    const prepared = guarded(() => this.#prepared.get(text) ?? this.#connection.prepare(text));
    this.#prepared.delete(text);
    this.#prepared.set(text, prepared);
    if (this.#prepared.size > 200) this.#forgetOldest();
    try {
      return guarded(() => work(prepared, statement.values.map(bound)));
    } catch (error) {
      // The WebAssembly driver cannot use a statement again after it failed.
      this.#prepared.delete(text);
      dispose(prepared);
      throw error;
    }
  }

  clear(): void {
    for (const prepared of this.#prepared.values()) dispose(prepared);
    this.#prepared.clear();
  }

  #forgetOldest(): void {
    for (const [text, prepared] of this.#prepared) {
      this.#prepared.delete(text);
      dispose(prepared);
      return;
    }
  }
}

/** Disposing of a failed statement reports its failure a second time. */
function dispose(prepared: Statement): void {
  try {
    prepared.dispose();
  } catch {
    // Reported when it happened.
  }
}

const bound = (value: Value): Bound => (typeof value === 'boolean' ? Number(value) : value);

/**
 * SQLite stores truth as 0 and 1; here a column named is_… or has_… is a truth value, and nothing else is.
 */
function withBooleans(rows: Row[]): Row[] {
  const flags = Object.keys(rows[0] ?? {}).filter((name) => /^(is|has)_/.test(name));
  for (const row of rows) for (const name of flags) row[name] = Boolean(row[name]);
  return rows;
}

function guarded<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (message.includes('UNIQUE constraint')) throw new ConstraintError('unique', error);
    if (message.includes('FOREIGN KEY constraint')) throw new ConstraintError('foreignKey', error);
    throw error;
  }
}
