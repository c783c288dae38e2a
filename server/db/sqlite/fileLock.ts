// One process per data file, for the SQLite driver that cannot share one: a file beside it names the owner.
// Two containers must not mount one data folder: each sees only its own processes.

import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { UnusableError } from '../errors.ts';

export class InUseError extends UnusableError {}

const markOf = (file: string) => `${file}.pid`;

/** Answers how to let go again; a killed owner is noticed and replaced. */
export function ownFile(file: string): () => void {
  const mark = markOf(file);
  alone(file, () => {
    refuseOwned(file);
    writeFileSync(mark, `${process.pid} ${birthOf(process.pid)}`);
  });
  const disown = () => rmSync(mark, { force: true });
  process.once('exit', disown);
  return () => {
    process.off('exit', disown);
    disown();
  };
}

/** Of processes that start together only one may look whether the owner is dead, and take its place. */
function alone(file: string, work: () => void): void {
  const door = `${markOf(file)}.door`;
  // Who was killed behind the door left it closed; nobody else needs that long.
  if (Date.now() - bornAt(door) > 5000) rmSync(door, { recursive: true, force: true });
  try {
    mkdirSync(door);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    throw new UnusableError(`${file} cannot be locked: several processes are starting on it`);
  }
  try {
    work();
  } finally {
    rmSync(door, { recursive: true, force: true });
  }
}

const bornAt = (folder: string) => statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();

/** For the driver that could share the file, but not with one that cannot. */
export function refuseOwned(file: string): void {
  const [pid = '', birth = ''] = readMark(file).split(' ');
  if (!isAlive(Number(pid), birth)) return;
  throw new InUseError(
    `${file} is in use by process ${pid}, which cannot share it. ` +
      'Stop that process first; several processes need PostgreSQL (DATABASE_URL) or Node 22.13 or newer',
  );
}

function readMark(file: string): string {
  try {
    return readFileSync(markOf(file), 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  }
}

/** A number alone could be another process by now: in a container every server is process 1. */
function isAlive(pid: number, birth: string): boolean {
  if (!(pid > 0) || birth !== birthOf(pid)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** When the process began, by Linux's count; elsewhere nothing. */
function birthOf(pid: number): string {
  try {
    // After the program's name, which is in brackets and may hold anything.
    const [, text = ''] = /\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    const fields = text.split(' ');
    // A dead one keeps its number until its parent asks how it ended, which in a container nobody may do.
    return fields[0] === 'Z' ? '' : (fields[19] ?? '');
  } catch {
    return '';
  }
}

const errorCode = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);
