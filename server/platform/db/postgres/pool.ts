// A pool of up to ten connections, or as many as PostgreSQL has room for. A statement or transaction that finds none waits
// in line, for a limited time.

import { withTimeLimit } from '../../concurrency/limits.ts';
import { errorMessage } from '../../log/log.ts';
import { addressesIn } from '../databaseUrl.ts';
import type { Connections } from '../db.ts';
import { Connection, type ConnectionOptions, LostConnection, postgresErrorOf } from './connection.ts';

const maxConnections = 10;
const lookEveryMs = 1_000;

export interface PoolOptions {
  /** False behind a pooler in transaction mode, which gives each transaction another connection to PostgreSQL. */
  readonly isDirect: boolean;
  readonly limits?: Partial<Limits>;
}

interface Limits {
  readonly connectWithinMs: number;
  /** How long a statement or transaction waits for a connection. */
  readonly waitAtMostMs: number;
  /** Silence after which another connection asks whether PostgreSQL still works on the statement. */
  readonly quietMs: number;
  /** How long a statement may take; scripts may take as long as they need. */
  readonly answerWithinMs: number;
}

const usualLimits: Limits = {
  connectWithinMs: 5_000,
  waitAtMostMs: 20_000,
  quietMs: 5_000,
  answerWithinMs: 60_000,
};

interface Waiting {
  resolve(connection: Connection | Promise<Connection>): void;
  timer: NodeJS.Timeout;
}

export class Pool {
  readonly #url: string;
  readonly #isDirect: boolean;
  readonly #limits: Limits;
  readonly #all = new Set<Connection>();
  #opening = 0;
  /** Until then, opening another connection is pointless: PostgreSQL had no room. */
  #fullUntil = 0;
  readonly #idle = new Set<Connection>();
  readonly #waiting = new Set<Waiting>();
  readonly #watch: NodeJS.Timeout;
  #isAsking = false;
  #isClosed = false;

  constructor(url: string, { isDirect, limits }: PoolOptions) {
    this.#url = url;
    this.#isDirect = isDirect;
    this.#limits = { ...usualLimits, ...limits };
    this.#watch = setInterval(() => this.#look(), Math.min(lookEveryMs, this.#limits.quietMs)).unref();
  }

  async use<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const connection = await this.#take();
    try {
      return await work(connection);
    } finally {
      this.#giveBack(connection);
    }
  }

  connections(): Connections {
    return { open: this.#all.size, idle: this.#idle.size, waiting: this.#waiting.size };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#watch);
    await Promise.all([...this.#all].map((connection) => connection.close()));
  }

  #take(): Promise<Connection> {
    const idle = this.#firstIdle();
    if (idle) return Promise.resolve(idle);
    const isFull = this.#willBeFree() && performance.now() < this.#fullUntil;
    return !isFull && this.#all.size + this.#opening < maxConnections ? this.#connect() : this.#wait();
  }

  /** Whether a connection is in use or being opened, and will become free. */
  #willBeFree(): boolean {
    return this.#all.size + this.#opening > 0;
  }

  /** Takes idle connections in the order of opening: statements sent together then find themselves prepared on each. */
  #firstIdle(): Connection | undefined {
    for (const connection of this.#all) if (this.#idle.delete(connection)) return connection;
    return undefined;
  }

  #wait(): Promise<Connection> {
    const { waitAtMostMs } = this.#limits;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting);
        reject(new LostConnection(`No connection was free within ${waitAtMostMs} ms`));
      }, waitAtMostMs);
      const waiting = { resolve, timer };
      this.#waiting.add(waiting);
    });
  }

  async #connect(): Promise<Connection> {
    this.#opening++;
    try {
      const connection = await this.#open((lost) => this.#forget(lost));
      this.#opening--;
      this.#all.add(connection);
      if (this.#isClosed) await connection.close();
      return connection;
    } catch (error) {
      this.#opening--;
      if (isTooMany(error) && this.#willBeFree()) {
        this.#fullUntil = performance.now() + lookEveryMs;
        return this.#firstIdle() ?? this.#wait();
      }
      this.#openForNext();
      throw error;
    }
  }

  #open(onLost?: (connection: Connection) => void): Promise<Connection> {
    const options = { isDirect: this.#isDirect, connectWithinMs: this.#limits.connectWithinMs };
    return connectToPrimary(this.#url, options, onLost);
  }

  #giveBack(connection: Connection): void {
    if (connection.isLost) return;
    const next = this.#nextWaiting();
    if (next) next.resolve(connection);
    else this.#idle.add(connection);
  }

  #forget(connection: Connection): void {
    if (!this.#all.delete(connection)) return;
    this.#idle.delete(connection);
    this.#openForNext();
  }

  #openForNext(): void {
    this.#nextWaiting()?.resolve(this.#connect());
  }

  #nextWaiting(): Waiting | undefined {
    for (const waiting of this.#waiting) {
      this.#waiting.delete(waiting);
      clearTimeout(waiting.timer);
      return waiting;
    }
    return undefined;
  }

  /** Checks quiet connections: a server that fell silent, or lost the primary's role, would hold them forever. */
  #look(): void {
    const { answerWithinMs, quietMs } = this.#limits;
    for (const connection of this.#all) {
      if (connection.question?.isScript === false && quietFor(connection) >= answerWithinMs)
        connection.lose(`No answer within ${answerWithinMs} ms`);
    }
    const isQuiet = [...this.#all].some((connection) => quietFor(connection) >= quietMs);
    if (isQuiet && this.#isDirect && !this.#isAsking) void this.#ask();
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    const questions = [...this.#all].map((connection) => ({ connection, question: connection.question }));
    const atWork = await backendsAtWork(() => this.#open(), this.#limits.connectWithinMs);
    for (const { connection, question } of questions) {
      // Skip it if an answer came meanwhile.
      if (connection.question === question && !atWork(connection.backend))
        connection.lose('PostgreSQL fell silent, or another server became the primary');
    }
    this.#isAsking = false;
  }
}

const quietFor = ({ question }: Connection) => (question ? performance.now() - question.askedAt : 0);

/**
 * Connects to the primary of a cluster. Asks all servers at once: one that fell silent must not hold up the others, and
 * only the primary takes writes.
 */
async function connectToPrimary(
  url: string,
  options: ConnectionOptions,
  onLost: (connection: Connection) => void = () => {},
): Promise<Connection> {
  const attempts = addressesIn(url).map(async (address) => {
    const connection = new Connection(address, options, onLost);
    await connection.open();
    return connection;
  });
  const primary = await Promise.any(attempts).catch((error: unknown) => {
    throw error instanceof AggregateError ? noPrimary(error.errors) : error;
  });
  void closeOthers(attempts, primary);
  return primary;
}

/** A failover may leave two primaries for a moment: one is enough. */
async function closeOthers(attempts: readonly Promise<Connection>[], primary: Connection): Promise<void> {
  for (const attempt of await Promise.allSettled(attempts)) {
    if (attempt.status === 'fulfilled' && attempt.value !== primary) void attempt.value.close();
  }
}

function noPrimary(errors: readonly unknown[]): unknown {
  if (errors.length === 1) return errors[0];
  const refusal = errors.find((error) => error instanceof LostConnection && postgresErrorOf(error.cause) !== undefined);
  return refusal ?? new LostConnection(`No server is the primary: ${errors.map(errorMessage).join('; ')}`);
}

const listOfBackends = `select pid || ' since ' || backend_start as backend from pg_stat_activity where datname = current_database()`;

/** Asks the primary which processes work for its clients; without an answer, none are assumed. */
async function backendsAtWork(
  open: () => Promise<Connection>,
  withinMs: number,
): Promise<(backend: string) => boolean> {
  try {
    const connection = await open();
    const late = () => new LostConnection(`No answer within ${withinMs} ms`);
    const rows = await withTimeLimit(connection.send(listOfBackends, []), withinMs, late);
    void connection.close();
    const backends = new Set<unknown>(rows.map(({ backend }) => backend));
    return (backend) => backends.has(backend);
  } catch (error) {
    const isCrowded = isTooMany(error);
    return () => isCrowded;
  }
}

/** Whether the server answered, but has no room for another connection. */
const isTooMany = (error: unknown) => error instanceof LostConnection && postgresErrorOf(error.cause)?.code === '53300';
