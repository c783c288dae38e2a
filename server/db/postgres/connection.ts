// One connection to PostgreSQL.
//
// The driver reconnects by itself, and version 3.4.9 does not forget what belonged to the lost connection: a
// statement of the transaction that ran on it ends the process, or runs on the new connection outside of any
// transaction. So each connection has a driver of its own, which sends one statement at a time, and nothing more
// once the connection is lost.

import postgres from 'postgres';
import { errorMessage } from '../../platform/log.ts';
import { withTimeLimit } from '../../platform/timeLimit.ts';
import type { Value } from '../sql.ts';

const types = {
  // Instants stay text, as in the rest of the server.
  instant: {
    to: 25,
    from: [1082, 1114, 1184],
    serialize: (text: string) => text,
    parse: (text: string) => text,
  },
  count: { to: 20, from: [20], serialize: String, parse: Number },
};

const connectWithinMs = 10_000;
/** A server that fell silent would otherwise hold the connection for ever. */
const answerWithinMs = 60_000;
/** Each takes memory here and in PostgreSQL for as long as the connection lives. */
const maxPrepared = 200;

export interface ConnectionOptions {
  /** Not through a pooler that gives each transaction another connection: that one does not know the statement. */
  readonly prepares: boolean;
}

/** The connection does not work. */
export class LostConnection extends Error {}

export class Connection {
  readonly #driver: postgres.Sql<{ instant: string; count: number }>;
  readonly #prepares: boolean;
  readonly #prepared = new Set<string>();
  readonly #onLost: (connection: Connection) => void;
  #isLost = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(url: string, { prepares }: ConnectionOptions, onLost: (connection: Connection) => void) {
    this.#prepares = prepares;
    this.#onLost = onLost;
    this.#driver = postgres(url, {
      max: 1,
      max_lifetime: null,
      connect_timeout: connectWithinMs / 1000,
      fetch_types: false,
      onnotice() {},
      onclose: () => this.#lose(),
      types,
      connection: { TimeZone: 'UTC' },
    });
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  async open(): Promise<void> {
    await this.#inTurn(() => this.#answered(this.#driver.unsafe('select 1'), connectWithinMs));
  }

  send(text: string, values: readonly Value[]) {
    return this.#inTurn(() => this.#answered(this.#driver.unsafe(text, [...values], { prepare: this.#keeps(text) })));
  }

  /** A script may take as long as it needs. */
  async run(script: string): Promise<void> {
    await this.#inTurn(() => this.#driver.unsafe(script));
  }

  async close(): Promise<void> {
    await this.#driver.end({ timeout: 5 });
  }

  #keeps(text: string): boolean {
    if (!this.#prepares) return false;
    if (this.#prepared.size < maxPrepared) this.#prepared.add(text);
    return this.#prepared.has(text);
  }

  #answered<Result>(answer: Promise<Result>, limitMs = answerWithinMs): Promise<Result> {
    return withTimeLimit(answer, limitMs, () => new LostConnection(`No answer within ${limitMs} ms`));
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(() => this.#guarded(work));
    this.#last = result.catch(() => {});
    return result;
  }

  async #guarded<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#isLost) throw new LostConnection('The connection was lost');
    try {
      return await work();
    } catch (error) {
      // Only what PostgreSQL itself reports about a statement leaves the connection usable.
      if (error instanceof postgres.PostgresError && error.severity === 'ERROR') throw error;
      this.#lose();
      throw new LostConnection(errorMessage(error), { cause: error });
    }
  }

  #lose(): void {
    if (this.#isLost) return;
    this.#isLost = true;
    void this.#driver.end({ timeout: 0 });
    this.#onLost(this);
  }
}
