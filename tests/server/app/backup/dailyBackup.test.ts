// Scheduled backups: once a day with any number of processes, made up for after an outage; old ones are deleted only
// after a new one was proven good.

import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { backUp } from '../../../../server/app/backup/backUp.ts';
import { backUpWhenDue, lastBackup, startDailyBackups } from '../../../../server/app/backup/dailyBackup.ts';
import { createFirstAdmin } from '../../../../server/app/commands/accounts.ts';
import { openWithPermissions } from '../../../../server/app/commands/openWithPermissions.ts';
import { addBusinessTimeZone } from '../../../../server/features/settings/settingHandlers.ts';
import { type Db, sql } from '../../../../server/platform/db/db.ts';
import { diskFull } from '../../../../server/platform/db/errors.ts';
import { createLog } from '../../../../server/platform/log/log.ts';
import { install } from '../../../support/server/installation.ts';
import { createSqlite, type TestDatabase } from '../../../support/server/testDatabase.ts';

let database: TestDatabase;
let db: Db;
let folder: string;
let now: Date;
let made: string[];
let lines: string[];
beforeEach(async () => {
  database = await createSqlite();
  db = await openWithPermissions(database.location);
  await addBusinessTimeZone(db, 'Europe/Athens', new Date('2026-02-01T12:00:00Z'), async () => '');
  folder = path.join(database.location.dataDir, 'backups');
  made = [];
  lines = [];
  return async () => {
    await db.close();
    await database.remove();
  };
});

const plan = () => ({ folder, ending: 'sqlite', at: '03:00', keep: 3 }) as const;
const never = new AbortController().signal;
const processes = (makeBackup = (file: string): Promise<unknown> => backUp(database.location, file)) => ({
  db,
  log: createLog('info', (line) => lines.push(line)),
  clock: () => now,
  dataDir: database.location.dataDir,
  publicUrl: 'https://console.example',
  plan: plan(),
  async makeBackup(file: string) {
    made.push(path.basename(file));
    await makeBackup(file);
  },
});
const at = async (instant: string, backups = processes()) => {
  now = new Date(instant);
  return backUpWhenDue(backups, never);
};

test('the first start makes one, and then every day at its time does', async () => {
  await at('2026-03-01T12:00:00Z');
  await at('2026-03-01T12:01:00Z');
  await at('2026-03-02T00:59:00Z'); // 02:59 in Athens
  await at('2026-03-02T01:00:00Z');
  await at('2026-03-02T23:00:00Z');
  expect(made).toEqual(['rollcall-2026-03-01T12-00-00Z.sqlite', 'rollcall-2026-03-02T01-00-00Z.sqlite']);
  expect(lastBackup(plan(), now)).toEqual(new Date('2026-03-02T01:00:00Z'));
});

test('a day of silence is made up for at the next start', async () => {
  await at('2026-03-01T12:00:00Z');
  await at('2026-03-04T00:30:00Z'); // before 03:00 of that day, with two days missed
  expect(made).toHaveLength(2);
  await at('2026-03-04T01:00:00Z');
  expect(made).toHaveLength(3);
});

test('only one of many processes makes it, even while the first is still at work', async () => {
  let finish = () => {};
  const slow = processes(async (file) => {
    await new Promise<void>((resolve) => (finish = resolve));
    await backUp(database.location, file);
  });
  const first = at('2026-03-01T12:00:00Z', slow);
  await expect.poll(() => made.length).toBe(1);
  expect(await Promise.all([at('2026-03-01T12:00:01Z'), at('2026-03-01T12:00:02Z')])).toEqual([true, true]);
  finish();
  await first;
  await Promise.all([at('2026-03-01T12:10:00Z'), at('2026-03-01T12:10:00Z')]);
  expect(made).toHaveLength(1);
});

test('the newest ones are kept, and nothing else in the folder is touched', async () => {
  for (const day of [1, 2, 3, 4, 5]) {
    await at(`2026-03-0${day}T12:00:00Z`);
    writeFileSync(path.join(folder, 'rollcall-by-hand.sqlite'), '');
  }
  expect(readdirSync(folder).sort()).toEqual([
    'rollcall-2026-03-03T12-00-00Z.sqlite',
    'rollcall-2026-03-04T12-00-00Z.sqlite',
    'rollcall-2026-03-05T12-00-00Z.sqlite',
    'rollcall-by-hand.sqlite',
  ]);
});

test('a failure is logged and takes nothing away; the next attempt clears what it left', async () => {
  for (const day of [1, 2, 3]) await at(`2026-03-0${day}T12:00:00Z`);
  const before = readdirSync(folder);
  const failing = processes(async (file) => {
    for (const ending of ['', '-journal']) writeFileSync(`${file}.partial${ending}`, 'half of it'); // and then somebody pulls the plug
    throw new Error('no room');
  });
  expect(await at('2026-03-04T12:00:00Z', failing)).toBe(false);
  expect(readdirSync(folder).slice(0, 3)).toEqual(before);
  expect(lines.at(-1)).toMatch(/"level":"error","message":"backup failed",.*"error":"no room"/);
  expect(await at('2026-03-04T13:00:00Z')).toBe(true);
  expect(readdirSync(folder)).toEqual([...before.slice(1), 'rollcall-2026-03-04T13-00-00Z.sqlite']);
});

test('one mail a day tells administrators of the failure, however often it is tried again', async () => {
  await createFirstAdmin(db, { email: 'ada@rollcall.example', password: 'correct horse' });
  const mails = () => db.all<{ recipient: string; body: string }>(sql`select recipient, body from outbox order by id`);
  await at('2026-03-01T12:00:00Z');
  const failing = processes(() => Promise.reject(new Error('It needs 20 MB, and the folder has 3 MB')));
  for (const hour of ['01', '02', '03']) await at(`2026-03-02T${hour}:00:00Z`, failing);
  expect(await mails()).toEqual([
    {
      recipient: 'ada@rollcall.example',
      body: expect.stringMatching(/It needs 20 MB[\s\S]*The last proven backup was made at 2026-03-01T12:00:00.000Z/),
    },
  ]);
  await at('2026-03-03T01:00:00Z', failing);
  expect(await mails()).toHaveLength(2);
  // A mail by a clock that was ahead says nothing about the days before it.
  for (const moment of ['2030-01-01T01:00:00Z', '2026-03-04T01:00:00Z']) await at(moment, failing);
  expect(await mails()).toHaveLength(4);
});

test('on a disk that takes no mail either, it is tried again after an hour as well', async () => {
  const failing = processes(() => Promise.reject(new Error('It needs 20 MB, and the folder has 3 MB')));
  const full = { ...failing, db: { ...db, tx: () => Promise.reject(diskFull()) } };
  expect(await at('2026-03-01T12:00:00Z', full)).toBe(false);
  expect(lines.at(-2)).toContain('It needs 20 MB');
  expect(lines.at(-1)).toContain('The server’s disk is full');
});

test('a folder that cannot be read is such a failure, and ends no server that Prometheus asks', async () => {
  await createFirstAdmin(db, { email: 'ada@rollcall.example', password: 'correct horse' });
  writeFileSync(folder, 'a file in its place');
  expect(await at('2026-03-01T12:00:00Z')).toBe(false);
  expect(lines.at(-2)).toMatch(/"message":"backup failed",.*ENOTDIR/);
  expect(await db.all(sql`select body from outbox`)).toEqual([{ body: expect.stringContaining('ENOTDIR') }]);
  expect(lastBackup(plan(), now)).toBeUndefined();
});

test('names from the future keep the server neither from making backups nor from keeping them', async () => {
  for (const day of [1, 2, 3]) await at(`2030-01-0${day}T12:00:00Z`);
  for (const minute of [0, 1]) await at(`2026-03-01T12:0${minute}:00Z`);
  expect(made).toHaveLength(4);
  expect(readdirSync(folder)).toContain('rollcall-2026-03-01T12-00-00Z.sqlite');
});

test('a failed one is tried again an hour later, not every minute', async () => {
  vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z'), toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const failing = processes(() => Promise.reject(new Error('no room')));
  const job = startDailyBackups({ ...failing, clock: () => new Date() });
  await vi.advanceTimersByTimeAsync(59 * 60_000);
  expect(made).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(3 * 60_000);
  expect(made).toHaveLength(2);
  // The clock had been ahead, and is put right.
  vi.setSystemTime('2026-02-01T12:00:00Z');
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  expect(made).toHaveLength(3);
  await job.stop();
});

test('two servers on one database make one by themselves, and tell Prometheus', async () => {
  const installed = await install();
  const place = { DATA_DIR: 'data', BACKUP_DIR: 'backups', METRICS_PORT: '0', LOG_LEVEL: 'info' };
  const admin = { ADMIN_EMAIL: 'ada@rollcall.example', ADMIN_PASSWORD: 'correct horse' };
  const runs = [installed.start([], { ...place, ...admin }), installed.start([], place)];
  const texts = await Promise.all(runs.map((run) => run.printed(/Metrics are at/)));
  const files = () => readdirSync(path.join(installed.folder, 'backups'));
  await expect.poll(files).toEqual([expect.stringMatching(/^rollcall-[\dTZ-]+\.sqlite$/)]);
  const [name = ''] = files();
  expect((await installed.start(['check-backup', `backups/${name}`], {}).ended).code).toBe(0);
  for (const text of texts) {
    const metrics = await (await fetch(/http:\S+\/metrics/.exec(text)?.[0] ?? '')).text();
    const [, seconds] = /^rollcall_backup_last_timestamp_seconds (\d+)$/m.exec(metrics) ?? [];
    expect(Number(seconds) * 1_000).toBe(
      lastBackup({ ...plan(), folder: path.join(installed.folder, 'backups') }, new Date())?.getTime(),
    );
  }
  await Promise.all(runs.map((run) => run.kill('SIGTERM')));
  expect((await Promise.all(runs.map((run) => run.ended))).map(({ code }) => code)).toEqual([0, 0]);
  const ended = (await Promise.all(runs.map((run) => run.ended))).map(({ text }) => text).join('');
  expect(ended.match(/"message":"backup proven"/g)).toHaveLength(1);
  installed.remove();
});
