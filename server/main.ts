// The command line. Without a command it serves.

import { isMainThread } from 'node:worker_threads';
import { backup } from './commands/backup.ts';
import { checkBackup } from './commands/checkBackup.ts';
import { admin } from './commands/createAdmin.ts';
import { move } from './commands/move.ts';
import { openPasswordSignIn } from './commands/openPasswordSignIn.ts';
import { printAudit } from './commands/printAudit.ts';
import { printMails } from './commands/printMails.ts';
import { resetPassword } from './commands/resetPassword.ts';
import { resetSecondFactor } from './commands/resetSecondFactor.ts';
import { schedule } from './commands/schedule.ts';
import { seed } from './commands/seed.ts';
import { serve } from './commands/serve.ts';
import { verifyAudit } from './commands/verifyAudit.ts';
import { ConfigError, readConfig } from './config.ts';
import { UnusableError } from './db/errors.ts';
import { hideExperimentalWarnings, ignoreClosedOutput } from './platform/standardStreams.ts';

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
