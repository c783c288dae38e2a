// Up to ten connections. A statement or transaction that finds none waits in line, for a limited time.

import type { Connections } from '../db.ts';
import { type Connection, LostConnection } from './connection.ts';
import { connectToPrimary } from './primary.ts';
import { backendsAtWork } from './backends.ts';

export const maxConnections = 10;
const lookEveryMs = 1_000;

export interface PoolOptions {
  /** Not through a pooler in transaction mode, which gives each transaction another connection to PostgreSQL. */
  readonly isDirect: boolean;
  readonly limits?: Partial<Limits>;
}

interface Limits {
  readonly connectWithinMs: number;
  /** How long a statement or transaction waits for a connection. */
  readonly waitAtMostMs: number;
  /** After this long without an answer, another connection is asked whether PostgreSQL still works on it. */
  readonly quietMs: number;
  /** So long may a statement take; scripts may take as long as they need. */
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

  /** Lends a connection to the work. */
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
    return this.#all.size + this.#opening < maxConnections ? this.#connect() : this.#wait();
  }

  /** In the order in which they were opened: statements sent at the same time find theirs prepared on each. */
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

  /** A server that fell silent, or is no longer the primary, would otherwise hold its connections for ever. */
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
    const asked = [...this.#all].map((connection) => ({ connection, question: connection.question }));
    const atWork = await backendsAtWork(() => this.#open(), this.#limits.connectWithinMs);
    for (const { connection, question } of asked) {
      // An answer that came meanwhile says more.
      if (connection.question === question && !atWork(connection.backend))
        connection.lose('PostgreSQL fell silent, or another server became the primary');
    }
    this.#isAsking = false;
  }
}

const quietFor = ({ question }: Connection) => (question ? performance.now() - question.askedAt : 0);
