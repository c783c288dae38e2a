// Brings a database to the version that this server knows, in one transaction. Holding the row of
// schema_version is the right to change the schema, so processes that start together wait for each other.

import { type Db, maybeOne, one, type Queries } from '../db.ts';
import type { Log } from '../../log/log.ts';
import { DomainError } from '../../records/domainErrors.ts';
import { UnusableError } from '../errors.ts';
import { type Dialect, sql } from '../sql.ts';
import { up as initial } from './0001-initial.ts';
import { up as hrSync } from './0002-hr-sync.ts';
import { up as attendance } from './0003-attendance.ts';
import { up as outboxRetry } from './0004-outbox-retry.ts';
import { up as deliveryState } from './0005-delivery-state.ts';
import { up as mailExpiry } from './0006-mail-expiry.ts';
import { up as hrKeys } from './0007-hr-keys.ts';
import { up as auditAddress } from './0008-audit-address.ts';
import { up as signingKey } from './0009-signing-key.ts';
import { up as lastingIds } from './0010-lasting-ids.ts';
import { up as savedViews } from './0011-saved-views.ts';
import { up as hrState } from './0012-hr-state.ts';
import { up as search } from './0013-search.ts';
import { up as theDay } from './0014-the-day.ts';
import { up as rollCalls } from './0015-roll-calls.ts';
import { up as devices } from './0016-devices.ts';
import { up as hrConnectors } from './0017-hr-connectors.ts';
import { up as auditValues } from './0018-audit-values.ts';
import { up as secondFactor } from './0019-second-factor.ts';
import { up as invitations } from './0020-invitations.ts';
import { up as singleSignOn } from './0021-single-sign-on.ts';
import { up as auditPages } from './0022-audit-pages.ts';
import { up as sessions } from './0023-sessions.ts';
import { up as apiTokens } from './0024-api-tokens.ts';
import { up as privacy } from './0025-privacy.ts';
import { up as attendanceCounts } from './0026-attendance-counts.ts';
import { up as attendanceRevisions } from './0028-attendance-revisions.ts';
import { up as hrStateAtOnce } from './0029-hr-state-at-once.ts';
import { up as cheaperCounts } from './0030-cheaper-counts.ts';
import { up as timesOfAuditValues } from './0031-times-of-audit-values.ts';
import { up as countsOfAllCompanies } from './0032-counts-of-all-companies.ts';
import { up as secretsSet } from './0033-secrets-set.ts';
import { up as closedMonthChanges } from './0034-closed-month-changes.ts';
import { up as hrWaits } from './0035-hr-waits.ts';
import { up as offsetsOfDevices } from './0036-offsets-of-devices.ts';
import { up as guessedDirections } from './0037-guessed-directions.ts';
import { up as hrAttendanceWaits } from './0038-hr-attendance-waits.ts';
import { up as recordsOfCorrections } from './0039-records-of-corrections.ts';
import { up as attendanceChanges } from './0040-attendance-changes.ts';

/** Returns a script. */
type Step = (dialect: Dialect, queries: Queries) => string | Promise<string>;

/** Steps by name, in their order. Never change a released step; add one. */
const namedSteps: Readonly<Record<string, Step>> = {
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
  auditPages,
  sessions,
  apiTokens,
  privacy,
  attendanceCounts,
  // Version 27 changes nothing any more.
  neverReleased: () => '',
  attendanceRevisions,
  hrStateAtOnce,
  cheaperCounts,
  timesOfAuditValues,
  countsOfAllCompanies,
  secretsSet,
  closedMonthChanges,
  hrWaits,
  offsetsOfDevices,
  guessedDirections,
  hrAttendanceWaits,
  recordsOfCorrections,
  attendanceChanges,
};

export const steps: readonly Step[] = Object.values(namedSteps);

/** The names of the steps that bring a database of this version to this server's, as people read them. */
export const stepsAfter = (version: number): readonly string[] =>
  Object.keys(namedSteps)
    .slice(version)
    .map((name) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));

/** Tells the log of an upgrade: while it runs, which may take minutes, nothing is served. */
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
  tell?.info('upgrading the database', { from, to });
  const names = stepsAfter(from);
  for (const [index, step] of steps.slice(from).entries()) {
    const stepBegan = performance.now();
    await queries.exec(await step(queries.dialect, queries));
    const version = from + index + 1;
    tell?.info('database step', { version, name: names[index], milliseconds: since(stepBegan) });
  }
  if (queries.dialect === 'sqlite') await checkReferences(queries);
  await queries.run(sql`update schema_version set version = ${to} where id = 1`);
  tell?.info('database upgraded', { from, to, milliseconds: since(began) });
}

const since = (began: number) => Math.round(performance.now() - began);

/** Whether a database that exists has this version's tables. */
export async function isCurrent(queries: Queries): Promise<boolean> {
  return (await storedVersion(queries)) === steps.length;
}

export async function storedVersion(queries: Queries): Promise<number | undefined> {
  const row = await maybeOne<{ version: number }>(queries, sql`select version from schema_version where id = 1`);
  return row?.version;
}

/** A newer server may have given its tables another meaning. */
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

/** Refuses because the newer server may not understand what an older one would write. */
export async function assertNotOutgrown(queries: Queries): Promise<void> {
  const version = (await storedVersion(queries)) ?? 0;
  if (version > steps.length) throw new OutgrownError(version);
}

async function checkReferences(queries: Queries): Promise<void> {
  const [broken] = await queries.all<{ table: string; parent: string }>(sql`pragma foreign_key_check`);
  if (broken) throw new UnusableError(`The database has rows in ${broken.table} without their row in ${broken.parent}`);
}

/** Keeps other processes from migrating or filling the database until the transaction ends. Returns the version. */
export async function lockSetup(queries: Queries): Promise<number> {
  const row = await one<{ version: number }>(
    queries,
    sql`update schema_version set version = version where id = 1 returning version`,
  );
  return row.version;
}

async function ensureVersionTable(db: Db): Promise<void> {
  const create = () =>
    db.exec(`
      create table if not exists schema_version (
        id integer primary key check (id = 1),
        version integer not null
      );
      insert into schema_version (id, version) values (1, 0) on conflict do nothing;
    `);
  // Retry once: on PostgreSQL, two processes that create the table at the same time can collide.
  await create().catch(create);
}
