// One connection to PostgreSQL.
//
// The driver reconnects by itself, and version 3.4.9 does not forget what belonged to the lost connection: a
// statement of the transaction that ran on it ends the process, or runs on the new connection outside of any
// transaction. So each connection has a driver of its own, which sends one statement at a time, and nothing more
// once the connection is lost.

import postgres from 'postgres';
import { withTimeLimit } from '../../concurrency/limits.ts';
import { errorMessage } from '../../log/log.ts';
import type { Value } from '../db.ts';

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

/** Limit, because each takes memory here and in PostgreSQL while the connection lives. */
const maxPrepared = 200;

export interface ConnectionOptions {
  /** False behind a pooler in transaction mode, which gives each transaction another connection to PostgreSQL. */
  readonly isDirect: boolean;
  readonly connectWithinMs: number;
}

export class LostConnection extends Error {}

/** A statement or script that a connection waits for. */
interface Question {
  readonly askedAt: number;
  readonly isScript: boolean;
}

export class Connection {
  readonly #driver: postgres.Sql<{ instant: string; count: number }>;
  readonly #options: ConnectionOptions;
  readonly #prepared = new Set<string>();
  readonly #onLost: (connection: Connection) => void;
  #backend = '';
  #question: Question | undefined;
  /** Why it was lost. */
  #lost: string | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(url: string, options: ConnectionOptions, onLost: (connection: Connection) => void) {
    this.#options = options;
    this.#onLost = onLost;
    this.#driver = postgres(withoutRole(url), {
      max: 1,
      max_lifetime: null,
      connect_timeout: options.connectWithinMs / 1000,
      fetch_types: false,
      onnotice() {},
      onclose: () => this.lose('The connection was closed'),
      types,
      connection: { TimeZone: 'UTC' },
    });
  }

  get isLost(): boolean {
    return this.#lost !== undefined;
  }

  /** Identifies the PostgreSQL process behind the connection, even if a later one gets the same number. */
  get backend(): string {
    return this.#backend;
  }

  get question(): Question | undefined {
    return this.#question;
  }

  /** Fails if the server is a standby. */
  async open(): Promise<void> {
    const { connectWithinMs } = this.#options;
    await this.#inTurn(false, async () => {
      const late = () => new LostConnection(`No answer within ${connectWithinMs} ms`);
      const [row] = await withTimeLimit(this.#driver.unsafe(aboutBackend), connectWithinMs, late);
      if (row?.is_standby) throw new LostConnection('The server is a standby');
      this.#backend = row?.backend ?? '';
    });
  }

  send(text: string, values: readonly Value[]) {
    return this.#inTurn(false, () => {
      // By default, the driver sends a statement without values as a script, which is planned again each time.
      const options = { prepare: this.#keeps(text), simple: false };
      return this.#driver.unsafe(text, [...values], options);
    });
  }

  /** A script may take as long as it needs. */
  async run(script: string): Promise<void> {
    await this.#inTurn(true, () => this.#driver.unsafe(script));
  }

  async close(): Promise<void> {
    await this.#driver.end({ timeout: 5 });
  }

  /** Gives up the connection: the statement under way fails, and so does every later one. */
  lose(reason: string): void {
    if (this.isLost) return;
    this.#lost = reason;
    void this.#driver.end({ timeout: 0 });
    this.#onLost(this);
  }

  #keeps(text: string): boolean {
    if (!this.#options.isDirect) return false;
    if (this.#prepared.size < maxPrepared) this.#prepared.add(text);
    return this.#prepared.has(text);
  }

  #inTurn<Result>(isScript: boolean, work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(() => this.#guarded(isScript, work));
    this.#last = result.catch(() => {});
    return result;
  }

  async #guarded<Result>(isScript: boolean, work: () => Promise<Result>): Promise<Result> {
    if (this.#lost !== undefined) throw new LostConnection(this.#lost);
    this.#question = { askedAt: performance.now(), isScript };
    try {
      return await work();
    } catch (error) {
      // The connection stays usable only if PostgreSQL itself reported the error.
      const refusal = postgresErrorOf(error);
      const isReadOnly = refusal?.code === readOnlyTransaction;
      if (refusal?.severity === 'ERROR' && !isReadOnly) throw error;
      const reason = this.#lost ?? errorMessage(error);
      this.lose(reason);
      // Behind a pooler, a standby may have answered.
      throw isReadOnly && this.#options.isDirect ? error : new LostConnection(reason, { cause: error });
    } finally {
      this.#question = undefined;
    }
  }
}

/**
 * PostgreSQL's code for a write to a read-only server: a standby, which a pooler may find in place of the primary
 * during a failover, or a database that was made read-only. New connections show when that is over.
 */
export const readOnlyTransaction = '25006';

/** Also switches off just-in-time compilation, which takes longer than our statements run. */
const aboutBackend = `
  select pg_is_in_recovery() as is_standby, pid || ' since ' || backend_start as backend, set_config('jit', 'off', false)
  from pg_stat_activity where pid = pg_backend_pid()`;

/** The driver would end the connection to a standby without saying why. */
function withoutRole(url: string): string {
  return url.replace(/([?&])target_session_attrs=primary(?:&|$)/, '$1').replace(/[?&]$/, '');
}

/** The error that PostgreSQL reported for a statement, unlike a failure on the way there. */
export const postgresErrorOf = (error: unknown): postgres.PostgresError | undefined =>
  error instanceof postgres.PostgresError ? error : undefined;
