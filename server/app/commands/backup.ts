// Copies the embedded database while the server runs, and proves the copy.

import { backUp } from '../backup/backUp.ts';
import { type Config, ConfigError } from '../config.ts';
import { summaryOf } from './checkBackup.ts';

const pgDump = 'pg_dump --format=custom --file=rollcall.dump "$DATABASE_URL"';

export async function backup(config: Config, target: string | undefined): Promise<void> {
  if (config.databaseUrl) throw new ConfigError(`PostgreSQL has its own backup tool: ${pgDump}`);
  if (target === undefined) throw new ConfigError('Usage: backup <file>');
  const proof = await backUp(config.dataDir, target);
  console.log(`The copy is in ${target}\n${summaryOf(proof)}`);
}
