// A backup has exactly the rows of one moment, and a damaged backup is recognized; on a full or read-only disk, nothing
// is left behind.

import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proveFile } from '../../../../server/app/backup/backUp.ts';
import { differences } from '../../../../server/app/backup/prove.ts';
import { steps } from '../../../../server/platform/db/migrations/migrate.ts';
import { openSqlite } from '../../../../server/platform/db/sqlite.ts';
import { childRun, type Installation, install } from '../../../support/server/installation.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';
import { createSqlite, type TestDatabase } from '../../../support/server/testDatabase.ts';

let installed: Installation;
let database: TestDatabase;
let server: TestServer;
let token: string;
let place: Record<string, string>;
beforeAll(async () => {
  installed = await install();
  database = await createSqlite();
  server = await startServer({ createDatabase: async () => database, sample: { employeesPerCompany: 10, days: 20 } });
  token = await server.signIn(server.users.administrator);
  place = { DATA_DIR: database.location.dataDir };
});
afterAll(async () => {
  await server.stop();
  installed.remove();
});

const inFolder = (...names: string[]) => path.join(installed.folder, ...names);

test('while others write, it has the rows of one moment, and none of them fails', async () => {
  let isDone = false;
  const statuses = new Set<number>();
  const writing = (async () => {
    for (let number = 0; !isDone; number++)
      statuses.add((await server.ask('POST /companies', { token, body: { name: `Company ${number}` } })).status);
  })();
  for (let round = 0; round < 3; round++) {
    const { code, text } = await installed.start(['backup', `round-${round}.sqlite`], place).ended;
    expect([code, text]).toEqual([0, expect.stringContaining(`The copy is in round-${round}.sqlite`)]);
  }
  isDone = true;
  await writing;
  expect(statuses).toEqual(new Set([201]));
  const checked = await installed.start(['check-backup', 'round-2.sqlite'], {}).ended;
  expect(checked.text).toMatch(
    new RegExp(
      `^round-2.sqlite is whole\nVersion ${steps.length}, [\\d,]+ rows in \\d+ tables\n` +
        'Audit of [\\d,]+ entries, the last of [\\d-]+T[\\d:]+Z with the hash [0-9a-f]{64}\n$',
    ),
  );
  expect(existsSync(inFolder('data'))).toBe(false);
});

test('rows that are missing in a copy are named', () => {
  const source = new Map([
    ['companies', 3],
    ['users', 2],
    ['roles', 1],
  ]);
  expect(
    differences(
      source,
      new Map([
        ['companies', 3],
        ['users', 1],
      ]),
    ),
  ).toEqual(['users has 1 rows instead of 2', 'roles has 0 rows instead of 1']);
  expect(differences(source, source)).toEqual([]);
});

/** Makes a backup that was changed afterwards. */
async function changed(name: string, statements: string): Promise<string> {
  const file = inFolder(name);
  copyFileSync(inFolder('round-0.sqlite'), file);
  const db = await openSqlite(file);
  await db.exec(`pragma foreign_keys = off; ${statements}`);
  await db.close();
  return file;
}

test.each([
  [
    'a row less in the audit',
    'drop trigger audit_is_not_deleted; delete from audit_values where entry_id = 2; delete from audit where id = 2',
    'entry 2 is missing',
  ],
  [
    'an entry that says something else',
    "drop trigger audit_is_not_changed; update audit set entry = '{}' where id = 2",
    'entry 2 was altered',
  ],
  ['an audit that anybody may change', 'drop trigger audit_is_not_changed', 'lacks the triggers audit_is_not_changed'],
  [
    'an audit whose trigger does nothing',
    `drop trigger audit_is_not_deleted; create trigger audit_is_not_deleted before delete on audit when 0
      begin select raise(abort, 'audit is append-only'); end`,
    'lacks the triggers audit_is_not_deleted',
  ],
  ['a lost parent', 'delete from companies where id = 1', 'without their row in companies'],
  ['a newer version', `update schema_version set version = ${steps.length + 1}`, 'A newer Rollcall made this database'],
  ['tables of something else', 'drop table schema_version', 'It is not a database of Rollcall'],
])('%s is no good backup', async (name, statements, reason) => {
  await expect(proveFile(await changed(`${name}.sqlite`, statements))).rejects.toThrow(reason);
});

test('neither a file with overwritten pages, nor another file, a folder or a missing one is a good backup', async () => {
  const bytes = readFileSync(inFolder('round-0.sqlite'));
  bytes.fill(0x55, bytes.length / 2, bytes.length / 2 + 8 * 4096);
  writeFileSync(inFolder('overwritten.sqlite'), bytes);
  writeFileSync(inFolder('letter.sqlite'), 'Dear operator,');
  for (const [file, reason] of [
    ['overwritten.sqlite', /^overwritten.sqlite is not a good backup. .*(?:damaged|malformed)/],
    ['letter.sqlite', /^letter.sqlite is not a good backup. file is not a database\n$/],
    ['.', /^\. is not a good backup. There is no such file\n$/],
    ['none.sqlite', /^none.sqlite is not a good backup. There is no such file\n$/],
  ] as const) {
    const { code, text } = await installed.start(['check-backup', file], {}).ended;
    expect([code, text]).toEqual([1, expect.stringMatching(reason)]);
  }
});

test('a database that cannot be reached is not called a bad backup', async () => {
  const away = { DATABASE_URL: 'postgres://ada@127.0.0.1:1/rollcall' };
  const reason = 'Cannot connect to DATABASE_URL: connect ECONNREFUSED 127.0.0.1:1\n';
  expect(await installed.start(['check-backup'], away).ended).toEqual({ code: 1, text: reason });
});

test('a dump without a PostgreSQL to restore it is not called a bad backup', async () => {
  writeFileSync(inFolder('rollcall.dump'), 'PGDMP');
  const text =
    'rollcall.dump is a dump of PostgreSQL: set DATABASE_URL, so that it can be restored there for a moment\n';
  expect(await installed.start(['check-backup', 'rollcall.dump'], {}).ended).toEqual({ code: 1, text });
});

/** Runs the server's command in a shell that first changes something about the disk. */
const onDisk = (before: string, file: string) =>
  childRun(
    spawn(
      'unshare',
      [
        '--map-root-user',
        '--mount',
        'sh',
        '-ec',
        `${before}\nexec "$0" build/server.mjs backup ${file}`,
        process.execPath,
      ],
      {
        cwd: installed.folder,
        env: { PATH: process.env.PATH, ...place },
      },
    ),
  ).ended;

test('it does not begin when the disk has too little room', async () => {
  mkdirSync(inFolder('small'));
  const { code, text } = await onDisk('mount -t tmpfs -o size=1m none small', 'small/copy.sqlite');
  expect([code, text]).toEqual([
    1,
    expect.stringMatching(/copy\.sqlite cannot be written: It needs \d+ MB, and .*small has \d MB\n$/),
  ]);
});

test('a write that fails in the middle leaves nothing behind', async () => {
  mkdirSync(inFolder('limited'));
  const { code, text } = await onDisk('ulimit -f 1000', 'limited/copy.sqlite');
  expect([code, text]).toEqual([1, expect.stringMatching(/copy\.sqlite cannot be written: disk I\/O error\n$/)]);
  expect(readdirSync(inFolder('limited'))).toEqual([]);
});
