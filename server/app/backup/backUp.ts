// Backs up an SQLite database: makes a copy, proves it, and only then gives it its name.

import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { one } from '../../platform/db/db.ts';
import { UnusableError } from '../../platform/db/errors.ts';
import { fileIn, openExisting } from '../../platform/db/open.ts';
import { sql } from '../../platform/db/sql.ts';
import { openSqliteToRead } from '../../platform/db/sqlite.ts';
import { errorMessage } from '../../platform/log/log.ts';
import { copyDatabase } from './copyDatabase.ts';
import { differences } from './countRows.ts';
import { type Proof, prove } from './prove.ts';

/** The name of a backup until it is proven. */
const partialOf = (file: string) => `${file}.partial`;

/** Removes what a failed backup left behind: the copy, and SQLite's journal of it. */
export function removePartial(file: string): void {
  for (const ending of ['', '-journal']) rmSync(`${partialOf(file)}${ending}`, { force: true });
}

/** Never overwrites a file. */
export async function backUp(dataDir: string, target: string): Promise<Proof> {
  const file = path.resolve(target);
  if (existsSync(file)) throw new UnusableError(`${file} exists already; choose another name`);
  const bytes = await sizeOfDatabase(dataDir);
  const partial = partialOf(file);
  try {
    checkRoom(bytes, path.dirname(file));
    removePartial(file);
    const rows = await copyDatabase(() => openExisting({ dataDir }), fileIn(dataDir), partial);
    saveToDisk(partial);
    const proof = await proveFile(partial);
    const lost = differences(rows, proof.rows);
    if (lost.length > 0) throw new UnusableError(`The copy is not whole: ${lost.join(', ')}`);
    renameSync(partial, file);
    saveToDisk(path.dirname(file));
    return proof;
  } catch (error) {
    removePartial(file);
    throw new UnusableError(`${file} cannot be written: ${errorMessage(error)}`);
  }
}

export async function proveFile(file: string): Promise<Proof> {
  const db = await openSqliteToRead(file);
  try {
    return await prove(db);
  } finally {
    await db.close();
  }
}

async function sizeOfDatabase(dataDir: string): Promise<number> {
  const db = await openExisting({ dataDir });
  try {
    const size = sql`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`;
    return (await one<{ bytes: number }>(db, size)).bytes;
  } finally {
    await db.close();
  }
}

/** The database may be on the same disk, which must not fill up. */
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
