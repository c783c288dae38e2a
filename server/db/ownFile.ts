// One process per data file, for the SQLite driver that cannot share one: a file beside it holds the
// owner's id. In containers every server is process 1, so two containers must not mount one data folder.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/** Answers how to let go again; a killed owner is noticed and replaced. */
export function ownFile(file: string): () => void {
  const mark = `${file}.pid`;
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      writeFileSync(mark, String(process.pid), { flag: 'wx' });
      const disown = () => rmSync(mark, { force: true });
      process.once('exit', disown);
      return () => {
        process.off('exit', disown);
        disown();
      };
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
    const owner = Number(readFileSync(mark, 'utf8'));
    if (isAlive(owner)) throw new Error(`${file} is in use by process ${owner}`);
    rmSync(mark, { force: true });
  }
  throw new Error(`${file} cannot be locked: several processes are starting on it`);
}

function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

const errorCode = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);
