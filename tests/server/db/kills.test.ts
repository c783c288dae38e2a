// A kill between any two writes to the disk: what lies there at that moment is opened as the next start would,
// and everything that was acknowledged by then is in it, each transaction whole. The driver of an older Node
// writes through Node's own files, so every moment can be had; the other is killed in process.test.ts.

import fs from 'node:fs';
import path from 'node:path';
import wasm from 'node-sqlite3-wasm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { one } from '../../../server/db/db.ts';
import { sql } from '../../../server/db/sql.ts';
import { openSqlite } from '../../../server/db/sqlite/sqlite.ts';
import type { TestDatabase } from '../../support/testDatabase.ts';
import { createSqlite } from '../../support/sqlite.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createSqlite();
});
afterAll(() => database.remove());

const tables = 'create table if not exists one (note text); create table if not exists other (note text)';
const open = (folder: string) => openSqlite(path.join(folder, 'rollcall.sqlite'), 'wasm');

interface Moment {
  folder: string;
  acknowledged: number;
}

/** Keeps a copy of `data` as it is before each of its changes, until told to stop; its owner is dead by then. */
function everyMomentOf(data: string, copies: string, acknowledged: () => number) {
  const moments: Moment[] = [];
  let isWatching = true;
  const keep = () => {
    if (!isWatching) return; // Node itself may hold on to a function that it took while we watched.
    const folder = path.join(copies, String(moments.length));
    fs.cpSync(data, folder, { recursive: true, filter: (file) => !file.endsWith('.pid') });
    moments.push({ folder, acknowledged: acknowledged() });
  };
  const watched = <Change extends (...given: never[]) => unknown>(change: Change): Change =>
    new Proxy(change, {
      apply(target, self, given) {
        keep();
        return Reflect.apply(target, self, given);
      },
    });
  const { writeSync, ftruncateSync, unlinkSync } = fs;
  vi.spyOn(fs, 'writeSync').mockImplementation(watched(writeSync));
  vi.spyOn(fs, 'ftruncateSync').mockImplementation(watched(ftruncateSync));
  vi.spyOn(fs, 'unlinkSync').mockImplementation(watched(unlinkSync));
  return {
    moments,
    stop() {
      keep();
      isWatching = false;
      vi.restoreAllMocks();
    },
  };
}

test('killed at any moment, it has lost nothing that it acknowledged, and did nothing by halves', async () => {
  const data = path.join(database.location.dataDir, 'data');
  fs.mkdirSync(data);
  let acknowledged = 0;
  const { moments, stop } = everyMomentOf(data, path.join(database.location.dataDir, 'copies'), () => acknowledged);
  const db = await open(data);
  await db.exec(tables);
  for (let number = 1; number <= 5; number++) {
    const note = `${number} `.repeat(10_000);
    await db.tx(async (queries) => {
      await queries.run(sql`insert into one (note) values (${note})`);
      await queries.run(sql`update one set note = ${note}`);
      await queries.run(sql`insert into other (note) values (${note})`);
    });
    acknowledged++;
  }
  stop();
  await db.close();

  expect(moments.length).toBeGreaterThan(50);
  for (const { folder, acknowledged } of moments) {
    const next = await open(folder);
    expect(await next.all(sql`pragma integrity_check`)).toEqual([{ integrity_check: 'ok' }]);
    await next.exec(tables);
    const { ones, others } = await one<{ ones: number; others: number }>(
      next,
      sql`select (select count(*) from one) as ones, (select count(*) from other) as others`,
    );
    expect(ones).toBe(others);
    expect([acknowledged, acknowledged + 1]).toContain(ones);
    await next.close();
    expect(fs.readdirSync(folder)).toEqual(['rollcall.sqlite']);
  }
}, 30_000);

test.each([
  ['is there', true],
  ['comes after the link', false],
])('a file that %s has its log beside itself, not beside the link', async (_, isThere) => {
  const data = path.join(database.location.dataDir, `linked ${isThere}`);
  const disk = path.join(database.location.dataDir, `disk ${isThere}`);
  for (const folder of [data, disk]) fs.mkdirSync(folder);
  if (isThere) await (await open(disk)).close();
  fs.symlinkSync(path.join(disk, 'rollcall.sqlite'), path.join(data, 'rollcall.sqlite'));
  const db = await open(data);
  await db.exec(tables);
  expect([fs.readdirSync(data), fs.readdirSync(disk)]).toEqual([
    ['rollcall.sqlite'],
    ['rollcall.sqlite', 'rollcall.sqlite-wal', 'rollcall.sqlite.lock', 'rollcall.sqlite.pid'],
  ]);
  await db.close();
});

test('what an earlier version left in the middle of a write is not taken for whole', async () => {
  const data = path.join(database.location.dataDir, 'earlier');
  const copy = path.join(database.location.dataDir, 'killed');
  fs.mkdirSync(data);
  const earlier = new wasm.Database(path.join(data, 'rollcall.sqlite'));
  earlier.exec('create table one (note text)');
  for (let number = 0; number < 100; number++) earlier.run('insert into one values (?)', ['before '.repeat(100)]);
  // So much is written before the end that the journal is needed.
  earlier.exec('pragma cache_size = 1; begin');
  earlier.run('update one set note = ?', ['after! '.repeat(100)]);
  fs.cpSync(data, copy, { recursive: true });
  earlier.close();

  const left = fs.readdirSync(copy);
  await expect(open(copy)).rejects.toThrow('start once with Node 22.13 or newer');
  expect(fs.readdirSync(copy)).toEqual(expect.arrayContaining(left));
});
