// The command line. Without a command it serves.

import { isMainThread } from 'node:worker_threads';
import { backup, checkBackup } from './app/commands/backup.ts';
import { admin, openPasswordSignIn, resetPassword, resetSecondFactor } from './app/commands/accounts.ts';
import { move } from './app/commands/move.ts';
import { printAudit, printMails, verifyAudit } from './app/commands/print.ts';
import { schedule } from './app/commands/schedule.ts';
import { seed } from './app/commands/seed.ts';
import { serve } from './app/commands/serve.ts';
import { ConfigError, readConfig } from './app/config.ts';
import { UnusableError } from './platform/db/errors.ts';
import { hideExperimentalWarnings, ignoreClosedOutput } from './platform/log/standardStreams.ts';

const commands = {
  serve,
  seed,
  admin,
  'reset-password': resetPassword,
  'open-password-sign-in': openPasswordSignIn,
  'reset-second-factor': resetSecondFactor,
  backup,
  'check-backup': checkBackup,
  move,
  schedule,
  audit: printAudit,
  'verify-audit': verifyAudit,
  mails: printMails,
};

async function main(): Promise<void> {
  ignoreClosedOutput();
  hideExperimentalWarnings();
  // Only this user may read the database, the files that SQLite keeps beside it, and their copies.
  if (isMainThread) process.umask(0o077); // a thread has that of its process
  const name = process.argv[2] ?? 'serve';
  const command = Object.entries(commands).find(([known]) => known === name)?.[1];
  if (!command) throw new ConfigError(`Unknown command '${name}'. Commands: ${Object.keys(commands).join(', ')}`);
  await command(readConfig(process.env), process.argv[3], process.argv[4]);
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError || error instanceof UnusableError ? error.message : error);
  process.exit(1);
});
