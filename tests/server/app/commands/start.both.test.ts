// Starting the server: the sample data, processes that start together, and the command line.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openWithPermissions } from '../../../../server/app/commands/openWithPermissions.ts';
import { ConfigError, readConfig } from '../../../../server/app/config.ts';
import { fillWithSample } from '../../../../server/app/sample/fillWithSample.ts';
import { cheapCost, createPasswords } from '../../../../server/platform/access/passwords.ts';
import { sql } from '../../../../server/platform/db/db.ts';
import { openExisting } from '../../../../server/platform/db/open.ts';
import { createPostgres } from '../../../support/server/databases.ts';
import { type Installation, install } from '../../../support/server/installation.ts';
import { freePort } from '../../../support/server/ports.ts';

const passwords = createPasswords(cheapCost);

test('is written once by processes that start on one PostgreSQL together', async () => {
  const database = await createPostgres();
  const opened = await Promise.all([1, 2, 3].map(() => openWithPermissions(database.location)));
  const small = { employeesPerCompany: 1, days: 1 };
  const filled = await Promise.all(opened.map((db) => fillWithSample(db, passwords, new Date(), small)));
  expect(filled.filter((signIns) => signIns !== undefined)).toHaveLength(1);
  await Promise.all(opened.map((db) => db.close()));
  await database.remove();
});

const withProvider = {
  OIDC_ISSUER: 'https://id.example',
  OIDC_CLIENT_ID: 'rollcall',
  OIDC_CLIENT_SECRET: 'given by the provider',
};

test.each([
  [{ HOST: '127.0.0.1:4000' }, 'HOST'],
  [{ HOST: '[::1]' }, 'HOST'],
  [{ HOST: '192.168.1.300' }, 'HOST'],
  [{ HOST: 'fe80::1%lo' }, 'HOST'],
  [{ PORT: 'http' }, 'PORT'],
  [{ PORT: '70000' }, 'PORT'],
  [{ DEVICES_PORT: 'any' }, 'DEVICES_PORT'],
  [{ DEVICES_PORT: '4001', DEVICES_HOST: '0.0.0.0:4001' }, 'DEVICES_HOST'],
  [{ DEVICES_HOST: '0.0.0.0' }, 'DEVICES_HOST requires DEVICES_PORT'],
  [{ DEVICES_URL: 'http://192.168.1.10:4001' }, 'DEVICES_URL requires DEVICES_PORT'],
  [{ METRICS_HOST: '0.0.0.0' }, 'METRICS_HOST requires METRICS_PORT'],
  [{ METRICS_PORT: '9464', METRICS_HOST: 'a:1' }, 'METRICS_HOST'],
  [{ METRICS_PORT: '4000' }, 'METRICS_PORT must differ from PORT'],
  [{ PORT: '4001', DEVICES_PORT: '4001' }, 'DEVICES_PORT must differ from PORT'],
  [{ BACKUP_AT: '03:00' }, 'BACKUP_AT requires BACKUP_DIR'],
  [{ BACKUP_KEEP: '7' }, 'BACKUP_KEEP requires BACKUP_DIR'],
  [{ BACKUP_DIR: 'backups', BACKUP_AT: '3:00' }, "BACKUP_AT must be a time such as 03:00, not '3:00'"],
  [{ BACKUP_DIR: 'backups', BACKUP_KEEP: '0' }, "BACKUP_KEEP must be a number from 1 to 9999, not '0'"],
  [
    { BACKUP_DIR: 'backups', DATABASE_URL: 'postgres://here/rollcall', DATABASE_POOLER: 'transaction' },
    'BACKUP_DIR needs PostgreSQL itself',
  ],
  [{ DEVICES_PORT: '4001', DEVICES_URL: '192.168.1.10:4001' }, 'DEVICES_URL'],
  [{ DEVICES_PORT: '4001', DEVICES_URL: 'http://192.168.1.10:4001/iclock' }, 'DEVICES_URL'],
  [{ OIDC_CLIENT_ID: 'rollcall' }, 'OIDC_CLIENT_ID requires OIDC_ISSUER'],
  [{ OIDC_NAME: 'Example ID' }, 'OIDC_NAME requires OIDC_ISSUER'],
  [{ OIDC_ISSUER: 'id.example' }, 'OIDC_ISSUER must be a URL that begins with https://'],
  [{ OIDC_ISSUER: 'https://ada:secret@id.example' }, 'must not contain credentials'],
  [{ OIDC_ISSUER: 'https://id.example/?tenant=1' }, 'OIDC_ISSUER must end with the host or a path'],
  [{ OIDC_ISSUER: 'http://id.example' }, 'unless ALLOW_PRIVATE_HOSTS lists id.example'],
  [{ OIDC_ISSUER: 'http://10.1.2.3', ALLOW_PRIVATE_HOSTS: '10.2.0.0/16' }, 'unless ALLOW_PRIVATE_HOSTS lists 10.1.2.3'],
  [{ OIDC_ISSUER: 'https://id.example' }, 'OIDC_ISSUER requires OIDC_CLIENT_ID'],
  [{ OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'rollcall' }, 'OIDC_ISSUER requires OIDC_CLIENT_SECRET'],
  [withProvider, 'OIDC_ISSUER requires PUBLIC_URL'],
  [{ ...withProvider, PUBLIC_URL: 'https://a.example', OIDC_NAME: 'x'.repeat(41) }, 'OIDC_NAME must have at most 40'],
  [
    { ...withProvider, PUBLIC_URL: 'https://a.example', OIDC_SCOPE: 'email' },
    "OIDC_SCOPE must contain the word 'openid'",
  ],
  [{ SAMPLE_DATA: 'true' }, 'SAMPLE_DATA'],
  [{ BUSINESS_TIMEZONE: 'Europe/Nowhere' }, 'BUSINESS_TIMEZONE'],
  [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY'],
  [{ DRAIN_SECONDS: '1m' }, 'DRAIN_SECONDS'],
  [{ TRUST_PROXY: '0' }, 'TRUST_PROXY'],
  [{ DATABASE_URL: 'mysql://here' }, 'DATABASE_URL'],
  [{ DATABASE_URL: 'postgres://here/rollcall?sslmode=bogus' }, "not 'bogus'"],
  [{ DATABASE_URL: 'postgres://here,/rollcall' }, 'DATABASE_URL must be a URL'],
  [{ DATABASE_URL: 'postgres://here:1,there:x/rollcall' }, 'DATABASE_URL must be a URL'],
  [{ DATABASE_URL: 'postgres://here:99999/rollcall' }, 'DATABASE_URL must be a URL, and cannot be read as one'],
  [{ DATABASE_URL: 'postgres://ada:se/cret@here/rollcall' }, 'In user and password, write % as %25, / as %2F'],
  [{ DATABASE_URL: 'postgres://ada:12#cret@here/rollcall' }, '# as %23'],
  [{ DATABASE_URL: 'postgres://ada:se%cret@here/rollcall' }, 'write % as %25'],
  [{ DATABASE_URL: 'postgres://here,there/rollcall?sslmode=bogus' }, "not 'bogus'"],
  [{ DATABASE_URL: 'postgres://here,there/rollcall?target_session_attrs=read-write' }, "not 'read-write'"],
  [{ DATABASE_POOLER: 'session' }, "not 'session'"],
  [
    { ALLOW_PRIVATE_HOSTS: '10.1.0.0/40' },
    "ALLOW_PRIVATE_HOSTS must list host names, addresses or networks: '10.1.0.0/40' must end with a number from 0 to 32",
  ],
  [{ ALLOW_PRIVATE_HOSTS: 'fd00::/x' }, "'fd00::/x' must end with a number from 0 to 128"],
  [{ CORS_ORIGINS: 'https://A.example' }, "'https://a.example', not 'https://A.example'"],
  [{ SAMPLE_DATA: 'yes', ADMIN_EMAIL: 'ada@rollcall.example', ADMIN_PASSWORD: 'long enough' }, 'ADMIN_EMAIL'],
  [{ PUBLIC_URL: 'console.example' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'https://console.example/?from=mail' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'https://ada:secret@console.example' }, 'PUBLIC_URL'],
  [{ SMTP_URL: 'mail.example:25' }, 'SMTP_URL'],
  [{ SMTP_URL: 'smtp://', PUBLIC_URL: 'https://a.example' }, 'SMTP_URL'],
  [{ SMTP_URL: 'smtp://ada:12#cret@mail.example', PUBLIC_URL: 'https://a.example' }, '# as %23'],
  [{ SMTP_URL: 'smtp://mail.example' }, 'PUBLIC_URL'],
  [{ MAIL_FROM: 'rollcall@mail.example' }, 'SMTP_URL'],
  [{ AUDIT_HEAD_TO: 'auditor@mail.example' }, 'SMTP_URL'],
  [
    { SMTP_URL: 'smtp://mail.example', PUBLIC_URL: 'https://a.example', AUDIT_HEAD_TO: 'a@b.example, us' },
    'AUDIT_HEAD_TO',
  ],
  [{ SMTP_URL: 'smtp://mail.example', PUBLIC_URL: 'https://a.example', MAIL_FROM: 'us' }, 'MAIL_FROM'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  [{ LOG_FORMAT: 'xml' }, 'LOG_FORMAT must be one of json, text'],
  [{ ADMIN_EMAIL: 'ada@rollcall.example' }, 'ADMIN_PASSWORD'],
  [{ ADMIN_EMAIL: 'ada', ADMIN_PASSWORD: 'long enough' }, 'ADMIN_EMAIL'],
  [{ ADMIN_EMAIL: 'ada@rollcall.example', ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD'],
])('the configuration %j is refused by name', (environment, name) => {
  expect(() => readConfig(environment)).toThrow(ConfigError);
  expect(() => readConfig(environment)).toThrow(name);
});

test('a provider of single sign-on has the name of its host, unless it is given one', () => {
  const environment = { ...withProvider, PUBLIC_URL: 'https://a.example' };
  expect(readConfig(environment).identityProvider).toMatchObject({
    name: 'id.example',
    verifiedClaim: 'email_verified',
  });
  expect(readConfig({ ...environment, OIDC_NAME: 'Example ID' }).identityProvider?.name).toBe('Example ID');
  const inside = { ...environment, OIDC_ISSUER: 'http://id.lan/realms/staff', ALLOW_PRIVATE_HOSTS: 'id.lan' };
  expect(readConfig(inside).identityProvider?.issuer).toBe('http://id.lan/realms/staff');
});

describe('the command line', () => {
  let installed: Installation;
  beforeAll(async () => {
    installed = await install();
  });
  afterAll(() => installed.remove());
  const start = (command: string[], environment: Record<string, string>) => installed.start(command, environment);
  const address = /Rollcall is at (http:\S+)/;

  test('prints three sign-ins at the first start only, and stops on a signal', async () => {
    const sample = { DATA_DIR: 'sample', SAMPLE_DATA: 'yes' };
    const first = start([], sample);
    // The sign-ins are printed last.
    const text = await first.printed(/auditor@rollcall\.example.*\n/);
    expect(text).toMatch(/Making sample data.*\n[\s\S]*Rollcall is at.*\n[\s\S]*administrator@/);
    const signIns = [...text.matchAll(/(\S+@rollcall\.example) {2}(\S+) {2}/g)];
    expect(signIns).toHaveLength(3);
    const url = address.exec(text)?.[1];
    expect(await (await fetch(`${url}/`)).text()).toContain('The console');
    for (const [, email, password] of signIns) {
      const body = JSON.stringify({ email, password });
      const answer = await fetch(`${url}/web/api/v1/auth/login`, { method: 'POST', body });
      expect(answer.status).toBe(200);
    }
    first.child.kill('SIGTERM');
    expect((await first.ended).code).toBe(0);

    const second = start([], sample);
    expect(await second.printed(/reset-password administrator@rollcall\.example/)).not.toContain('Making');
    second.child.kill('SIGINT');
    const { code, text: all } = await second.ended;
    expect(code).toBe(0);
    for (const [, , password] of signIns) expect(all).not.toContain(password);
  });

  test('serves pages that call the API under the path of PUBLIC_URL', async () => {
    const page = '<meta name="api-base" content="/web/api/v1">';
    mkdirSync(path.join(installed.folder, 'dist/companies'));
    writeFileSync(path.join(installed.folder, 'dist/companies/index.html'), page);
    for (const [publicUrl, apiBase] of [
      ['https://example.com', '/web/api/v1'],
      ['https://example.com/some/path/', '/some/path/web/api/v1'],
    ] as const) {
      const run = start([], { DATA_DIR: 'under', PUBLIC_URL: publicUrl });
      const answer = await fetch(`${await run.url()}/companies/`);
      const passkeys = '<meta name="passkeys" content="yes">\n  ';
      expect(await answer.text()).toBe(`${passkeys}<meta name="api-base" content="${apiBase}">`);
      await run.kill('SIGTERM');
    }
  });

  test('listens for devices only where a port is set, and says where they call', async () => {
    const without = start([], { DATA_DIR: 'without-devices' });
    expect(await without.printed(address)).not.toContain('Devices call');
    await without.kill('SIGTERM');

    const run = start([], { DATA_DIR: 'devices', DEVICES_PORT: '0' });
    const text = await run.printed(/Devices call http:\S+/);
    const [url, devicesUrl] = [address.exec(text)?.[1], /Devices call (http:\S+)/.exec(text)?.[1]];
    expect(devicesUrl).not.toBe(url);
    expect((await fetch(`${devicesUrl}/iclock/cdata?SN=A1`)).status).toBe(401);
    expect((await fetch(`${devicesUrl}/healthz`)).status).toBe(404);
    expect((await fetch(`${url}/iclock/cdata?SN=A1`)).status).toBe(404);
    const port = new URL(devicesUrl ?? '').port;
    const { code, text: refused } = await start([], { DATA_DIR: 'second', DEVICES_PORT: port }).ended;
    expect([code, refused]).toEqual([1, expect.stringContaining(`DEVICES_PORT ${port} is in use`)]);
    run.child.kill('SIGTERM');
    expect((await run.ended).code).toBe(0);

    const shown = start([], { DATA_DIR: 'shown', DEVICES_PORT: '0', DEVICES_URL: 'http://192.168.1.10:4001' });
    await shown.printed(/Devices call http:\/\/192\.168\.1\.10:4001$/m);
    await shown.kill('SIGTERM');
    const behind = start([], { DATA_DIR: 'shown', DEVICES_PORT: '0', PUBLIC_URL: 'https://rollcall.example/console' });
    await behind.printed(/Devices call http:\/\/rollcall\.example:\d+$/m);
    await behind.kill('SIGTERM');
  });

  test('tells Prometheus of its requests only where a port is set', async () => {
    const run = start([], { DATA_DIR: 'metrics', METRICS_PORT: '0' });
    const text = await run.printed(/Metrics are at http:\S+/);
    const [url, metricsUrl = ''] = [address.exec(text)?.[1], /Metrics are at (http:\S+)/.exec(text)?.[1]];
    await fetch(`${url}/livez`);
    expect(await (await fetch(metricsUrl)).text()).toContain('rollcall_requests_total{call="livez",status="200"} 1\n');
    await run.kill('SIGTERM');
  });

  test('ends with a sentence, and makes no database, where there is no console', async () => {
    const bare = await install();
    rmSync(path.join(bare.folder, 'dist'), { recursive: true });
    const { code, text } = await bare.start([], {}).ended;
    expect([code, text]).toEqual([1, expect.stringMatching(/^There is no console in .*npm run build\n$/)]);
    expect(existsSync(path.join(bare.folder, 'data'))).toBe(false);
    bare.remove();
  });

  test('creates the first administrator, but no second one', async () => {
    const who = { DATA_DIR: 'admin', ADMIN_EMAIL: 'ada@rollcall.example', ADMIN_PASSWORD: 'correct horse' };
    expect(await start(['admin'], who).ended).toMatchObject({ code: 0 });
    expect(await start(['admin'], who).ended).toMatchObject({ code: 1 });
  });

  test('is healthy only once its administrator can sign in', async () => {
    const who = { ADMIN_EMAIL: 'ada@rollcall.example', ADMIN_PASSWORD: 'correct horse' };
    const port = String(await freePort());
    const run = start([], { ...who, DATA_DIR: 'ready', PORT: port });
    const url = `http://127.0.0.1:${port}`;
    await expect.poll(() => fetch(`${url}/healthz`).then(({ status }) => status, String), { interval: 5 }).toBe(200);
    const body = JSON.stringify({ email: who.ADMIN_EMAIL, password: who.ADMIN_PASSWORD });
    expect((await fetch(`${url}/web/api/v1/auth/login`, { method: 'POST', body })).status).toBe(200);
    await run.kill('SIGTERM');
  });

  test('takes the time zone from BUSINESS_TIMEZONE once, and keeps the setting afterwards', async () => {
    const who = { DATA_DIR: 'zone', ADMIN_EMAIL: 'ada@rollcall.example', ADMIN_PASSWORD: 'correct horse' };
    for (const BUSINESS_TIMEZONE of ['Europe/Athens', 'Asia/Tokyo']) {
      const run = start([], { ...who, BUSINESS_TIMEZONE });
      const answer = await fetch(`${await run.url()}/web/api/v1/auth/login`, {
        method: 'POST',
        body: JSON.stringify({ email: who.ADMIN_EMAIL, password: who.ADMIN_PASSWORD }),
      });
      const { data } = await answer.json();
      const headers = { authorization: `Bearer ${data.token}` };
      const settings = await fetch(`${await run.url()}/web/api/v1/settings`, { headers });
      expect((await settings.json()).data).toMatchObject([{ key: 'business_timezone', value: 'Europe/Athens' }]);
      await run.kill('SIGTERM');
    }
  });

  test('on a port that is in use says so, and does not make sample data', async () => {
    const first = start([], { DATA_DIR: 'port' });
    const { port } = new URL(await first.url());
    const second = await start([], { DATA_DIR: 'port_sample', SAMPLE_DATA: 'yes', PORT: port }).ended;
    expect(second).toMatchObject({ code: 1 });
    expect(second.text).toContain(`PORT ${port} is in use`);
    expect(second.text).not.toContain('Making sample data');
    await first.kill('SIGTERM');
  });

  test('says that another program holds the database, when asked by HTTP and on the command line', async () => {
    const { DatabaseSync } = await import('node:sqlite');
    const who = { DATA_DIR: 'held', ADMIN_EMAIL: 'ada@rollcall.example', ADMIN_PASSWORD: 'correct horse' };
    const run = start([], who);
    const url = await run.url();
    // Waits, since the server itself may be writing at this moment.
    const other = new DatabaseSync(path.join(installed.folder, 'held/rollcall.sqlite'), { timeout: 5_000 });
    other.exec('begin immediate');
    const body = JSON.stringify({ email: who.ADMIN_EMAIL, password: who.ADMIN_PASSWORD });
    const [refused, { code, text }] = await Promise.all([
      fetch(`${url}/web/api/v1/auth/login`, { method: 'POST', body }),
      start(['open-password-sign-in'], { DATA_DIR: 'held' }).ended,
    ]);
    other.close();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    expect([code, text]).toEqual([1, expect.stringMatching(/^Others are changing .*: database is locked\n$/)]);
    await run.kill('SIGTERM');
  });

  test('stores passwords with scrypt at the cost that docs/threats.md names', async () => {
    const [, log2N, r, p] =
      /scrypt \(N = 2\^(\d+), r = (\d+), p = (\d+)\)/.exec(readFileSync('docs/threats.md', 'utf8')) ?? [];
    expect([log2N, r, p]).toEqual(['15', '8', '3']);
    const who = { DATA_DIR: 'hashed', ADMIN_EMAIL: 'ada@rollcall.example', ADMIN_PASSWORD: 'correct horse' };
    const costly = await install({ isCostly: true });
    onTestFinished(() => costly.remove());
    await costly.start(['admin'], who).ended;
    const db = await openExisting({ dataDir: path.join(costly.folder, 'hashed') });
    const stored = await db.all<{ password_hash: string }>(sql`select password_hash from users`);
    await db.close();
    expect(stored).toHaveLength(1);
    const [salt, key] = [16, 32].map((bytes) => Math.ceil((bytes * 8) / 6));
    const shape = new RegExp(`^scrypt\\$15\\$8\\$3\\$[\\w-]{${salt}}\\$[\\w-]{${key}}$`);
    expect(stored[0]?.password_hash).toMatch(shape);
  });

  test('makes no database where a command is for one that exists, or is only asked about', async () => {
    const commands = [
      ['reset-password', 'ada@rollcall.example'],
      ['open-password-sign-in'],
      ['schedule'],
      ['seed', '--help'],
    ];
    const runs = commands.map((command) => start(command, { DATA_DIR: 'nowhere' }).ended);
    const missing = { code: 1, text: `There is no database at ${path.join('nowhere', 'rollcall.sqlite')}\n` };
    const help = { code: 0, text: expect.stringContaining('fills an empty database') };
    expect(await Promise.all(runs)).toEqual([missing, missing, missing, help]);
    expect(existsSync(path.join(installed.folder, 'nowhere'))).toBe(false);
  });

  test('fails with a message on an invalid value or an unknown command', async () => {
    const bad = await start([], { PORT: 'none' }).ended;
    expect(bad).toEqual({ code: 1, text: "PORT must be a number from 0 to 65535, not 'none'\n" });
    for (const [name, value] of [
      ['HOST', '192.0.2.1'],
      ['DATA_DIR', 'build/server.mjs'],
      ['DATA_DIR', '/proc/nowhere'],
      ['DATABASE_URL', 'postgres://ada:%ZZ@127.0.0.1/rollcall'],
    ] as const) {
      const { code, text } = await start([], { DATA_DIR: 'bad', [name]: value }).ended;
      expect([code, text.trim().split('\n').at(-1)]).toEqual([1, expect.stringContaining(name)]);
      expect(text).not.toContain('at file:');
    }
    const unknown = await start(['dance'], {}).ended;
    expect(unknown.text).toContain(
      'serve, seed, admin, reset-password, open-password-sign-in, reset-second-factor, backup, check-backup, move',
    );
  });
});
