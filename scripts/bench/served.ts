// Serves a filled database over HTTP for a benchmark, on SQLite and on a temporary PostgreSQL.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openWithPermissions } from '../../server/app/commands/openWithPermissions.ts';
import { fillWithSample, type SampleOptions } from '../../server/app/sample/fillWithSample.ts';
import { cheapCost, createPasswords } from '../../server/platform/access/passwords.ts';
import type { Db } from '../../server/platform/db/db.ts';
import type { DatabaseLocation } from '../../server/platform/db/open.ts';
import { startCluster } from '../../tests/support/server/cluster.ts';
import { serveDatabase } from '../../tests/support/server/server.ts';
import { median } from '../figures.ts';

/** Calls the API and returns the whole answer, for checks. */
export type Get = (path: string) => Promise<string>;

export interface Served {
  readonly db: Db;
  readonly name: string;
  readonly administrator: Get;
  readonly manager: Get;
  /** Address of the API, and the administrator's token. */
  readonly api: string;
  readonly token: string;
}

/** Passes the name and location of each database. */
export async function onEachDatabase(use: (name: string, place: DatabaseLocation) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rollcall-bench-'));
  await use(`SQLite ${process.versions.sqlite}`, { dataDir }).finally(() => rm(dataDir, { recursive: true }));
  const cluster = await startCluster({ fsync: true });
  await use('PostgreSQL', { dataDir: '', databaseUrl: cluster.url }).finally(cluster.stop);
}

/** `fill` adds to the sample and prints what it did. */
export const onBothDatabases = (
  sample: SampleOptions,
  fill: (db: Db) => Promise<void>,
  measure: (served: Served) => Promise<void>,
): Promise<void> =>
  onEachDatabase(async (name, place) => {
    const db = await openWithPermissions(place);
    const users = await fillWithSample(db, createPasswords(cheapCost), new Date(), sample);
    if (!users) throw new Error('The database was not empty');
    await fill(db);
    // PostgreSQL would do this later; SQLite never does.
    if (db.dialect === 'postgres') await db.exec('vacuum analyze');
    const { api, signIn, stop } = await serveDatabase(db, { logLevel: 'silent' });
    const [token, manager] = [await signIn(users.administrator), await signIn(users.manager)];
    await measure({ db, name, administrator: getWith(api, token), manager: getWith(api, manager), api, token });
    await stop();
  });

function getWith(api: string, token: string): Get {
  return async (path) => {
    const response = await fetch(api + path, { headers: { authorization: `Bearer ${token}` } });
    const answer = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return answer;
  };
}

/** Returns milliseconds. */
export async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

/** Returns the median of each, run in alternation. */
export async function medians(
  ways: readonly (() => Promise<unknown>)[],
  isEnough: (runs: number) => boolean,
): Promise<number[]> {
  const times: number[][] = ways.map(() => []);
  for (let runs = 0; !isEnough(runs); runs++)
    for (const [index, way] of ways.entries()) times[index]?.push(await timed(way));
  return times.map(median);
}
