// Proves a backup file, or with DATABASE_URL a PostgreSQL database that was restored. Changes neither.

import { existsSync } from 'node:fs';
import { proveFile } from '../backup/backUp.ts';
import { sumOf } from '../backup/countRows.ts';
import { type Proof, prove } from '../backup/prove.ts';
import { type Config, ConfigError } from '../config.ts';
import { UnusableError } from '../../platform/db/errors.ts';
import { openExisting } from '../../platform/db/open.ts';
import { errorMessage } from '../../platform/log/log.ts';
import { asUtc } from '../../platform/time/instants.ts';

export async function checkBackup(config: Config, file: string | undefined): Promise<void> {
  if (file === undefined && !config.databaseUrl) throw new ConfigError('Usage: check-backup <file>');
  const place = file ?? 'The database';
  const proof = await (file === undefined ? proveDatabase(config) : proveExisting(file)).catch((error: unknown) => {
    throw new UnusableError(`${place} is no good backup. ${errorMessage(error)}`);
  });
  console.log(`${place} is whole\n${summaryOf(proof)}`);
}

async function proveExisting(file: string): Promise<Proof> {
  if (!existsSync(file)) throw new UnusableError('There is no such file');
  return proveFile(file);
}

async function proveDatabase(config: Config): Promise<Proof> {
  const db = await openExisting(config);
  try {
    return await prove(db);
  } finally {
    await db.close();
  }
}

export function summaryOf({ version, rows, entries, head, lastAt }: Proof): string {
  const count = (number: number) => number.toLocaleString('en');
  return [
    `Version ${version}, ${count(sumOf(rows))} rows in ${rows.size} tables`,
    `Audit of ${count(entries)} entries, ${lastAt ? `the last of ${asUtc(lastAt)} with the hash ${head}` : 'none yet'}`,
  ].join('\n');
}
