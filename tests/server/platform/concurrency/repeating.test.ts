// What the log says about a job that keeps failing.

import { expect, test } from 'vitest';
import { createFailureLogger, startRepeating } from '../../../../server/platform/concurrency/repeating.ts';
import { databaseDown, diskFull } from '../../../../server/platform/db/errors.ts';
import { createLog } from '../../../../server/platform/log/log.ts';

/** The log of a job that fails with each of these in turn, or succeeds at undefined. */
async function logOf(failures: readonly (Error | undefined)[]): Promise<string[]> {
  const lines: string[] = [];
  const log = createLog('info', (line) => lines.push(JSON.parse(line).error.split('\n')[0]));
  const left = [...failures];
  let isOver = () => {};
  const over = new Promise<void>((resolve) => (isOver = resolve));
  const job = startRepeating('the job', 0, log, async () => {
    if (left.length === 0) return isOver();
    const failure = left.shift();
    if (failure) throw failure;
  });
  await over;
  await job.stop();
  return lines;
}

const away = (reason: string) => databaseDown(new Error(reason));
const inLog = (reason: string) => `The database is not available. Please try again in a moment: ${reason}`;

test('a lasting failure is logged once, and again when it is another one or has been over meanwhile', async () => {
  const [refused, starting] = ['connect ECONNREFUSED', 'the database system is starting up'];
  expect(
    await logOf([away(refused), away(refused), away(starting), away(starting), diskFull(), undefined, diskFull()]),
  ).toEqual([
    inLog(refused),
    inLog(starting),
    'The server’s disk is full. Nothing was saved',
    'The server’s disk is full. Nothing was saved',
  ]);
});

test('a bug is told each time', async () => {
  expect(await logOf([new Error('Oops'), new Error('Oops')])).toEqual(['Error: Oops', 'Error: Oops']);
});

test('of runs that overlap, too, what lasts is told once', async () => {
  const lines: string[] = [];
  const logged = createFailureLogger(
    'HR sync',
    createLog('info', (line) => lines.push(JSON.parse(line).message)),
  );
  await Promise.all([1, 2, 3].map(() => logged(Promise.reject(away('connect ECONNREFUSED')))));
  expect(lines).toEqual(['HR sync failed']);
});
