// The key that seals stored secrets: SECRETS_KEY, or a file of the data folder that the first start makes.

import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config.ts';
import { createVault, type Vault } from '../platform/vault.ts';

export function openVault({ dataDir, secretsKey }: Pick<Config, 'dataDir' | 'secretsKey'>): Vault {
  return createVault(secretsKey ?? keyInFile(dataDir));
}

function keyInFile(dataDir: string): string {
  const file = path.join(dataDir, 'secrets.key');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  }
  return readFileSync(file, 'utf8').trim();
}
