// The key that seals stored secrets: SECRETS_KEY, or a file in the data folder that the first start makes. After a
// change, the former key still opens what it sealed, until everything is sealed again.

import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createVault, type Vault } from '../../platform/crypto/vault.ts';
import { makeFolder } from '../../platform/db/open.ts';
import { errorMessage } from '../../platform/log/log.ts';
import { type Config, ConfigError } from '../config.ts';

type KeyConfig = Pick<Config, 'dataDir' | 'secretsKey' | 'secretsKeyBefore'>;

export function openVault({ dataDir, secretsKey, secretsKeyBefore }: KeyConfig): Vault {
  const file = path.join(dataDir, 'secrets.key');
  const former = secretsKeyBefore === undefined ? [] : [secretsKeyBefore];
  if (secretsKey === undefined) return createVault(keyIn(file, dataDir), former);
  return createVault(secretsKey, existsSync(file) ? [...former, keyIn(file, dataDir)] : former);
}

/**
 * Names the former key, which may be removed once everything is sealed with the present one; undefined if there is
 * none.
 */
export function formerKey({ dataDir, secretsKey, secretsKeyBefore }: KeyConfig): string | undefined {
  if (secretsKeyBefore !== undefined) return 'SECRETS_KEY_BEFORE';
  const file = path.join(dataDir, 'secrets.key');
  return secretsKey !== undefined && existsSync(file) ? file : undefined;
}

function keyIn(file: string, dataDir: string): string {
  const key = readOrMake(file, dataDir);
  if (key.length < 32) throw new ConfigError(`${file} must have at least 32 characters: restore it from a backup`);
  return key;
}

function readOrMake(file: string, dataDir: string): string {
  try {
    if (!existsSync(file)) makeKey(file, dataDir);
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new ConfigError(`The key in DATA_DIR ${dataDir} cannot be used: ${errorMessage(error)}`);
  }
}

/** Makes the key once: processes that start together all take the key of the first. */
function makeKey(file: string, dataDir: string): void {
  makeFolder(path.resolve(dataDir));
  const own = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(own, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    linkSync(own, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(own, { force: true });
  }
}
