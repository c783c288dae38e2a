// A full or read-only disk: people are told, nothing is half saved, reading goes on, and writing resumes once it can.

import { execFileSync } from 'node:child_process';
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plusMinutes } from '../../../../server/platform/time/clock.ts';
import { createPostgres } from '../../../support/server/databases.ts';
import { type Installation, install, type Run } from '../../../support/server/installation.ts';
import { startServer } from '../../../support/server/server.ts';

const admin = { ADMIN_EMAIL: 'ada@rollcall.example', ADMIN_PASSWORD: 'correct horse' };

async function call(url: string, method: string, route: string, token = '', body?: object) {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(url + route, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const json: { data: { token?: string } | null; message: string; success: boolean } = await answer.json();
  return { status: answer.status, message: json.message, data: json.data };
}

/** A program that runs Node with a six-megabyte disk mounted at a folder, visible only to its process. */
function onSmallDisk({ folder: home }: Installation, folder: string, before = 'true'): string {
  const script = `${folder}.sh`;
  const mount = `mkdir -p ${folder} && mount -t tmpfs -o size=6m none ${folder}`;
  const inside = `cd ${home} && ${mount} && ${before} && exec '${process.execPath}' "$@"`;
  const quoted = inside.replaceAll("'", `'\\''`);
  writeFileSync(script, `#!/bin/sh\nexec unshare --map-root-user --mount sh -c '${quoted}' sh "$@"\n`, { mode: 0o755 });
  return script;
}

/**
 * Turns a server's disk into what Linux makes of a failing one: read-only, with no write to an open file succeeding.
 * Returns a function that repairs it.
 */
function failDisk(pid: number | undefined, folder: string): () => void {
  const limitFiles = (size: string) => execFileSync('prlimit', ['--pid', String(pid), `--fsize=${size}`]);
  const inside = (command: string) => {
    const server = ['--target', String(pid), '--user', '--mount', '--preserve-credentials'];
    execFileSync('nsenter', [...server, 'sh', '-c', command]);
  };
  limitFiles('0:unlimited');
  inside(`mount --bind ${folder} ${folder} && mount -o remount,ro,bind ${folder}`);
  return () => {
    inside(`umount ${folder}`);
    limitFiles('unlimited');
  };
}

describe('SQLite on a disk of six megabytes', () => {
  let installed: Installation;
  let server: Run;
  let url: string;
  let token: string;
  /** A file on the small disk, reached through the server's process, for which alone it is mounted. */
  let filler: string;

  beforeAll(async () => {
    installed = await install();
    const folder = path.join(installed.folder, 'small');
    const script = onSmallDisk(installed, folder);
    server = installed.start([], { ...admin, DATA_DIR: folder, LOG_LEVEL: 'error' }, script);
    url = await server.url();
    filler = `/proc/${server.child.pid}/root${folder}/filler`;
    const login = { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD };
    token = String((await call(url, 'POST', '/web/api/v1/auth/login', '', login)).data?.token);
  });
  afterAll(() => installed.remove());

  const addCompany = (name: string) =>
    call(url, 'POST', '/web/api/v1/companies', token, { name, address: 'A long street. '.repeat(200) });
  const checkHealth = () => call(url, 'GET', '/healthz');

  test('writes are refused with a sentence, reads go on, and all is well once there is room', async () => {
    expect((await checkHealth()).status).toBe(200);
    expect(() => {
      for (;;) appendFileSync(filler, Buffer.alloc(4096));
    }).toThrow('ENOSPC');
    expect(await checkHealth()).toMatchObject({ status: 503, message: 'The server’s disk is full' });

    const saved: string[] = [];
    let refused = await addCompany('Company 0');
    for (let number = 1; refused.status === 201; number++) {
      saved.push(`Company ${number - 1}`);
      refused = await addCompany(`Company ${number}`);
    }
    expect(refused).toMatchObject({ status: 507, message: 'The server’s disk is full. Nothing was saved' });
    const log = await server.printed(/database or disk is full|disk I\/O error/);
    expect(log).toContain('The server’s disk is full');
    expect(log).not.toContain('    at '); // no stack: it is not a bug, and is logged with each request
    const companies = await call(url, 'GET', '/web/api/v1/companies/all', token);
    expect(companies.status).toBe(200);
    expect(companies.data).toHaveLength(saved.length);

    rmSync(filler);
    expect(await checkHealth()).toMatchObject({ status: 200 });
    expect((await addCompany('Last')).status).toBe(201);
  });

  test('the same holds for a disk that becomes read-only, also for who is signed in', async () => {
    const repair = failDisk(server.child.pid, path.join(installed.folder, 'small'));
    expect(await checkHealth()).toMatchObject({ status: 503, message: 'The server’s disk is read-only' });
    expect(await addCompany('Lost')).toMatchObject({
      status: 507,
      message: 'The server’s disk is read-only. Nothing was saved',
    });
    expect((await call(url, 'GET', '/web/api/v1/companies/all', token)).status).toBe(200);
    const login = { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD };
    expect((await call(url, 'POST', '/web/api/v1/auth/login', '', login)).status).toBe(507);
    repair();
    expect(await checkHealth()).toMatchObject({ status: 200 });
    expect((await addCompany('Not lost')).status).toBe(201);
    await server.kill('SIGTERM');
  });

  test.each([
    ['full', 'fill', /^The database in DATA_DIR \S+ cannot be opened: The server’s disk is full\. .*\n$/],
    ['read-only', 'lock', /^The database in DATA_DIR \S+ cannot be opened: EROFS: read-only file system, .*\n$/],
  ])('a start on a disk that became %s says so in a sentence', async (_, name, sentence) => {
    const folder = path.join(installed.folder, name);
    const became =
      name === 'lock' ? `mount -o remount,ro ${folder}` : `! dd if=/dev/zero of=${folder}/filler 2> /dev/null`;
    const before = `'${process.execPath}' build/server.mjs admin > /dev/null 2>&1 && ${became}`;
    const script = onSmallDisk(installed, folder, before);
    const { code, text } = await installed.start([], { ...admin, DATA_DIR: folder }, script).ended;
    expect(text).toMatch(sentence);
    expect(code).toBe(1);
  });
});

/** Makes PostgreSQL itself report what it would if no file could grow. */
const fillDisk = `
  create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
  create function refuse_table() returns event_trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
  create trigger disk_is_full before insert on companies execute function refuse();
  create trigger disk_is_full before insert on attendance_places execute function refuse();
  create event trigger disk_is_full on ddl_command_start when tag in ('CREATE TABLE') execute function refuse_table();`;
const emptyDisk = `
  drop event trigger disk_is_full;
  drop trigger disk_is_full on attendance_places;
  drop trigger disk_is_full on companies;`;

test('PostgreSQL’s full disk is told in the same way, until it has room again', async () => {
  const server = await startServer({ createDatabase: createPostgres });
  const token = await server.signIn(server.users.administrator);
  const setFull = (isFull: boolean) => server.db.exec(isFull ? fillDisk : emptyDisk);
  const addCompany = (name: string) => server.ask('POST /companies', { token, body: { name } });
  await setFull(true);
  const refused = await addCompany('One');
  expect([refused.status, refused.json.message]).toEqual([507, 'The server’s disk is full. Nothing was saved']);
  const health = await fetch(`${server.url}/healthz`);
  expect([health.status, await health.text()]).toEqual([503, expect.stringContaining('disk is full')]);
  expect((await server.ask('GET /attendance?per_page=1', { token })).status).toBe(200);
  await setFull(false);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect((await addCompany('Two')).status).toBe(201);
  await server.stop();
});

test('a PostgreSQL that was made read-only is told in the same way, and reading goes on', async () => {
  let now = new Date();
  const server = await startServer({ createDatabase: createPostgres, clock: () => now });
  const token = await server.signIn(server.users.administrator);
  const addCompany = (name: string) => server.ask('POST /companies', { token, body: { name } });
  const setReadOnly = async (isOn: boolean) => {
    await server.db.exec(`
      begin read write;
      do $$ begin execute format('alter database %I set default_transaction_read_only = ${isOn}', current_database()); end $$;
      select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid();
      set session default_transaction_read_only = ${isOn};
      commit`);
  };
  await setReadOnly(true);
  const refused = await addCompany('One');
  expect([refused.status, refused.json.message]).toEqual([507, 'The database is read-only. Nothing was saved']);
  const health = await fetch(`${server.url}/healthz`);
  expect([health.status, await health.text()]).toEqual([503, expect.stringContaining('The database is read-only')]);
  now = plusMinutes(now, 2);
  expect((await server.ask('GET /attendance?per_page=1', { token })).status).toBe(200);
  await setReadOnly(false);
  await expect.poll(async () => (await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect((await addCompany('Two')).status).toBe(201);
  await server.stop();
});
