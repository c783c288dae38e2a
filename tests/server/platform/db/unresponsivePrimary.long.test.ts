// A silent primary keeps its connections open but sends nothing, like a frozen machine or one behind a broken network.
// Time limits are short here to keep the tests short.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, one, sql } from '../../../../server/platform/db/db.ts';
import { openPostgres } from '../../../../server/platform/db/postgres/postgres.ts';
import { DomainError } from '../../../../server/platform/domainErrors.ts';
import { type Node, startCluster } from '../../../support/server/cluster.ts';
import { type Installation, install } from '../../../support/server/installation.ts';

const limits = { connectWithinMs: 1_000, waitAtMostMs: 3_000, quietMs: 500 };
const open = (url: string) => openPostgres(url, { isDirect: true, limits });

let primary: Node;
let standby: Node;
let installed: Installation;
beforeAll(async () => {
  installed = await install();
  primary = await startCluster();
  standby = await startCluster({ primary: primary.url });
});
afterAll(async () => {
  installed.remove();
  await primary.thaw();
  await standby.stop();
  await primary.stop();
});

/** More statements at once than a process has connections. */
const askAtOnce = (db: Db) => Promise.allSettled(Array.from({ length: 25 }, () => db.all(sql`select 1 as one`)));

const reasonsOf = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.map((result) =>
    result.status === 'fulfilled' || !(result.reason instanceof DomainError) ? result : result.reason.reason,
  );

const unavailable = Array.from({ length: 25 }, () => 'unavailable');

test('a statement that takes long is left alone while PostgreSQL works on it', async () => {
  const db = open(primary.url);
  const script = db.exec('select pg_sleep(3)');
  expect(await db.all(sql`select 1 as one from (select pg_sleep(3)) sleeping`)).toEqual([{ one: 1 }]);
  await script;
  await db.close();
});

test('all that an unresponsive primary holds up fails as unavailable, also what waits for a connection and scripts', async () => {
  const db = open(primary.url);
  await askAtOnce(db);
  await primary.freeze();
  const [statements, script] = await Promise.all([askAtOnce(db), Promise.allSettled([db.exec('select 1')])]);
  expect(reasonsOf([...statements, ...script])).toEqual([...unavailable, 'unavailable']);
  await primary.thaw();
  expect(await db.all(sql`select 1 as one`)).toEqual([{ one: 1 }]);
  await db.close();
});

test('a server stops while its primary is silent', async () => {
  const admin = { ADMIN_EMAIL: 'ada@rollcall.example', ADMIN_PASSWORD: 'correct horse' };
  const server = installed.start([], { ...admin, DATABASE_URL: primary.url });
  await server.url();
  await primary.freeze();
  server.child.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
  await primary.thaw();
});

test('a standby is not taken for the primary, and a start waits for one', async () => {
  await expect(open(standby.url).all(sql`select 1 as one`)).rejects.toThrow('The database is not available');
  const server = installed.start([], { DATABASE_URL: standby.url, LOG_LEVEL: 'warn' });
  expect(await server.printed(/waiting for the database.*standby/)).toContain('DATABASE_URL');
  await server.kill('SIGKILL');
});

test('of an unresponsive primary and a new one, the new one serves, also where the unresponsive one is named first', async () => {
  const [first, second] = [new URL(primary.url).host, new URL(standby.url).host];
  const db = open(`postgres://postgres@${first},${second}/postgres`);
  await askAtOnce(db);
  await primary.freeze();
  await standby.promote();
  const underWay = askAtOnce(db);
  expect(reasonsOf(await underWay).filter((reason) => reason === 'unavailable').length).toBeGreaterThan(0);
  const { port } = await one<{ port: number }>(db, sql`select inet_server_port() as port`);
  expect(port).toBe(Number(new URL(standby.url).port));
  await db.close();
});
