// The embedded database, through Node's own driver. There is one connection, so every other statement waits while a
// transaction runs.
import { AsyncLocalStorage } from 'node:async_hooks';
import { accessSync, constants, statfsSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { LruMap } from '../concurrency/lruMap.ts';
import { DomainError } from '../domainErrors.ts';
import {
  type BooleanColumns,
  ConstraintError,
  type Db,
  type Queries,
  type Sql,
  StatementTexts,
  type Value,
  workToEnd,
} from './db.ts';
import { diskFull, diskReadOnly, tooBusy, UnwritableError } from './errors.ts';
import { LocksTaken } from './lockOrder.ts';

/** How long to wait for the file while another program writes to it. */
const longestWaitMs = 5_000;
const waits = `busy_timeout = ${longestWaitMs}`;

// The time limit comes first: two processes that start together both set the journal mode.
const pragmas = [
  waits,
  'foreign_keys = on',
  'synchronous = full',
  'journal_mode = wal',
  'cache_size = -65536',
  // Overwrite deleted data, such as the link in a mail that was sent.
  'secure_delete = on',
];

export async function openSqlite(file: string): Promise<Db> {
  // A static import would make an older Node fail before it can say that it is too old.
  const { DatabaseSync } = await import('node:sqlite');
  const connection = new DatabaseSync(file);
  const folder = path.dirname(file);
  try {
    for (const pragma of pragmas) connection.exec(`pragma ${pragma}`);
  } catch (error) {
    const known = translated(error, folder);
    throw known instanceof UnwritableError ? known : error;
  }
  return sqliteDb(connection, folder);
}

/** Opens the file without changing it or its journal mode. */
export async function openSqliteToRead(file: string): Promise<Db> {
  const { DatabaseSync } = await import('node:sqlite');
  return sqliteDb(new DatabaseSync(file, { readOnly: true }), path.dirname(file));
}

type Guard = <Result>(work: () => Result) => Result;

function sqliteDb(connection: DatabaseSync, folder: string): Db {
  const guarded: Guard = (work) => {
    try {
      return work();
    } catch (error) {
      throw translated(error, folder);
    }
  };
  const statements = new StatementCache(connection, guarded);
  const insideTransaction = new AsyncLocalStorage<true>();
  let transaction: Promise<unknown> | undefined;

  const runNow = (statement: Sql) => statements.use(statement, (prepared, values) => prepared.run(values));

  const now: Queries = {
    dialect: 'sqlite',
    async all<R>(statement: Sql, booleans: readonly PropertyKey[] = []) {
      const rows = statements.use(statement, (prepared, values) => prepared.all(values));
      for (const column of booleans) for (const row of rows) row[String(column)] = Boolean(row[String(column)]);
      return rows as R[];
    },
    run: async (statement) => runNow(statement),
    async exec(script) {
      guarded(() => connection.exec(script));
      statements.clear();
    },
  };

  /** Starts in the same tick in which the running transaction ends, so no other statement can come between. */
  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (insideTransaction.getStore()) throw new Error('Inside a transaction, use the queries that it was given');
    while (transaction) await transaction.catch(() => {});
    return work();
  }

  /** Writes, or throws at once while another program does: SQLite's own waiting would block the whole process. */
  function atOnce<Result>(work: () => Result): Result {
    connection.exec('pragma busy_timeout = 0');
    try {
      return work();
    } catch (error) {
      throw isBusy(error) ? new FileHeld(error) : error;
    } finally {
      connection.exec(`pragma ${waits}`);
    }
  }

  async function transact<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result> {
    try {
      const inside = { ...now, locks: new LocksTaken(), atEnd: [] };
      const result = await insideTransaction.run(true, () => workToEnd(inside, work));
      guarded(() => connection.exec('commit'));
      return result;
    } catch (error) {
      rollBack();
      throw error;
    }
  }

  /** SQLite rolls back by itself on a full disk, and then reports that there is nothing to roll back. */
  function rollBack(): void {
    try {
      connection.exec('rollback');
    } catch {
      // The error that led here matters more.
    }
  }

  return {
    dialect: 'sqlite',
    all: <R>(statement: Sql, ...booleans: BooleanColumns<R>) => inTurn(() => now.all<R>(statement, ...booleans)),
    run: (statement) => whenFree(() => inTurn(async () => atOnce(() => runNow(statement)))),
    exec: (script) => inTurn(() => now.exec(script)),
    tx: (work) =>
      whenFree(() =>
        inTurn(async () => {
          atOnce(() => guarded(() => connection.exec('begin immediate')));
          const mine = transact(work);
          transaction = mine;
          try {
            return await mine;
          } finally {
            transaction = undefined;
          }
        }),
      ),
    checkWritable: async () => {
      const obstacle = obstacleIn(folder);
      if (obstacle) throw obstacle;
    },
    freeBytes: () => freeBytes(folder),
    close: () =>
      inTurn(async () => {
        connection.close();
      }),
  };
}

class FileHeld extends Error {
  constructor(cause: unknown) {
    super('Another program holds the database', { cause });
  }
}

const isBusy = (error: unknown): boolean => error instanceof DomainError && error.reason === 'unavailable';

/** Tries again for as long as SQLite would wait, but lets other work run meanwhile. */
async function whenFree<Result>(work: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + longestWaitMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof FileHeld)) throw error;
      if (performance.now() >= until) throw error.cause;
      await setTimeout(20);
    }
  }
}

/** Preparing a statement costs more than running it, so recently used ones stay prepared. */
class StatementCache {
  readonly #connection: DatabaseSync;
  readonly #guarded: Guard;
  readonly #texts = new StatementTexts('sqlite', () => '?');
  readonly #prepared = new LruMap<string, PreparedStatement>(200);

  constructor(connection: DatabaseSync, guarded: Guard) {
    this.#connection = connection;
    this.#guarded = guarded;
  }

  use<Result>(statement: Sql, work: (prepared: PreparedStatement, values: Bound[]) => Result): Result {
    const text = this.#texts.of(statement);
    return this.#guarded(() => work(this.#prepared.get(text) ?? this.#prepare(text), statement.values.map(bound)));
  }

  /** A script may change tables, and with them the columns of `select *`. */
  clear(): void {
    this.#prepared.clear();
  }

  #prepare(text: string): PreparedStatement {
    const prepared = new PreparedStatement(this.#connection.prepare(text));
    this.#prepared.set(text, prepared);
    return prepared;
  }
}

const bound = (value: Value): Bound => (typeof value === 'boolean' ? Number(value) : value);

type Bound = string | number | null;
type Row = Record<string, unknown>;

/** A statement of Node 22.16 and later. */
interface GivesArrays {
  setReturnArrays(isWanted: boolean): void;
  columns(): readonly { readonly name: string }[];
}

const canGiveArrays = (statement: StatementSync): statement is StatementSync & GivesArrays =>
  'setReturnArrays' in statement && 'columns' in statement;

/**
 * Reads rows as arrays where the driver's version can, and makes ordinary objects of them: the driver's own objects are
 * dictionaries, which are slow to make and to read.
 */
class PreparedStatement {
  readonly #statement: StatementSync;
  /** Undefined where the driver makes the objects. */
  readonly #columns: readonly string[] | undefined;

  constructor(statement: StatementSync) {
    this.#statement = statement;
    if (!canGiveArrays(statement)) return;
    statement.setReturnArrays(true);
    this.#columns = statement.columns().map(({ name }) => name);
  }

  all(values: readonly Bound[]): Row[] {
    const rows = this.#statement.all(...values);
    const columns = this.#columns;
    return columns ? rows.map((row) => objectOf(columns, row)) : rows;
  }

  run(values: readonly Bound[]): number {
    return Number(this.#statement.run(...values).changes);
  }
}

function objectOf(columns: readonly string[], values: Readonly<Record<number, unknown>>): Row {
  const row: Row = {};
  for (let index = 0; index < columns.length; index++) row[columns[index] ?? ''] = values[index];
  return row;
}

/** Bytes, more than a request writes. */
const leastRoom = 1 << 20;

export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Finds what prevents all writing there. A file that is open already stays writable on a disk turned read-only. */
function obstacleIn(folder: string, cause?: unknown): UnwritableError | undefined {
  if (freeBytes(folder) < leastRoom) return diskFull(cause);
  return isReadOnly(folder) ? diskReadOnly(cause) : undefined;
}

function isReadOnly(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EROFS';
  }
}

const codes = { busy: 5, readOnly: 8, ioError: 10, full: 13 };

/** `folder` holds the file. Without room, its shared memory cannot grow either: SQLite calls that an I/O error. */
function translated(error: unknown, folder: string): unknown {
  const { message = '', errcode = 0 }: { message?: string; errcode?: number } = error instanceof Error ? error : {};
  if (message.includes('UNIQUE constraint')) return new ConstraintError('unique', error);
  if (message.includes('FOREIGN KEY constraint')) return new ConstraintError('foreignKey', error);
  const code = errcode & 0xff;
  if (code === codes.busy) return tooBusy(error);
  if (code === codes.full) return diskFull(error);
  if (code === codes.readOnly || code === codes.ioError) return obstacleIn(folder, error) ?? error;
  return error;
}
