// Up to ten connections. A statement or transaction that finds none waits in line, for a limited time.

import type { Connections } from '../db.ts';
import { Connection, type ConnectionOptions, LostConnection } from './connection.ts';

const maxConnections = 10;
const waitAtMostMs = 30_000;

interface Waiting {
  resolve(connection: Connection | Promise<Connection>): void;
  timer: NodeJS.Timeout;
}

export class Pool {
  readonly #url: string;
  readonly #options: ConnectionOptions;
  readonly #all = new Set<Connection>();
  /** The one used last is used next: its statements are prepared. */
  #idle: Connection[] = [];
  readonly #waiting = new Set<Waiting>();

  constructor(url: string, options: ConnectionOptions) {
    this.#url = url;
    this.#options = options;
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
    return { open: this.#all.size, idle: this.#idle.length, waiting: this.#waiting.size };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((connection) => connection.close()));
  }

  #take(): Promise<Connection> {
    const idle = this.#idle.pop();
    if (idle) return Promise.resolve(idle);
    return this.#all.size < maxConnections ? this.#connect() : this.#wait();
  }

  #wait(): Promise<Connection> {
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
    const connection = new Connection(this.#url, this.#options, (lost) => this.#forget(lost));
    this.#all.add(connection);
    await connection.open();
    return connection;
  }

  #giveBack(connection: Connection): void {
    if (connection.isLost) return;
    const next = this.#nextWaiting();
    if (next) next.resolve(connection);
    else this.#idle.push(connection);
  }

  #forget(connection: Connection): void {
    this.#idle = this.#idle.filter((idle) => idle !== connection);
    this.#all.delete(connection);
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
}
