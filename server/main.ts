// The command line. Without a command it serves.

import { isMainThread } from 'node:worker_threads';
import { version } from '../src/shared/version.ts';
import { admin, openPasswordSignIn, resetPassword, resetSecondFactor } from './app/commands/accounts.ts';
import { backup, checkBackup } from './app/commands/backup.ts';
import { migrate, move } from './app/commands/migrate.ts';
import { printAudit, printMails, verifyAudit } from './app/commands/print.ts';
import { schedule } from './app/commands/schedule.ts';
import { seed } from './app/commands/seed.ts';
import { serve } from './app/commands/serve.ts';
import { showConfig } from './app/commands/showConfig.ts';
import { ConfigError, readConfig } from './app/config.ts';
import { commit } from './platform/commit.ts';
import { UnusableError } from './platform/db/errors.ts';
import { describeError } from './platform/log/log.ts';

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
  migrate,
  schedule,
  audit: printAudit,
  'verify-audit': verifyAudit,
  mails: printMails,
  config: showConfig,
};

const help: Readonly<Record<keyof typeof commands, { words?: string; does: string }>> = {
  serve: { does: 'starts the server, as it does without a command' },
  seed: { does: 'fills an empty database with sample data' },
  admin: { does: 'creates the administrator of ADMIN_EMAIL and ADMIN_PASSWORD, where there is none' },
  'reset-password': { words: '<e-mail>', does: 'sets and prints a new password' },
  'open-password-sign-in': { does: 'opens sign-in by password again for everybody' },
  'reset-second-factor': { words: '<e-mail>', does: 'removes the second factors of a user who lost them' },
  backup: { words: '<file>', does: 'copies the database, also while the server runs, and proves the copy' },
  'check-backup': { words: '[<file>]', does: 'proves a backup, or without a file a restored database of PostgreSQL' },
  move: { words: '--to <place>', does: 'copies all data to PostgreSQL, or back' },
  migrate: { words: '[--plan]', does: 'brings the database to this version, or says what that would do' },
  schedule: { words: '[<slot> <time>|on|off]', does: 'shows and changes the times of the HR sync' },
  audit: { words: '[--export]', does: 'prints the audit, one JSON object per line, or as its verifiers take it' },
  'verify-audit': { words: '[<hash>]', does: "checks the audit's hashes, and that it still has this one" },
  mails: { does: 'prints the e-mails that were not delivered, with their links' },
  config: { words: '[--check]', does: 'prints the configuration in force, and tries what it names' },
};

async function main(): Promise<void> {
  ignoreClosedOutput();
  hideExperimentalWarnings();
  // Only this user may read the database, the files that SQLite keeps beside it, and their copies.
  if (isMainThread) process.umask(0o077); // a thread has that of its process
  const [name = 'serve', ...words] = process.argv.slice(2);
  if (name !== 'serve') failOnLostOutput();
  if (name === '--version') return console.log(versionLine());
  // Accepted after a command too: asking what it does must not run it.
  if (name === 'help' || [name, ...words].some((word) => word === '--help' || word === '-h'))
    return console.log(helpText(help));
  if (!isCommand(name))
    throw new ConfigError(`Unknown command '${name}'. Commands: ${Object.keys(commands).join(', ')}`);
  const usage = usageOf(name, help[name]);
  const surplus = words[usage.split(' ').length - 1];
  if (surplus !== undefined) throw new ConfigError(`'${surplus}' has no meaning there. Usage: ${usage}`);
  await commands[name](readConfig(process.env), words[0], words[1]);
}

const isCommand = (name: string): name is keyof typeof commands => Object.hasOwn(commands, name);

const versionLine = (): string =>
  `Rollcall ${version}${commit === undefined ? '' : `, built from ${commit}`}, on Node ${process.versions.node}`;

interface Help {
  readonly words?: string;
  readonly does: string;
}

/** A command with the words that may follow it, each without a space. */
const usageOf = (name: string, { words }: Help): string => (words ? `${name} ${words}` : name);

function helpText(commands: Readonly<Record<string, Help>>): string {
  const rows = Object.entries(commands).map(([name, command]) => [usageOf(name, command), command.does]);
  const width = Math.max(...rows.map(([command = '']) => command.length));
  return [
    versionLine(),
    '',
    'node build/server.mjs [command]',
    ...rows.map(([command = '', does = '']) => `  ${command.padEnd(width)}  ${does}`),
    '',
    'Environment variables configure it: see docs/configure.md.',
  ].join('\n');
}

// The standard streams carry the log, and must never end the server.

/** Ignores a reader that went away, as in `node build/server.mjs | head`. What is written after that is lost. */
function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/** Half an export on a full disk is a failure of the command, unlike a reader that wants no more. */
function failOnLostOutput(): void {
  process.stdout.once('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return;
    console.error(`The output could not be written: ${message}`);
    process.exitCode = 1;
  });
}

/** Node 22 warns about node:sqlite, which Node 24 has made stable. Other warnings are printed as usual. */
function hideExperimentalWarnings(): void {
  const listeners = process.listeners('warning');
  process.removeAllListeners('warning').on('warning', (warning) => {
    if (warning.name === 'ExperimentalWarning') return;
    for (const listener of listeners) listener(warning);
  });
}

main().catch((error: unknown) => {
  const isSentence = error instanceof ConfigError || error instanceof UnusableError;
  console.error(isSentence ? error.message : describeError(error));
  process.exit(1);
});
