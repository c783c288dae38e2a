// PostgreSQL: for several server processes, or more data than one file should hold.

import { setTimeout as wait } from 'node:timers/promises';
import {
  type BooleanColumns,
  ConstraintError,
  type Db,
  type Queries,
  type Sql,
  StatementTexts,
  workToEnd,
} from '../db.ts';
import {
  BeginAgain,
  databaseDown,
  databaseReadOnly,
  diskFull,
  lostAtCommit,
  notOwner,
  tooBusy,
  UnwritableError,
} from '../errors.ts';
import { LocksTaken } from '../lockOrder.ts';
import { type Connection, LostConnection, postgresErrorOf, readOnlyTransaction } from './connection.ts';
import { Pool, type PoolOptions } from './pool.ts';

type Sender = Pick<Connection, 'send' | 'run'>;

interface PostgresOptions extends PoolOptions {
  /** How long a transaction that collided with others is tried again. */
  readonly retryForMs?: number;
}

export function openPostgres(url: string, options: PostgresOptions = { isDirect: true }): Db {
  const { retryForMs = 10_000, ...poolOptions } = options;
  const pool = new Pool(url, poolOptions);
  let wasUnwritable = false;
  const use = <Result>(work: (connection: Connection) => Promise<Result>) =>
    pool.use(work).catch((error: unknown) => {
      const databaseError = translated(error);
      wasUnwritable ||= databaseError instanceof UnwritableError;
      throw databaseError;
    });
  /** Also retries single statements, as each is a transaction. */
  const retried = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const giveUpAt = performance.now() + retryForMs;
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (!isRetryable(error)) throw error;
        const pauseMs = pauseAfter(attempt);
        if (performance.now() + pauseMs > giveUpAt) throw tooBusy(error);
        await wait(pauseMs);
      }
    }
  };
  return {
    ...queriesOf({
      send: (text, values) => retried(() => use((connection) => connection.send(text, values))),
      run: (script) => use((connection) => connection.run(script)),
    }),
    tx: (work) => retried(() => use((connection) => transact(connection, work))),
    async checkWritable() {
      if (!wasUnwritable) return;
      // Create a table to find out: a small write may still fit into an existing file.
      await use((connection) => transact(connection, (queries) => queries.exec(fillTable)));
      wasUnwritable = false;
    },
    connections: () => pool.connections(),
    close: () => pool.close(),
  };
}

const fillTable = `
  create temporary table room (bytes text) on commit drop;
  insert into room select repeat('x', 1000) from generate_series(1, 1000);`;

async function transact<Result>(connection: Connection, work: (queries: Queries) => Promise<Result>): Promise<Result> {
  let isOver = false;
  let failure: { error: unknown } | undefined;
  /** Refuses statements after the end, which would run in the transaction of the connection's next user. */
  const inside = async <Answer>(statement: () => Promise<Answer>) => {
    if (isOver) throw new Error('The transaction is over');
    return statement().catch((error: unknown) => {
      failure ??= { error };
      throw error;
    });
  };
  await connection.send('begin', []);
  try {
    const queries = {
      ...queriesOf({
        send: (text, values) => inside(() => connection.send(text, values)),
        run: (script) => inside(() => connection.run(script)),
      }),
      locks: new LocksTaken(),
      atEnd: [],
    };
    const result = await workToEnd(queries, work);
    // Throw, because PostgreSQL would silently turn the commit into a rollback after a failed statement.
    if (failure) throw failure.error;
    isOver = true;
    await connection.send('commit', []).catch((error: unknown) => {
      throw error instanceof LostConnection ? lostAtCommit(error) : error;
    });
    return result;
  } catch (error) {
    isOver = true;
    // A lost connection has rolled back by itself.
    await connection.send('rollback', []).catch(() => {});
    throw error;
  }
}

const texts = new StatementTexts('postgres', (number) => `$${number}`);

function queriesOf(sender: Sender): Queries {
  const send = async (statement: Sql) => {
    return sender.send(texts.of(statement), statement.values).catch((error: unknown) => {
      throw translated(error);
    });
  };
  return {
    dialect: 'postgres',
    async all<Row>(statement: Sql, ..._booleans: BooleanColumns<Row>) {
      return [...(await send(statement))] as Row[];
    },
    run: async (statement) => (await send(statement)).count,
    exec: (script) => sender.run(script),
  };
}

/** PostgreSQL's codes for a serialization failure, a deadlock, and a lock that took too long to get. */
const passing = ['40001', '40P01', '55P03'];

/** Whether a transaction that begins again may succeed. The last case: a newer server added columns to a table. */
function isRetryable(error: unknown): boolean {
  const { code = '', routine } = postgresErrorOf(error) ?? {};
  return error instanceof BeginAgain || passing.includes(code) || routine === 'RevalidateCachedQuery';
}

const longestPauseMs = 500;

/** Random, so that two that collided do not collide again, and longer each time. */
const pauseAfter = (attempt: number): number => Math.random() * Math.min(20 * 2 ** attempt, longestPauseMs);

function translated(error: unknown): unknown {
  const code = postgresErrorOf(error)?.code;
  if (code === '23505') return new ConstraintError('unique', error);
  if (code === '23503') return new ConstraintError('foreignKey', error);
  if (code === '42501') return notOwner(error);
  if (code === '53100') return diskFull(error);
  if (code === readOnlyTransaction) return databaseReadOnly(error);
  if (error instanceof LostConnection) return databaseDown(error);
  return error;
}
