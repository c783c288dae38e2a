// The folder of the scheduled backups. What is in it says when the last one was made, so nothing else has to remember it.

import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { removePartial } from './backUp.ts';

/** rollcall-2026-03-01T02-30-00Z.sqlite: the instant in UTC, so that names sort by it on every file system. */
const pattern = /^rollcall-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.sqlite$/;

export const backupName = (now: Date): string =>
  `rollcall-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.sqlite`;

/** When the last backup was made. A name from the future is a clock that was wrong. */
export function lastBackup(folder: string, now: Date): Date | undefined {
  const last = backupsIn(folder).findLast((name) => name <= backupName(now));
  const [, day, hours, minutes, seconds] = pattern.exec(last ?? '') ?? [];
  return day === undefined ? undefined : new Date(`${day}T${hours}:${minutes}:${seconds}Z`);
}

/** All but the newest ones. Answers their names. */
export function removeOldBackups(folder: string, keep: number): string[] {
  const old = backupsIn(folder).slice(0, -keep);
  for (const name of old) rmSync(path.join(folder, name));
  return old;
}

/** What a process left behind that was killed. Only while no other makes a backup. */
export function removePartialBackups(folder: string): void {
  const names = readdirSync(folder).map((name) => name.replace(/\.partial(?:-journal)?$/, ''));
  for (const name of names) if (pattern.test(name)) removePartial(path.join(folder, name));
}

/** The oldest first. Other files in the folder are nobody's business. */
function backupsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => pattern.test(name))
    .sort();
}
