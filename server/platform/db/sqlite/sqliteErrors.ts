// What SQLite's errors mean.

import { statfsSync } from 'node:fs';
import { ConstraintError } from '../db.ts';
import { diskFull } from '../errors.ts';

/** In bytes: more than a request writes. */
const leastRoom = 1 << 20;

export function hasRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= leastRoom;
}

const codes = { ioError: 10, full: 13 };

/** `folder` is that of the file: without room, its shared memory cannot grow either, which is an input/output error. */
export function translated(error: unknown, folder: string): unknown {
  const { message = '', errcode = 0 }: { message?: string; errcode?: number } = error instanceof Error ? error : {};
  if (message.includes('UNIQUE constraint')) return new ConstraintError('unique', error);
  if (message.includes('FOREIGN KEY constraint')) return new ConstraintError('foreignKey', error);
  const code = errcode & 0xff;
  if (code === codes.full || (code === codes.ioError && !hasRoom(folder))) return diskFull(error);
  return error;
}
