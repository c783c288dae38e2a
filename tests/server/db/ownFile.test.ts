// Who may use the file of the driver that cannot share it, when processes start together or were killed.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ownFile } from '../../../server/db/sqlite/fileLock.ts';
import type { TestDatabase } from '../../support/testDatabase.ts';
import { createSqlite } from '../../support/sqlite.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createSqlite();
});
afterAll(() => database.remove());
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const fileNamed = (name: string) => path.join(database.location.dataDir, name);

/** Once, at the moment when somebody has read who owns it. */
function meanwhile(mark: string, work: () => void): void {
  const { readFileSync } = fs;
  let isDone = false;
  const interrupted: typeof readFileSync = new Proxy(readFileSync, {
    apply(target, self, given: Parameters<typeof readFileSync>) {
      try {
        return Reflect.apply(target, self, given);
      } finally {
        if (given[0] === mark && !isDone) {
          isDone = true;
          work();
        }
      }
    },
  });
  vi.spyOn(fs, 'readFileSync').mockImplementation(interrupted);
  syncBuiltinESMExports();
}

test('of two that start together after a kill only one has the file', () => {
  const file = fileNamed('together');
  const mark = `${file}.pid`;
  fs.writeFileSync(mark, '999999999 1');
  const owners: (() => void)[] = [];
  const refused = vi.fn();
  const start = () => {
    try {
      owners.push(ownFile(file));
    } catch (error) {
      refused(String(error));
    }
  };
  meanwhile(mark, start);
  start();
  expect(owners).toHaveLength(1);
  expect(refused).toHaveBeenCalledWith(expect.stringContaining('several processes are starting on it'));
  for (const disown of owners) disown();
  expect(fs.readdirSync(path.dirname(file)).filter((name) => name.startsWith('together'))).toEqual([]);
});

test('who was killed while looking holds the others up for some seconds only', () => {
  const file = fileNamed('halfway');
  const door = `${file}.pid.door`;
  fs.mkdirSync(door);
  expect(() => ownFile(file)).toThrow('several processes are starting on it');
  const longAgo = new Date(Date.now() - 6000);
  fs.utimesSync(door, longAgo, longAgo);
  ownFile(file)();
});

test.skipIf(process.platform !== 'linux')('an owner that is dead and not buried is replaced', async () => {
  const file = fileNamed('unburied');
  // The second program knows nothing of the child that the first one left it.
  const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(parent.stdout, 'data');
  const pid = Number(line);
  const stat = () => fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  fs.writeFileSync(`${file}.pid`, `${pid} ${stat()[19]}`);
  expect(() => ownFile(file)).toThrow('is in use by process');
  process.kill(pid, 'SIGKILL');
  while (stat()[0] !== 'Z') await wait(5);
  ownFile(file)();
  parent.kill();
});
