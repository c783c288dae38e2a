import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Memory where the machine has some gigabytes of it as a folder: SQLite waits for the disk at each commit. */
export function fastFolder(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 4e9 ? memory : tmpdir();
}
