// The server that Prometheus reads: GET /metrics on a port of its own, so that reaching the console does not mean
// reaching it. While the database does not answer, it still serves what the process itself knows.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { version } from '../../../src/shared/version.ts';
import { commit } from '../commit.ts';
import { withTimeLimit } from '../concurrency/limits.ts';
import { type Db, one, type Queries, quotedName, type Sql, scalar, sql } from '../db/db.ts';
import { UnwritableError } from '../db/errors.ts';
import { createLimitedServer, type LimitedServer } from '../http/limitedServer.ts';
import { errorMessage, type Log } from '../log/log.ts';
import { dateOf, instantOf } from '../time/clock.ts';

export interface MetricsOptions {
  readonly db: Db;
  readonly log: Log;
  readonly clock: () => Date;
  readonly requests: RequestMetrics;
  /** Given where backups are made on a schedule. */
  readonly lastBackup?: () => Date | undefined;
  /** How long the database may take to answer. */
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

  /** Shares one reading between concurrent requests, however long the database takes. */
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
      buildInfo(),
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

const buildInfo = () =>
  gauges('rollcall_build_info', 'Which version runs, built from which commit.', [
    { labels: { version, commit: commit ?? '' }, value: 1 },
  ]);

const isUp = (value: 0 | 1) => gauge('rollcall_database_up', 'Whether the database answers.', value);

const backup = (last: Date | undefined) =>
  gauge(
    'rollcall_backup_last_timestamp_seconds',
    'When the last proven backup was made, in seconds since 1970; 0 if there is none.',
    (last?.getTime() ?? 0) / 1_000,
  );

/** Empty for SQLite, which has only one connection. */
function connectionsOf({ connections }: Db): Family[] {
  if (!connections) return [];
  const { open, idle, waiting } = connections();
  return [
    gauge('rollcall_database_connections', 'Connections to the database.', open),
    gauge('rollcall_database_idle_connections', 'Idle connections to the database.', idle),
    gauge('rollcall_database_waiting', 'Statements and transactions that wait for a connection.', waiting),
  ];
}

type Labels = Readonly<Record<string, string>>;

interface Sample {
  readonly labels?: Labels;
  readonly value: number;
  /** The end of the sample's name, in histograms. */
  readonly suffix?: '_bucket' | '_sum' | '_count';
}

/** Samples of one name, as Prometheus reads them. */
interface Family {
  readonly name: string;
  /** Explains to people what it measures. */
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly Sample[];
}

const gauge = (name: string, help: string, value: number): Family => gauges(name, help, [{ value }]);

const gauges = (name: string, help: string, samples: readonly Sample[]): Family => ({
  name,
  help,
  type: 'gauge',
  samples,
});

const textOf = (families: readonly Family[]): string => families.flatMap(linesOf).join('');

function linesOf({ name, help, type, samples }: Family): string[] {
  const lines = samples.map(({ labels = {}, value, suffix = '' }) => `${name}${suffix}${labelText(labels)} ${value}\n`);
  return [`# HELP ${name} ${help}\n`, `# TYPE ${name} ${type}\n`, ...lines];
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const escaped = (value: string) => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

/** Reads what waits in the database, since when, and how large it is: the same in each process on a database. */
async function readDatabase(db: Db, now: Date): Promise<Family[]> {
  return [
    ...(await waitingFor(db, now, 'hr', 'HR deliveries', sql`attendance`, sql`hr_state = 'waiting' and ${canBeSent}`)),
    gauge(
      'rollcall_hr_rejected',
      'Records that HR systems refused: somebody must retry them.',
      await scalar(db, sql`select count(*) from attendance where hr_state = 'failed' and ${canBeSent}`),
    ),
    ...(await waitingFor(db, now, 'mails', 'e-mails', sql`outbox`, isUnsent(now))),
    await slots(db),
    await countsBy(db, 'state', sql`devices`, 'rollcall_devices', 'Devices by state.'),
    await countsBy(
      db,
      'kind',
      sql`device_alerts where well_since is null`,
      'rollcall_device_alerts',
      'What is wrong with devices, by kind.',
    ),
    gauge('rollcall_database_size_bytes', 'Size of the database.', await sizeOf(db)),
    ...(db.freeBytes ? [gauge('rollcall_disk_free_bytes', 'Free space on the disk of the data.', db.freeBytes())] : []),
    gauge('rollcall_writable', 'Whether writes are taken: 0 while none can be saved.', await isWritable(db)),
  ];
}

/** Records of a deleted company cannot be sent. */
const canBeSent = sql`company_id in (select id from companies where deleted_at is null)`;

const isWritable = (db: Db) =>
  db.checkWritable().then(
    () => 1,
    (error: unknown) => {
      if (!(error instanceof UnwritableError)) throw error;
      return 0;
    },
  );

const isUnsent = (now: Date) => sql`sent_at is null and expires_at > ${instantOf(now)}`;

/** Takes the row with the lowest id for the oldest: comparing times would read all rows besides their index. */
async function waitingFor(
  db: Queries,
  now: Date,
  what: string,
  noun: string,
  table: Sql,
  isWaiting: Sql,
): Promise<Family[]> {
  const { total, oldest } = await one<{ total: number; oldest: string | null }>(
    db,
    sql`select total, (select created_at from ${table} where id = first_id) as oldest
      from (select count(*) as total, min(id) as first_id from ${table} where ${isWaiting}) waiting`,
  );
  const age = oldest === null ? 0 : Math.max(0, now.getTime() - dateOf(oldest).getTime()) / 1_000;
  return [
    gauge(`rollcall_${what}_waiting`, `Waiting ${noun}.`, total),
    gauge(`rollcall_${what}_oldest_age_seconds`, `Age of the oldest of the waiting ${noun}.`, age),
  ];
}

/** A slot that never ran, or is off, has no sample. Runs in a company's own time zone are named after it as well. */
async function slots(db: Queries): Promise<Family> {
  const rows = await db.all<{ slot: string; last: string }>(
    sql`select slot, max(finished_at) as last from slot_run
      where finished_at is not null and exists (select 1 from hr_sync_slots planned where is_enabled = true
        and (slot = planned.name or slot in (select planned.name || ' ' || timezone
          from companies join day_rules on company_id = companies.id where deleted_at is null and is_active = true)))
      group by slot order by slot`,
  );
  return gauges(
    'rollcall_schedule_last_end_timestamp_seconds',
    'When a scheduled HR sync ended last, in seconds since 1970.',
    rows.map(({ slot, last }) => ({ labels: { slot }, value: dateOf(last).getTime() / 1_000 })),
  );
}

/** Counts rows by a column, which names the label, too. */
async function countsBy(db: Queries, column: string, rows: Sql, name: string, help: string): Promise<Family> {
  const counts = await db.all<{ label: string; total: number }>(
    sql`select ${quotedName(column)} as label, count(*) as total from ${rows} group by 1 order by 1`,
  );
  return gauges(
    name,
    help,
    counts.map(({ label, total }) => ({ labels: { [column]: label }, value: total })),
  );
}

async function sizeOf(db: Queries): Promise<number> {
  const bytes =
    db.dialect === 'sqlite'
      ? sql`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
      : sql`select pg_database_size(current_database()) as bytes`;
  return scalar(db, bytes);
}

/** The process itself: when it started, its memory, and how long its work keeps others waiting. */
function createProcessMetrics(): () => Family[] {
  const startedAt = Date.now() / 1_000 - process.uptime();
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  return () => {
    const longest = delay.max / 1e9;
    delay.reset();
    const { rss, heapUsed } = process.memoryUsage();
    return [
      gauge('process_start_time_seconds', 'When the process started, in seconds since 1970.', startedAt),
      gauge('process_resident_memory_bytes', 'Memory of the process.', rss),
      gauge('nodejs_heap_size_used_bytes', 'Memory that objects take.', heapUsed),
      gauge('nodejs_eventloop_lag_max_seconds', 'The longest wait for a turn since the last reading.', longest),
    ];
  };
}

/** Seconds; each bucket counts the requests that took at most as long. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Durations {
  /** How many took at most each bound, but longer than the one before. */
  readonly counts: number[];
  sum: number;
  count: number;
}

/**
 * How many requests each call got, how they ended and how long they took. Kept in memory, since Prometheus expects
 * counters to restart with the process.
 */
export interface RequestMetrics {
  /** `call` must be one of few: it becomes a label. */
  observe(call: string, status: number, seconds: number): void;
  families(): Family[];
}

export function createRequestMetrics(): RequestMetrics {
  const statuses = new Map<string, Map<number, number>>();
  const durations = new Map<string, Durations>();

  return {
    observe(call, status, seconds) {
      const ofCall = entryOf(statuses, call, () => new Map<number, number>());
      ofCall.set(status, (ofCall.get(status) ?? 0) + 1);
      const times = entryOf(durations, call, () => ({ counts: bounds.map(() => 0), sum: 0, count: 0 }));
      const bucket = bounds.findIndex((bound) => seconds <= bound);
      if (bucket >= 0) times.counts[bucket] = (times.counts[bucket] ?? 0) + 1;
      times.sum += seconds;
      times.count += 1;
    },
    families: () => [
      {
        name: 'rollcall_requests_total',
        help: 'Requests by call and status.',
        type: 'counter',
        samples: [...statuses].flatMap(([call, counts]) =>
          [...counts].map(([status, value]) => ({ labels: { call, status: String(status) }, value })),
        ),
      },
      {
        name: 'rollcall_request_duration_seconds',
        help: 'How long requests took until they were answered.',
        type: 'histogram',
        samples: [...durations].flatMap(([call, times]) => histogram(call, times)),
      },
    ],
  };
}

function histogram(call: string, { counts, sum, count }: Durations): Sample[] {
  let upTo = 0;
  const buckets = bounds.map((bound, index): Sample => {
    upTo += counts[index] ?? 0;
    return { suffix: '_bucket', labels: { call, le: String(bound) }, value: upTo };
  });
  return [
    ...buckets,
    { suffix: '_bucket', labels: { call, le: '+Inf' }, value: count },
    { suffix: '_sum', labels: { call }, value: sum },
    { suffix: '_count', labels: { call }, value: count },
  ];
}

function entryOf<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const value = map.get(key) ?? create();
  map.set(key, value);
  return value;
}
