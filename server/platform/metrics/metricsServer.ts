// The server that Prometheus reads: GET /metrics on a port of its own, so that whoever reaches the console does not reach
// it. While the database does not answer, what the process knows by itself is still there.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Db } from '../db/db.ts';
import { createLimitedServer, type LimitedServer } from '../http/limitedServer.ts';
import { errorMessage, type Log } from '../log/log.ts';
import { withTimeLimit } from '../concurrency/timeLimit.ts';
import { readDatabase } from './databaseMetrics.ts';
import { type Family, gauge, textOf } from './family.ts';
import { createProcessMetrics } from './processMetrics.ts';
import type { RequestMetrics } from './requestMetrics.ts';

export interface MetricsOptions {
  readonly db: Db;
  readonly log: Log;
  readonly clock: () => Date;
  readonly requests: RequestMetrics;
  /** Where backups are made on a schedule. */
  readonly lastBackup?: () => Date | undefined;
  /** For the database to answer. */
  readonly databaseMs?: number;
}

const limits = { headersMs: 5_000, requestMs: 5_000, idleMs: 65_000 };

export function createMetricsServer({
  db,
  log,
  clock,
  requests,
  lastBackup,
  databaseMs = 5_000,
}: MetricsOptions): LimitedServer {
  const ofProcess = createProcessMetrics();
  let reading: Promise<Family[]> | undefined;

  /** Readings at the same time share one, however long the database takes. */
  async function fromDatabase(): Promise<Family[]> {
    reading ??= readDatabase(db, clock()).finally(() => (reading = undefined));
    try {
      const limited = withTimeLimit(reading, databaseMs, () => new Error(`No answer within ${databaseMs} ms`));
      return [...(await limited), isUp(1)];
    } catch (error) {
      log.warn('metrics without the database', { error: errorMessage(error) });
      return [isUp(0)];
    }
  }

  async function answer({ method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
    if (url !== '/metrics' || (method !== 'GET' && method !== 'HEAD')) {
      response.writeHead(404).end();
      return;
    }
    const families = [
      ...requests.families(),
      ...ofProcess(),
      ...connectionsOf(db),
      ...(lastBackup ? [backup(lastBackup())] : []),
      ...(await fromDatabase()),
    ];
    response.writeHead(200, {
      'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
      'Cache-Control': 'no-store',
    });
    response.end(textOf(families));
  }

  return createLimitedServer(limits, log, answer);
}

const isUp = (value: 0 | 1) => gauge('rollcall_database_up', 'Whether the database answers.', value);

const backup = (last: Date | undefined) =>
  gauge(
    'rollcall_backup_last_timestamp_seconds',
    'When the last proven backup was made, in seconds since 1970; 0 if there is none.',
    (last?.getTime() ?? 0) / 1_000,
  );

/** PostgreSQL's: SQLite has one, which everybody shares. */
function connectionsOf({ connections }: Db): Family[] {
  if (!connections) return [];
  const { open, idle, waiting } = connections();
  return [
    gauge('rollcall_database_connections', 'Connections to the database.', open),
    gauge('rollcall_database_idle_connections', 'Connections to the database that nobody uses.', idle),
    gauge('rollcall_database_waiting', 'Statements and transactions that wait for a connection.', waiting),
  ];
}
