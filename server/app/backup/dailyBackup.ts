// Makes a backup every day, proves it, and then removes old ones. If no server ran at that time, the next start makes
// the backup. A failed backup is tried again. Old ones are removed only once a new one is proven.

import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { currentClocks } from '../../features/settings/clocks.ts';
import { type Job, startRepeating } from '../../platform/concurrency/repeating.ts';
import { type Db, exists, one, sql } from '../../platform/db/db.ts';
import { makeFolder } from '../../platform/db/open.ts';
import { describeError, errorMessage } from '../../platform/log/log.ts';
import { type MailJob, queueMails } from '../../platform/mail/mailJob.ts';
import { recipientsEverywhere } from '../../platform/mail/outboxQueries.ts';
import { type Clock, dateOf, daysAfter, instantAt, instantOf, plusMinutes } from '../../platform/time/clock.ts';
import { removePartial } from './backUp.ts';

export interface BackupPlan {
  readonly folder: string;
  /** The ending of the files' names: copies of an SQLite database, or dumps of PostgreSQL. */
  readonly ending: 'sqlite' | 'dump';
  /** 'HH:MM' in business time. */
  readonly at: string;
  readonly keep: number;
}

interface DailyBackups extends MailJob {
  readonly dataDir: string;
  readonly plan: BackupPlan;
  /** Works in another thread, since making and proving a backup takes a while. Aborted when the server stops. */
  readonly makeBackup: (file: string, stopping: AbortSignal) => Promise<void>;
}

const pauseMs = 60_000;
const minutesUntilRetry = 60;

export function startDailyBackups(backups: DailyBackups): Job {
  const stopping = new AbortController();
  let retryAt = new Date(0);
  const job = startRepeating('the daily backup', pauseMs, backups.log, async () => {
    const now = backups.clock();
    // A later time was set by a clock that was ahead.
    if (now < retryAt && retryAt <= plusMinutes(now, minutesUntilRetry)) return;
    const isDone = await backUpWhenDue(backups, stopping.signal);
    if (!isDone) retryAt = plusMinutes(backups.clock(), minutesUntilRetry);
  });
  return {
    stop() {
      stopping.abort();
      return job.stop();
    },
  };
}

/** Returns false after a failure, which it has logged. */
export async function backUpWhenDue(backups: DailyBackups, stopping: AbortSignal): Promise<boolean> {
  const { db, clock, dataDir, plan } = backups;
  const due = lastDue((await currentClocks(db)).ofInstallation, plan.at, clock());
  const isDue = () => (lastBackup(plan, clock())?.getTime() ?? 0) < due.getTime();
  if (!isDue()) return true;
  let isDone = true;
  await withBackupLock(db, dataDir, async () => {
    // Another process may have made it meanwhile.
    if (isDue()) isDone = await backUpNow(backups, due, stopping);
  });
  return isDone;
}

async function backUpNow(backups: DailyBackups, due: Date, stopping: AbortSignal): Promise<boolean> {
  const { log, clock, makeBackup, plan } = backups;
  const file = path.join(plan.folder, backupName(clock(), plan));
  try {
    makeFolder(plan.folder);
    removePartialBackups(plan);
    await makeBackup(file, stopping);
    log.info('backup proven', { file, removed: removeOldBackups(plan, clock()).length });
    return true;
  } catch (error) {
    if (stopping.aborted) return false;
    const reason = errorMessage(error);
    log.error('backup failed', { file, error: reason });
    // A full disk takes no mail either. The next try is in an hour anyway.
    await mailFailure(backups, { reason, due, last: lastBackup(plan, clock()) }).catch((unmailed: unknown) =>
      log.error('mail about the backup not queued', { error: describeError(unmailed) }),
    );
    return false;
  }
}

function lastDue(clock: Clock, at: string, now: Date): Date {
  const today = clock.dayOf(instantOf(now));
  const todays = dateOf(instantAt(clock, today, at));
  return todays <= now ? todays : dateOf(instantAt(clock, daysAfter(today, -1), at));
}

/** rollcall-2026-03-01T02-30-00Z.sqlite: in UTC, so the names sort by time, and without colons for any file system. */
const pattern = /^rollcall-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.(sqlite|dump)$/;

const backupName = (now: Date, { ending }: BackupPlan): string =>
  `rollcall-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.${ending}`;

/** Reads from the names in the folder when the last backup was made, so that nothing else has to store it. */
export function lastBackup(plan: BackupPlan, now: Date): Date | undefined {
  const last = backupsUntil(plan, now).at(-1);
  const [, day, hours, minutes, seconds] = pattern.exec(last ?? '') ?? [];
  return day === undefined ? undefined : new Date(`${day}T${hours}:${minutes}:${seconds}Z`);
}

/** Keeps the newest backups. Returns the names of those it removed. */
function removeOldBackups(plan: BackupPlan, now: Date): string[] {
  const old = backupsUntil(plan, now).slice(0, -plan.keep);
  for (const name of old) rmSync(path.join(plan.folder, name));
  return old;
}

/** Removes what a killed process left behind. Call it only while no other process makes a backup. */
function removePartialBackups(plan: BackupPlan): void {
  const names = readdirSync(plan.folder).map((name) => name.replace(/\.partial(?:-journal)?$/, ''));
  for (const name of names) if (isBackup(name, plan)) removePartial(path.join(plan.folder, name));
}

/**
 * Lists the backups, oldest first. Leaves out other files, such as backups of the other kind of database, and names
 * from the future, which a wrong clock left. Empty if the folder cannot be read, which the next backup reports.
 */
function backupsUntil(plan: BackupPlan, now: Date): string[] {
  try {
    return readdirSync(plan.folder)
      .filter((name) => isBackup(name, plan) && name <= backupName(now, plan))
      .sort();
  } catch {
    return [];
  }
}

const isBackup = (name: string, { ending }: BackupPlan) => pattern.exec(name)?.[5] === ending;

/** Does the work, unless another process is making a backup. The lock is released however its process ends. */
const withBackupLock = (db: Db, dataDir: string, work: () => Promise<void>): Promise<void> =>
  db.dialect === 'sqlite' ? withFileLock(dataDir, work) : withAdvisoryLock(db, work);

const withAdvisoryLock = (db: Db, work: () => Promise<void>): Promise<void> =>
  db.tx(async (queries) => {
    await queries.exec('set local idle_in_transaction_session_timeout = 0');
    const name = 'daily backup of Rollcall';
    const { isMine } = await one<{ isMine: boolean }>(
      queries,
      sql`select pg_try_advisory_xact_lock(hashtext(${name})) as "isMine"`,
      ['isMine'],
    );
    if (isMine) await work();
  });

/** SQLite's code for a lock that another connection holds. */
const busy = 5;

/** SQLite's own lock, on an empty file beside the database. */
async function withFileLock(dataDir: string, work: () => Promise<void>): Promise<void> {
  const { DatabaseSync } = await import('node:sqlite');
  const lock = new DatabaseSync(path.join(dataDir, 'backup.lock'));
  try {
    if (take(lock)) await work();
  } finally {
    lock.close();
  }
}

function take(lock: DatabaseSync): boolean {
  try {
    lock.exec('begin exclusive');
    return true;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return false;
    throw error;
  }
}

interface Failure {
  readonly reason: string;
  /** When the backup was due. Its failure is reported once, however often it is tried. */
  readonly due: Date;
  readonly last: Date | undefined;
}

const subject = 'The daily backup failed';
/** Long enough for a mail server that is down over a weekend. */
const mailMinutes = 3 * 24 * 60;

/** Reports it by e-mail, once a day of up to 25 hours, to users who may change settings and see all companies. */
const mailFailure = (backups: DailyBackups, failure: Failure): Promise<void> =>
  queueMails(backups, mailMinutes, async (queries) => {
    const told = sql`select 1 from outbox where subject = ${subject} and created_at >= ${instantOf(failure.due)}
      and created_at < ${instantOf(plusMinutes(failure.due, 25 * 60))} limit 1`;
    if (await exists(queries, told)) return [];
    const body = bodyOf(failure, backups);
    return (await recipientsEverywhere(queries, 'settings.edit')).map((to) => ({ to, subject, body }));
  });

const bodyOf = ({ reason, last }: Failure, { publicUrl, plan }: DailyBackups): string =>
  [
    `The server at ${publicUrl} could not back up its database:`,
    reason,
    last
      ? `The last proven backup was made at ${last.toISOString()}.`
      : `No proven backup was found in ${plan.folder}.`,
    'The server tries again every hour.',
  ].join('\n\n');
