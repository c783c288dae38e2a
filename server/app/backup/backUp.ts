// Backs up a database: makes a copy, proves it, and only then gives it its name.

import { closeSync, existsSync, fsyncSync, openSync, readSync, renameSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { UnusableError } from '../../platform/db/errors.ts';
import type { DatabaseLocation } from '../../platform/db/open.ts';
import { errorMessage } from '../../platform/log/log.ts';
import { postgresBackup, proveDump } from './postgresBackup.ts';
import { differences, type Proof } from './prove.ts';
import { proveSqlite, sqliteBackup } from './sqliteBackup.ts';

/** The name of a backup until it is proven. */
const partialOf = (file: string) => `${file}.partial`;

/** Removes what a failed backup left behind: the copy, and SQLite's journal of it. */
export function removePartial(file: string): void {
  for (const ending of ['', '-journal']) rmSync(`${partialOf(file)}${ending}`, { force: true });
}

/** Never overwrites a file. */
export async function backUp(location: DatabaseLocation, target: string): Promise<Proof> {
  const file = path.resolve(target);
  if (existsSync(file)) throw new UnusableError(`${file} exists already; choose another name`);
  const method = location.databaseUrl ? postgresBackup(location) : sqliteBackup(location.dataDir);
  const bytes = await method.size();
  const partial = partialOf(file);
  try {
    checkRoom(bytes, path.dirname(file));
    removePartial(file);
    const rows = await method.copy(partial);
    saveToDisk(partial);
    const proof = await method.prove(partial);
    const lost = differences(rows, proof.rows);
    if (lost.length > 0) throw new UnusableError(`The copy is incomplete: ${lost.join(', ')}`);
    renameSync(partial, file);
    saveToDisk(path.dirname(file));
    return proof;
  } catch (error) {
    removePartial(file);
    throw new UnusableError(`${file} cannot be written: ${errorMessage(error)}`);
  }
}

/** Proves a backup of either kind. A dump is restored into a scratch database beside that of the location. */
export async function proveFile(file: string, location?: DatabaseLocation): Promise<Proof> {
  if (!isDump(file)) return proveSqlite(file);
  if (location?.databaseUrl) return proveDump(location, file);
  throw new UnusableError(
    'It is a dump of PostgreSQL: set DATABASE_URL, so that it can be restored there for a moment',
  );
}

/** Whether the file begins as those of pg_dump in its custom format do. */
function isDump(file: string): boolean {
  const handle = openSync(file, 'r');
  const beginning = Buffer.alloc(5);
  readSync(handle, beginning);
  closeSync(handle);
  return beginning.toString() === 'PGDMP';
}

/** Refuses a copy that would fill up the disk: the database may be on it. */
function checkRoom(bytes: number, folder: string): void {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free < bytes) throw new UnusableError(`It needs ${inMegabytes(bytes)}, and ${folder} has ${inMegabytes(free)}`);
}

const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000).toLocaleString('en')} MB`;

function saveToDisk(place: string): void {
  const handle = openSync(place, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
