// The folder of the scheduled backups. The names of its files say when they were made, so nothing else has to store that.

import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { removePartial } from './backUp.ts';

/** rollcall-2026-03-01T02-30-00Z.sqlite: in UTC, so the names sort by time, and without colons for any file system. */
const pattern = /^rollcall-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.sqlite$/;

export const backupName = (now: Date): string =>
  `rollcall-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.sqlite`;

/** When the last backup was made. Ignores names from the future, which a wrong clock left. */
export function lastBackup(folder: string, now: Date): Date | undefined {
  const last = backupsIn(folder).findLast((name) => name <= backupName(now));
  const [, day, hours, minutes, seconds] = pattern.exec(last ?? '') ?? [];
  return day === undefined ? undefined : new Date(`${day}T${hours}:${minutes}:${seconds}Z`);
}

/** Keeps the newest ones. Returns the names of those it removed. */
export function removeOldBackups(folder: string, keep: number): string[] {
  const old = backupsIn(folder).slice(0, -keep);
  for (const name of old) rmSync(path.join(folder, name));
  return old;
}

/** Removes what a killed process left behind. Call it only while no other process makes a backup. */
export function removePartialBackups(folder: string): void {
  const names = readdirSync(folder).map((name) => name.replace(/\.partial(?:-journal)?$/, ''));
  for (const name of names) if (pattern.test(name)) removePartial(path.join(folder, name));
}

/** The oldest first, without other files in the folder. */
function backupsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => pattern.test(name))
    .sort();
}
