// What the commands say when something is in the operator's way.

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { codeBlock } from '../../../support/documents.ts';
import { startHrReceiver } from '../../../support/hr/rollcallFake.ts';
import { childRun, install } from '../../../support/server/installation.ts';

const admin = { ADMIN_EMAIL: 'ada@rollcall.example', ADMIN_PASSWORD: 'correct horse' };

const installed = await install();
chmodSync(installed.folder, 0o755);
afterAll(() => installed.remove());

const logged = (text: string, message: string) =>
  text.split('\n').flatMap((line) => (line.includes(`"message":"${message}"`) ? [JSON.parse(line)] : []));

test('the start after a change of the key says that everything is sealed with the new one', async () => {
  const [one, other] = ['1'.repeat(32), '2'.repeat(32)];
  const start = async (environment: Record<string, string>) => {
    const run = installed.start([], { DATA_DIR: 'keys', LOG_LEVEL: 'info', ...admin, ...environment });
    await run.url();
    await run.kill('SIGTERM');
    return logged((await run.ended).text, 'all secrets are sealed with SECRETS_KEY');
  };
  expect(await start({ SECRETS_KEY: one })).toEqual([]);
  const changed = { former_key: 'SECRETS_KEY_BEFORE', sealed_anew: 0 };
  expect(await start({ SECRETS_KEY: other, SECRETS_KEY_BEFORE: one })).toMatchObject([changed]);
  expect(await start({})).toEqual([]);
  const fromFile = { former_key: path.join('keys', 'secrets.key') };
  expect(await start({ SECRETS_KEY: other })).toMatchObject([fromFile]);
});

test('a start with another time zone than the setting says which counts', async () => {
  for (const [zone, reasons] of [
    ['Europe/Athens', []],
    ['Europe/Athens', []],
    ['Asia/Tokyo', [{ reason: 'the setting business_timezone is Europe/Athens' }]],
  ] as const) {
    const run = installed.start([], { DATA_DIR: 'zones', LOG_LEVEL: 'info', ...admin, BUSINESS_TIMEZONE: zone });
    await run.url();
    await run.kill('SIGTERM');
    expect(logged((await run.ended).text, 'BUSINESS_TIMEZONE is not used')).toMatchObject(reasons);
  }
});

/** File permissions do not restrict root. */
const isRoot = process.getuid?.() === 0;
const nobody = isRoot ? { uid: 65_534, gid: 65_534 } : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

function startUnprivileged(dataDir: string, words: readonly string[] = [], more: Record<string, string> = {}) {
  const environment = { PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir, ...more };
  const command = [path.join(installed.folder, 'build/server.mjs'), ...words];
  return childRun(spawn(process.execPath, command, { cwd: installed.folder, env: environment, ...nobody })).ended;
}

test('a folder that the server may not write to is reported as such', async () => {
  mkdirSync(path.join(installed.folder, 'foreign'), { mode: 0o555 });
  expect(await startUnprivileged('foreign')).toEqual({
    code: 1,
    text: expect.stringMatching(/^The database in DATA_DIR foreign cannot be opened: EACCES: permission denied/),
  });
});

test('a file of SQLite beside the database that it may not write to is reported, too', async () => {
  const place = { DATA_DIR: 'beside' };
  await installed.start(['admin'], { ...place, ...admin }).ended;
  const folder = path.join(installed.folder, 'beside');
  for (const file of [folder, path.join(folder, 'rollcall.sqlite')]) chownSync(file, nobody.uid, nobody.gid);
  for (const name of ['-wal', '-shm']) writeFileSync(path.join(folder, `rollcall.sqlite${name}`), '', { mode: 0o400 });
  expect(await startUnprivileged('beside')).toEqual({
    code: 1,
    text: expect.stringMatching(/cannot be opened: EACCES: permission denied, access '.*-wal'/),
  });
});

test('config --check finds a folder for backups that the server may not make', async () => {
  const check = (folder: string) =>
    startUnprivileged('none', ['config', '--check'], { BACKUP_DIR: path.join(installed.folder, folder) });
  mkdirSync(path.join(installed.folder, 'theirs'), { mode: 0o555 });
  mkdirSync(path.join(installed.folder, 'ours'));
  chownSync(path.join(installed.folder, 'ours'), nobody.uid, nobody.gid);
  const denied = /^backups +EACCES: permission denied, access '.*theirs'$/m;
  expect(await check('theirs/backups')).toEqual({ code: 1, text: expect.stringMatching(denied) });
  expect((await check('ours/backups')).text).toMatch(/^backups +can be made$/m);
});

test('two settings with the same port are named', async () => {
  const { text } = await installed.start([], { METRICS_PORT: '4999', DEVICES_PORT: '4999' }).ended;
  expect(text).toBe('METRICS_PORT must differ from DEVICES_PORT, which is 4999\n');
});

test('audit --export prints what the verifier of the documentation takes', async () => {
  const place = { DATA_DIR: 'audited' };
  await installed.start(['admin'], { ...place, ...admin }).ended;
  await installed.start(['reset-password', admin.ADMIN_EMAIL], place).ended;
  const { code, text } = await installed.start(['audit', '--export'], place).ended;
  expect(code).toBe(0);
  writeFileSync(path.join(installed.folder, 'audit.jsonl'), text);
  writeFileSync(path.join(installed.folder, 'verify.py'), codeBlock('docs/audit.md', '# python3 verify.py'));
  const verified = execFileSync('python3', ['verify.py', 'audit.jsonl'], { cwd: installed.folder, encoding: 'utf8' });
  const whole = await installed.start(['verify-audit'], place).ended;
  expect(/^Whole: (\d+ entries), the last has the hash (\w+)/.exec(verified)?.slice(1)).toEqual(
    /is whole: (\d+ entries), the last has the hash (\w+)/.exec(whole.text)?.slice(1),
  );
  const wrong = await installed.start(['audit', '--all'], place).ended;
  expect(wrong).toEqual({ code: 1, text: 'Use: audit, or audit --export\n' });
});

test('the hint about sample data names a command that an installed server has', async () => {
  const place = { DATA_DIR: 'sample' };
  expect((await installed.start(['seed'], place).ended).code).toBe(0);
  const again = await installed.start(['seed'], place).ended;
  const [, command = ''] = /node build\/server\.mjs (.*)\n/.exec(again.text) ?? [];
  expect((await installed.start(command.split(' '), place).ended).text).toMatch(/^The new password of /);
});

test('a database of somebody’s own is not said to have sample data', async () => {
  const place = { DATA_DIR: 'own' };
  await installed.start(['admin'], { ...place, ...admin }).ended;
  const { text } = await installed.start(['seed'], place).ended;
  expect(text).toBe('The database has other data: it gets no sample data\n');
});

test.each(['audit', 'bench', 'failover', 'hr-receiver', 'openapi', 'release', 'sbom', 'screenshots', 'soak'])(
  '%s has --help, and names a wrong option in one sentence',
  (name) => {
    const run = (option: string) => spawnSync(process.execPath, [`scripts/${name}.mjs`, option], { encoding: 'utf8' });
    expect(run('--help')).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining(name) });
    const wrong = { status: 2, stdout: '', stderr: "Unknown option '--bogus'. --help lists the options.\n" };
    expect(run('--bogus')).toMatchObject(wrong);
  },
);

test('the simulated HR system refuses what it cannot read, and goes on', async () => {
  const receiver = await startHrReceiver();
  onTestFinished(() => receiver.kill());
  for (const body of ['', '{', 'null', '{}', '{"records":[null]}'])
    expect((await fetch(receiver.url, { method: 'POST', body })).status).toBe(400);
  expect(await receiver.records()).toEqual({ accepted: [], repeated: 0 });
});
