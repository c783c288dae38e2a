// The command line. Without a command it serves.

import { isMainThread } from 'node:worker_threads';
import { backup } from './app/commands/backup.ts';
import { checkBackup } from './app/commands/checkBackup.ts';
import { admin } from './app/commands/createAdmin.ts';
import { move } from './app/commands/move.ts';
import { openPasswordSignIn } from './app/commands/openPasswordSignIn.ts';
import { printAudit } from './app/commands/printAudit.ts';
import { printMails } from './app/commands/printMails.ts';
import { resetPassword } from './app/commands/resetPassword.ts';
import { resetSecondFactor } from './app/commands/resetSecondFactor.ts';
import { schedule } from './app/commands/schedule.ts';
import { seed } from './app/commands/seed.ts';
import { serve } from './app/commands/serve.ts';
import { verifyAudit } from './app/commands/verifyAudit.ts';
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
