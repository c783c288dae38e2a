// Brings a database to the version that this server knows, in one transaction. Holding the row of
// schema_version is the right to change the schema, so processes that start together wait for each other.

import { DomainError } from '../../domainErrors.ts';
import type { Log } from '../../log/log.ts';
import { type Db, type Dialect, exists, one, type Queries, scalar, sql } from '../db.ts';
import { UnusableError } from '../errors.ts';
import * as initial from './0001-initial.ts';
import * as hrSync from './0002-hr-sync.ts';
import * as attendance from './0003-attendance.ts';
import * as outboxRetry from './0004-outbox-retry.ts';
import * as deliveryState from './0005-delivery-state.ts';
import * as mailExpiry from './0006-mail-expiry.ts';
import * as hrKeys from './0007-hr-keys.ts';
import * as auditAddress from './0008-audit-address.ts';
import * as signingKey from './0009-signing-key.ts';
import * as lastingIds from './0010-lasting-ids.ts';
import * as savedViews from './0011-saved-views.ts';
import * as hrState from './0012-hr-state.ts';
import * as search from './0013-search.ts';
import * as theDay from './0014-the-day.ts';
import * as rollCalls from './0015-roll-calls.ts';
import * as devices from './0016-devices.ts';
import * as hrConnectors from './0017-hr-connectors.ts';
import * as auditValues from './0018-audit-values.ts';
import * as secondFactor from './0019-second-factor.ts';
import * as invitations from './0020-invitations.ts';
import * as singleSignOn from './0021-single-sign-on.ts';
import * as sessions from './0022-sessions.ts';
import * as apiTokens from './0023-api-tokens.ts';
import * as privacy from './0024-privacy.ts';
import * as attendanceCounts from './0025-attendance-counts.ts';
import * as attendanceRevisions from './0026-attendance-revisions.ts';
import * as attendanceChanges from './0027-attendance-changes.ts';
import * as expectedTime from './0028-expected-time.ts';
import * as digests from './0029-digests.ts';
import * as payroll from './0030-payroll.ts';
import * as controllerMoves from './0031-controller-moves.ts';
import * as deliveryPeople from './0032-delivery-people.ts';

/** Returns a script. */
type Step = (dialect: Dialect, queries: Queries) => string | Promise<string>;

interface Migration {
  readonly up: Step;
  /**
   * Whether an older process goes on serving while the step runs and afterwards, or must stop first, and why. Processes
   * of version `olderThan`, by default the step's own, and later ones go on. CONTRIBUTING.md has the rule.
   */
  readonly oldProcess: 'goes on' | { readonly mustStop: string; readonly olderThan?: number };
}

/** Migrations by name, in their order. Never change a released one; add one. */
const migrations: Readonly<Record<string, Migration>> = {
  initial,
  hrSync,
  attendance,
  outboxRetry,
  deliveryState,
  mailExpiry,
  hrKeys,
  auditAddress,
  signingKey,
  lastingIds,
  savedViews,
  hrState,
  search,
  theDay,
  rollCalls,
  devices,
  hrConnectors,
  auditValues,
  secondFactor,
  invitations,
  singleSignOn,
  sessions,
  apiTokens,
  privacy,
  attendanceCounts,
  attendanceRevisions,
  attendanceChanges,
  expectedTime,
  digests,
  payroll,
  controllerMoves,
  deliveryPeople,
};

export const steps: readonly Step[] = Object.values(migrations).map(({ up }) => up);

/** A step of an upgrade, as shown to operators. */
interface PlannedStep {
  readonly version: number;
  readonly name: string;
  /** Why processes of the old version must stop first; undefined if they go on. */
  readonly mustStop: string | undefined;
}

/** The steps that bring a database of this version to this server's. */
export const stepsAfter = (from: number): readonly PlannedStep[] =>
  Object.entries(migrations)
    .map(([name, { oldProcess }], index) => ({
      version: index + 1,
      name: name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
      mustStop: oldProcess !== 'goes on' && from < oldestAfter(oldProcess, index) ? oldProcess.mustStop : undefined,
    }))
    .slice(from);

/** The oldest version whose processes may run after the step. */
const oldestAfter = (oldProcess: Migration['oldProcess'], index: number): number =>
  oldProcess === 'goes on' ? 0 : (oldProcess.olderThan ?? index + 1);

/** Whether processes of this version may run while the steps after it are taken, and go on afterwards. */
export const oldProcessesGoOn = (from: number): boolean =>
  stepsAfter(from).every(({ mustStop }) => mustStop === undefined);

/** The oldest version whose processes may run on a database of this server's version. */
const oldestServer = Math.max(
  ...Object.values(migrations).map(({ oldProcess }, index) => oldestAfter(oldProcess, index)),
);

/** Logs an upgrade, because nothing is served while it runs, which may take minutes. */
export async function migrate(db: Db, log?: Pick<Log, 'info'>): Promise<void> {
  await ensureVersionTable(db);
  // A step may replace a table that others refer to. Within a transaction SQLite ignores this pragma.
  if (db.dialect === 'sqlite') await db.exec('pragma foreign_keys = off');
  await db.tx((queries) => runSteps(queries, log));
  if (db.dialect === 'sqlite') await db.exec('pragma foreign_keys = on');
}

async function runSteps(queries: Queries, log?: Pick<Log, 'info'>): Promise<void> {
  const from = await lockSetup(queries);
  assertKnown(from);
  const to = steps.length;
  if (from === to) return;
  // A new database has nothing to upgrade.
  const tell = from === 0 ? undefined : log;
  const began = performance.now();
  const old_processes = oldProcessesGoOn(from) ? 'go on' : 'must have stopped';
  tell?.info('upgrading the database', { from, to, old_processes });
  // Waiting for a table makes everyone else wait behind it: give way and try again instead.
  if (queries.dialect === 'postgres' && oldProcessesGoOn(from)) await queries.exec(`set local lock_timeout = '2s'`);
  for (const { version, name } of stepsAfter(from)) {
    const stepBegan = performance.now();
    await queries.exec((await steps[version - 1]?.(queries.dialect, queries)) ?? '');
    tell?.info('database step', { version, name, milliseconds: since(stepBegan) });
  }
  if (queries.dialect === 'sqlite') await checkReferences(queries);
  await queries.run(sql`update schema_version set version = ${to}, oldest_server = ${oldestServer} where id = 1`);
  tell?.info('database upgraded', { from, to, milliseconds: since(began) });
}

const since = (began: number) => Math.round(performance.now() - began);

/** The version of the tables; 0 if there are none, as in a new PostgreSQL database. */
export async function storedVersion(queries: Queries): Promise<number> {
  const tables = queries.dialect === 'sqlite' ? sql`sqlite_master where name` : sql`pg_tables where tablename`;
  const isMade = await exists(queries, sql`select 1 from ${tables} = 'schema_version'`);
  return isMade ? scalar(queries, sql`select version from schema_version where id = 1`) : 0;
}

/** Throws for a newer database, whose tables may have another meaning. */
export function assertKnown(version: number): void {
  if (version > steps.length)
    throw new UnusableError(
      `A newer Rollcall made this database: it has version ${version}, and this server knows versions up to ` +
        `${steps.length}. Start the newer server, or restore the backup that was made before the upgrade`,
    );
}

/** A newer server has upgraded the database while this one was running. */
export class OutgrownError extends DomainError {
  constructor(version: number) {
    super(
      'unavailable',
      `A newer Rollcall has upgraded the database to version ${version}, and this server knows versions up to ` +
        `${steps.length}: start the newer one here`,
    );
    this.name = 'OutgrownError';
  }
}

/** Throws if a newer server took a step after which this one must not run. */
export async function assertNotOutgrown(queries: Queries): Promise<void> {
  const { version, oldest_server } = await one<{ version: number; oldest_server: number }>(
    queries,
    sql`select version, oldest_server from schema_version where id = 1`,
  );
  if (oldest_server > steps.length) throw new OutgrownError(version);
}

async function checkReferences(queries: Queries): Promise<void> {
  const [broken] = await queries.all<{ table: string; parent: string }>(sql`pragma foreign_key_check`);
  if (broken) throw new UnusableError(`The database has rows in ${broken.table} without their row in ${broken.parent}`);
}

/** Keeps other processes from migrating or filling the database until the transaction ends. Returns the version. */
export const lockSetup = (queries: Queries): Promise<number> =>
  scalar(queries, sql`update schema_version set version = version where id = 1 returning version`);

async function ensureVersionTable(db: Db): Promise<void> {
  const create = async () => {
    await db.exec(`
      create table if not exists schema_version (
        id integer primary key check (id = 1),
        version integer not null,
        oldest_server integer not null default 0
      );
      insert into schema_version (id, version) values (1, 0) on conflict do nothing;
    `);
    // Releases before 1.2.0 made the table without this column, and do not read it.
    if (await hasOldestServer(db)) return;
    const unless = db.dialect === 'postgres' ? 'if not exists' : '';
    await db.exec(`alter table schema_version add column ${unless} oldest_server integer not null default 0`);
  };
  // Retry once: on PostgreSQL, two processes that create the table at the same time can collide.
  await create().catch(create);
}

async function hasOldestServer(queries: Queries): Promise<boolean> {
  const columns =
    queries.dialect === 'sqlite'
      ? sql`pragma_table_info('schema_version') where name`
      : sql`pg_attribute where attrelid = to_regclass('schema_version') and attname`;
  return exists(queries, sql`select 1 from ${columns} = 'oldest_server'`);
}
