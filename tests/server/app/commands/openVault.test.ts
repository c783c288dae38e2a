// The key that seals stored secrets: where it comes from, and which key opens which secrets.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openVault } from '../../../../server/app/commands/openVault.ts';
import { ConfigError, readConfig } from '../../../../server/app/config.ts';
import { createVault, isSealed } from '../../../../server/platform/crypto/vault.ts';

const module = path.resolve('server/app/commands/openVault.ts');

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'rollcall-vault-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const vaultOf = (secretsKey?: string, secretsKeyBefore?: string) =>
  openVault({ dataDir, secretsKey, secretsKeyBefore });
const isFolder = 'EISDIR: illegal operation on a directory, read';
const [one, other] = ['1'.repeat(32), '2'.repeat(32)];

describe('a vault', () => {
  test('opens what it sealed, and seals the same text differently each time', () => {
    const vault = createVault(one);
    const sealed = [vault.seal('pâss'), vault.seal('pâss')];
    expect([sealed.map(vault.open), new Set(sealed).size]).toEqual([['pâss', 'pâss'], 2]);
    expect([isSealed(vault.seal('')), isSealed('v1.short'), isSealed('a plain secret')]).toEqual([true, false, false]);
  });

  test('opens nothing of another key, nothing that was changed, and no plain text', () => {
    const vault = createVault(one);
    const sealed = vault.seal('secret');
    const changed = sealed.slice(0, -2) + (sealed.at(-2) === 'A' ? 'B' : 'A') + sealed.slice(-1);
    expect([createVault(other).open(sealed), vault.open(changed), vault.open('secret'), vault.open('v1.')]).toEqual(
      Array(4).fill(undefined),
    );
  });

  test('renews only what a former key sealed', () => {
    const [before, now] = [createVault(one), createVault(other, [one])];
    const renewed = now.renew(before.seal('secret')) ?? '';
    expect([createVault(other).open(renewed), now.renew(renewed)]).toEqual(['secret', renewed]);
    expect(now.renew(createVault('3'.repeat(32)).seal('secret'))).toBeUndefined();
  });
});

describe('its key', () => {
  test('is made once, for nobody else to read', () => {
    const sealed = vaultOf().seal('secret');
    expect(vaultOf().open(sealed)).toBe('secret');
    expect(readdirSync(dataDir)).toEqual(['secrets.key']);
    expect(statSync(path.join(dataDir, 'secrets.key')).mode & 0o777).toBe(0o600);
  });

  test('is one for several that start at once', async () => {
    const script = `
      const { workerData, parentPort } = require('node:worker_threads');
      import(workerData.module).then(({ openVault }) => parentPort.postMessage(openVault(workerData).seal('secret')));`;
    const seals = Array.from(
      { length: 6 },
      () =>
        new Promise<string>((resolve, reject) => {
          const worker = new Worker(script, { eval: true, workerData: { module, dataDir } });
          worker.once('message', resolve);
          worker.once('error', reject);
        }),
    );
    const vault = vaultOf();
    expect((await Promise.all(seals)).map(vault.open)).toEqual(Array(6).fill('secret'));
  });

  test('leaves nothing behind where there is no room for it', () => {
    const script = `import(${JSON.stringify(module)}).then(({ openVault }) => openVault({ dataDir: ${JSON.stringify(dataDir)} }))`;
    const command = ['-c', 'ulimit -f 0; exec "$0" --eval "$1"', process.execPath, script];
    const { stderr } = spawnSync('sh', command, { encoding: 'utf8' });
    expect(stderr).toContain('cannot be used: EFBIG: file too large');
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('of the environment opens what that of the file sealed', () => {
    const sealed = vaultOf().seal('secret');
    expect(vaultOf(one).open(sealed)).toBe('secret');
  });

  test('before this one still opens what it sealed', () => {
    const sealed = vaultOf(one).seal('secret');
    expect([vaultOf(other).open(sealed), vaultOf(other, one).open(sealed)]).toEqual([undefined, 'secret']);
  });

  test('is refused if it is short, without being repeated', () => {
    for (const name of ['SECRETS_KEY', 'SECRETS_KEY_BEFORE']) {
      const read = () => readConfig({ [name]: 'too short to be good' });
      expect(read).toThrow(new ConfigError(`${name} must have at least 32 random characters`));
    }
    writeFileSync(path.join(dataDir, 'secrets.key'), '');
    expect(() => vaultOf()).toThrow(/secrets\.key must have at least 32 characters/);
    expect(readFileSync(path.join(dataDir, 'secrets.key'), 'utf8')).toBe('');
  });

  test('that cannot be read, or made, is told in a sentence', () => {
    mkdirSync(path.join(dataDir, 'secrets.key'));
    expect(() => vaultOf()).toThrow(new ConfigError(`The key in DATA_DIR ${dataDir} cannot be used: ${isFolder}`));
    expect(() => openVault({ dataDir: '/proc/nowhere', secretsKey: undefined, secretsKeyBefore: undefined })).toThrow(
      /^The key in DATA_DIR \/proc\/nowhere cannot be used: ENOENT/,
    );
  });
});
