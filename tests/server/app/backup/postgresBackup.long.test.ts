// Backups of PostgreSQL: a dump has the rows of one moment and is proven by a restore, once a day with any number of
// processes; a failure is told in a sentence, and leaves neither a file nor a scratch database behind.

import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { lastBackup } from '../../../../server/app/backup/dailyBackup.ts';
import { steps } from '../../../../server/platform/db/migrations/migrate.ts';
import { createPostgres } from '../../../support/server/databases.ts';
import { type Installation, install } from '../../../support/server/installation.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';
import type { TestDatabase } from '../../../support/server/testDatabase.ts';

let installed: Installation;
let database: TestDatabase;
let server: TestServer;
let token: string;
let url: string;
let place: Record<string, string>;
beforeAll(async () => {
  installed = await install();
  database = await createPostgres('migrated');
  url = database.location.databaseUrl ?? '';
  place = { DATABASE_URL: url };
  server = await startServer({ createDatabase: async () => database, sample: { employeesPerCompany: 10, days: 20 } });
  token = await server.signIn(server.users.administrator);
});
afterAll(async () => {
  await server.stop();
  installed.remove();
});

let folder: string;
let number = 0;
beforeEach(() => {
  folder = `backups-${++number}`;
  mkdirSync(path.join(installed.folder, folder));
  return async () => expect(await scratchDatabases()).toEqual([]);
});
const files = () => readdirSync(path.join(installed.folder, folder));
const command = (words: string[], environment: Record<string, string> = {}) =>
  installed.start(words, { ...place, ...environment }).ended;

async function ask(statement: string, at = url): Promise<Record<string, unknown>[]> {
  const connection = postgres(at, { max: 1, onnotice() {} });
  const rows = await connection.unsafe(statement);
  await connection.end();
  return [...rows];
}
const scratchDatabases = () => ask("select datname from pg_database where datname like 'test\\_%\\_proof'");

/** A script in place of one of PostgreSQL's programs, which it can call as `real`. */
function instead(program: string, script: string): Record<string, string> {
  const bin = path.join(installed.folder, `bin-${number}`);
  mkdirSync(bin, { recursive: true });
  const file = path.join(bin, program);
  writeFileSync(file, `#!/bin/sh\nreal() { PATH="${process.env.PATH}" ${program} "$@"; }\n${script}\n`);
  chmodSync(file, 0o755);
  return { PATH: `${bin}:${process.env.PATH}` };
}

test('while others write, it has the rows of one moment, none of them fails, and it restores', async () => {
  let isDone = false;
  const statuses = new Set<number>();
  const writing = (async () => {
    for (let written = 0; !isDone; written++)
      statuses.add((await server.ask('POST /companies', { token, body: { name: `Company ${written}` } })).status);
  })();
  const copy = `${folder}/copy.dump`;
  const { code, text } = await command(['backup', copy]);
  expect([code, text]).toEqual([0, expect.stringContaining(`The copy is in ${copy}`)]);
  isDone = true;
  await writing;
  expect(statuses).toEqual(new Set([201]));
  const checked = await command(['check-backup', copy]);
  expect(checked.text).toMatch(
    new RegExp(`^${copy} is whole\nVersion ${steps.length}, [\\d,]+ rows in \\d+ tables\nAudit of [\\d,]+ entries, `),
  );
  expect((await command(['backup', copy])).text).toContain('exists already');
});

test('a dump is told from a copy of SQLite, and needs a PostgreSQL to be restored to', async () => {
  await command(['backup', `${folder}/copy.dump`]);
  const alone = await installed.start(['check-backup', `${folder}/copy.dump`], {}).ended;
  expect(alone).toEqual({ code: 1, text: expect.stringContaining('set DATABASE_URL') });
  const whole = readFileSync(path.join(installed.folder, folder, 'copy.dump'));
  writeFileSync(path.join(installed.folder, folder, 'cut.dump'), whole.subarray(0, whole.length / 2));
  const cut = await command(['check-backup', `${folder}/cut.dump`]);
  const reason = /cut\.dump is not a good backup\. pg_restore: could not/;
  expect(cut).toEqual({ code: 1, text: expect.stringMatching(reason) });
  const away = await command(['check-backup', `${folder}/copy.dump`], { DATABASE_URL: 'postgres://a@127.0.0.1:1/b' });
  expect(away.text).toMatch(/^Cannot connect to DATABASE_URL: /);
});

test('a database whose audit is broken is not backed up', async () => {
  const broken = await createPostgres('migrated');
  onTestFinished(() => broken.remove());
  const at = broken.location.databaseUrl ?? '';
  await installed.start(['admin'], {
    DATABASE_URL: at,
    ADMIN_EMAIL: 'ada@rollcall.example',
    ADMIN_PASSWORD: 'correct horse',
  }).ended;
  await ask(
    "alter table audit disable trigger all; update audit set entry = '{}'; alter table audit enable trigger all",
    at,
  );
  const { code, text } = await command(['backup', `${folder}/copy.dump`], { DATABASE_URL: at });
  expect([code, text]).toEqual([1, expect.stringContaining('Its audit is broken: entry 1 was altered')]);
  expect(files()).toEqual([]);
});

test.each(['', '@office'])('no command line has the password, also if the user ends in %j', async (end) => {
  const seen = path.join(installed.folder, `seen-${number}`);
  const secret = new URL(url);
  const user = `somebody_${number}${end}`;
  await ask(`create role "${user}" login superuser`);
  onTestFinished(async () => void (await ask(`drop role "${user}"`)));
  secret.username = 'user';
  secret.password = 'not for others';
  const note = `echo "$0 $* / $PGPASSWORD" >> ${seen}; real "$@"`;
  instead('pg_restore', note);
  const { code } = await command(['backup', `${folder}/copy.dump`], {
    DATABASE_URL: secret.href.replace('user', user),
    ...instead('pg_dump', note),
  });
  expect(code).toBe(0);
  const lines = readFileSync(seen, 'utf8').trim().split('\n');
  expect(lines.map((line) => line.split(' / ')[1])).toEqual(['not for others', 'not for others']);
  expect(lines.map((line) => line.split(' / ')[0]).join()).not.toContain('not');
});

const loseRow = `real "$@"; for word; do case $word in --dbname=*)
  psql --quiet "\${word#--dbname=}" --command "delete from company_words where record_id = 1" ;; esac; done`;

test.each([
  ['is missing', 'pg_dump', undefined, /There is no pg_dump on this machine: install/],
  ['is killed while it writes', 'pg_dump', 'real "$@"; kill -9 $$', /pg_dump was ended by SIGKILL/],
  ['finds no room', 'pg_dump', 'ulimit -f 8; trap "" XFSZ; real "$@"', /pg_dump: could not .*: File too large/],
  ['is killed while it restores', 'pg_restore', 'real "$@"; kill -9 $$', /pg_restore was ended by SIGKILL/],
  ['loses a row', 'pg_restore', loseRow, /The copy is incomplete: company_words has \d+ rows instead of \d+/],
] as const)('where the program %s, it says so and leaves nothing', async (_, program, script, reason) => {
  const environment = script === undefined ? { PATH: '/nowhere' } : instead(program, script);
  const { code, text } = await command(['backup', `${folder}/copy.dump`], environment);
  expect([code, text]).toEqual([1, expect.stringMatching(reason)]);
  expect(text).toMatch(/copy\.dump cannot be written: /);
  expect(files()).toEqual([]);
});

test('a role that may not create the scratch database is told what to change, by config --check too', async () => {
  const limited = new URL(url);
  limited.username = `limited_${number}`;
  await ask(`create role ${limited.username} login; grant pg_read_all_data to ${limited.username}`);
  onTestFinished(async () => void (await ask(`drop role ${limited.username}`)));
  const environment = { DATABASE_URL: limited.href, BACKUP_DIR: folder };
  const sentence = `As an administrator of PostgreSQL: alter role "${limited.username}" createdb`;
  expect(await command(['backup', `${folder}/copy.dump`], environment)).toEqual({
    code: 1,
    text: expect.stringContaining(sentence),
  });
  expect(await command(['config', '--check'], environment)).toEqual({
    code: 1,
    text: expect.stringContaining(sentence),
  });
  const able = await command(['config', '--check'], { BACKUP_DIR: folder });
  expect(able.text).toMatch(/^backups +can be made$/m);
});

test("somebody's database of the scratch database's name is not touched", async () => {
  const name = `${new URL(url).pathname.slice(1)}_proof`;
  await ask(`create database ${name}`);
  const { code, text } = await command(['backup', `${folder}/copy.dump`]);
  expect([code, text]).toEqual([
    1,
    expect.stringContaining(`a database ${name}, and there is one that no backup made`),
  ]);
  expect(await scratchDatabases()).toEqual([{ datname: name }]);
  await ask(`comment on database ${name} is 'Scratch database of a backup of Rollcall'`);
  expect((await command(['backup', `${folder}/copy.dump`])).code).toBe(0);
});

test('two servers make one by themselves, and tell Prometheus', async () => {
  const environment = { ...place, BACKUP_DIR: folder, METRICS_PORT: '0', LOG_LEVEL: 'info' };
  const runs = [installed.start([], environment), installed.start([], environment)];
  const [, metricsUrl = ''] = /(http:\S+\/metrics)/.exec((await runs[0]?.printed(/Metrics are at .*\n/)) ?? '') ?? [];
  await Promise.any(runs.map((run) => run.printed(/"message":"backup proven"/)));
  expect(files()).toEqual([expect.stringMatching(/^rollcall-[\dTZ-]+\.dump$/)]);
  const [, seconds] =
    /^rollcall_backup_last_timestamp_seconds (\d+)$/m.exec(await (await fetch(metricsUrl)).text()) ?? [];
  const plan = { folder: path.join(installed.folder, folder), ending: 'dump', at: '03:00', keep: 14 } as const;
  expect(Number(seconds) * 1_000).toBe(lastBackup(plan, new Date())?.getTime());
  await Promise.all(runs.map((run) => run.kill('SIGTERM')));
  const ended = await Promise.all(runs.map((run) => run.ended));
  expect(ended.map(({ code }) => code)).toEqual([0, 0]);
  expect(
    ended
      .map(({ text }) => text)
      .join('')
      .match(/"message":"backup proven"/g),
  ).toHaveLength(1);
});

test('of two made by hand at once, one waits for the proof of the other', async () => {
  const both = await Promise.all([1, 2].map((copy) => command(['backup', `${folder}/copy-${copy}.dump`])));
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(files().sort()).toEqual(['copy-1.dump', 'copy-2.dump']);
});

test('a server that stops ends the program that it waits for', async () => {
  const started = path.join(installed.folder, `started-${number}`);
  const environment = instead('pg_dump', `echo $$ > ${started}; exec sleep 600`);
  const run = installed.start([], { ...place, ...environment, BACKUP_DIR: folder });
  await run.url();
  await expect.poll(() => readdirSync(installed.folder)).toContain(path.basename(started));
  await expect.poll(() => readFileSync(started, 'utf8')).toMatch(/\d\n/);
  const pid = Number(readFileSync(started, 'utf8'));
  await run.kill('SIGTERM');
  await expect.poll(() => isRunning(pid)).toBe(false);
  expect(files()).toEqual([]);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a pooler in transaction mode is refused', async () => {
  const { code, text } = await command(['backup', `${folder}/copy.dump`], { DATABASE_POOLER: 'transaction' });
  expect([code, text]).toEqual([1, expect.stringContaining('Backups need PostgreSQL itself')]);
});
