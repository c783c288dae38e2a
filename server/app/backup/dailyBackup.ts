// Makes a backup every day, proves it, and then removes old ones. If no server ran at that time, the next start makes the
// backup. A failed backup is tried again. Old ones are removed only once a new one is proven.

import path from 'node:path';
import type { Db } from '../../platform/db/db.ts';
import { makeFolder } from '../../platform/db/open.ts';
import { errorMessage, type Log } from '../../platform/log/log.ts';
import { type Job, startRepeating } from '../../platform/concurrency/repeating.ts';
import { currentBusinessTime } from '../../features/settings/settingQueries.ts';
import { type BusinessTime, daysAfter } from '../../platform/time/businessTime.ts';
import { dateOf, instantOf, plusMinutes } from '../../platform/time/instants.ts';
import { instantAt } from '../../platform/time/localTime.ts';
import { backupName, lastBackup, removeOldBackups, removePartialBackups } from './backupFiles.ts';
import { unlessLocked } from './backupLock.ts';
import { mailFailure } from './failureMail.ts';

export interface BackupPlan {
  readonly folder: string;
  /** 'HH:MM' in business time. */
  readonly at: string;
  /** How many backups to keep. */
  readonly keep: number;
}

export interface DailyBackups {
  readonly db: Db;
  readonly log: Log;
  readonly clock: () => Date;
  readonly dataDir: string;
  /** The console's address, for e-mails. */
  readonly publicUrl: string;
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
    if (backups.clock() < retryAt) return;
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
  const due = lastDue(await currentBusinessTime(db), plan.at, clock());
  const isDue = () => (lastBackup(plan.folder, clock())?.getTime() ?? 0) < due.getTime();
  if (!isDue()) return true;
  let isDone = true;
  await unlessLocked(dataDir, async () => {
    // Another process may have made it meanwhile.
    if (isDue()) isDone = await backUpNow(backups, due, stopping);
  });
  return isDone;
}

async function backUpNow(backups: DailyBackups, due: Date, stopping: AbortSignal): Promise<boolean> {
  const { db, log, clock, publicUrl, makeBackup } = backups;
  const { folder, keep } = backups.plan;
  const file = path.join(folder, backupName(clock()));
  try {
    makeFolder(folder);
    removePartialBackups(folder);
    await makeBackup(file, stopping);
    log.info('backup proven', { file, removed: removeOldBackups(folder, keep).length });
    return true;
  } catch (error) {
    if (stopping.aborted) return false;
    const reason = errorMessage(error);
    log.error('backup failed', { file, error: reason });
    await mailFailure(db, { reason, due, last: lastBackup(folder, clock()) }, publicUrl, clock());
    return false;
  }
}

/** When the last backup was due. */
function lastDue(businessTime: BusinessTime, at: string, now: Date): Date {
  const today = businessTime.dayOf(instantOf(now));
  const todays = dateOf(instantAt(businessTime, today, at));
  return todays <= now ? todays : dateOf(instantAt(businessTime, daysAfter(today, -1), at));
}
