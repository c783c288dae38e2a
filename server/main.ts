// The command line: serve (what it does without a word), seed, admin, backup, schedule, verify-audit.

import { fileURLToPath } from 'node:url';
import { createApp } from './app.ts';
import { verifyAudit } from './audit/auditLog.ts';
import { backUp, offerBackup } from './commands/backup.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import type { Db } from './db/db.ts';
import { openDatabase, openExisting } from './db/open.ts';
import { hasUsers } from './people/userQueries.ts';
import { fillWithSample, type SignIns } from './sample/fillWithSample.ts';
import { UnusableError } from './db/errors.ts';
import type { Mail } from './mail/outboxQueries.ts';
import { createFirstAdmin } from './commands/createAdmin.ts';
import { createMailer, startOutbox } from './mail/outbox.ts';
import { startScheduler } from './hr/schedule/scheduler.ts';
import { createLog } from './platform/log.ts';
import { createSafeRequest } from './platform/outbound.ts';
import { changeSchedule } from './commands/schedule.ts';
import { createPasswords } from './access/secrets.ts';
import { createSite } from './http/staticSite.ts';

const commands = { serve, seed, admin, backup, schedule, 'verify-audit': verify };

const say = (...lines: string[]) => console.log(lines.join('\n'));

async function serve(config: Config): Promise<void> {
  const db = await openDatabase(config);
  await prepare(db, config);
  const log = createLog(config.logLevel, (line) => console.log(line));
  const local = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}`;
  const clock = () => new Date();
  const safeRequest = createSafeRequest(config.allowPrivateHosts);
  const publicUrl = config.publicUrl ?? `${local}:${config.port}`;
  const app = createApp({
    db,
    log,
    passwords: createPasswords(),
    clock,
    safeRequest,
    publicUrl,
    trustProxy: config.trustProxy,
    corsOrigins: config.corsOrigins,
    site: createSite(fileURLToPath(new URL('../dist', import.meta.url)), new URL(publicUrl).pathname),
    ...(config.sampleData && !config.mail && { showMail }),
  });

  await new Promise<void>((resolve, reject) => {
    app.server.once('error', (error) => reject(cannotListen(config, error)));
    app.server.listen(config.port, config.host, resolve);
  });
  const jobs = [startScheduler({ db, log, clock, safeRequest })];
  if (config.mail) {
    jobs.push(startOutbox({ db, log, clock, send: createMailer(config.mail.smtpUrl, config.mail.from) }));
  }
  const withdrawBackup = db.dialect === 'sqlite' ? offerBackup(db, config.dataDir, log) : () => {};
  const stop = async () => {
    await Promise.all([app.close(), ...jobs.map((job) => job.stop())]);
    withdrawBackup();
    await db.close();
  };
  process.once('SIGTERM', () => void stop());
  process.once('SIGINT', () => void stop());

  const bound = app.server.address();
  say(`Rollcall is at ${local}:${typeof bound === 'object' && bound ? bound.port : config.port}`);
}

function cannotListen({ host, port }: Config, error: Error): ConfigError {
  return new ConfigError(
    'code' in error && error.code === 'EADDRINUSE'
      ? `PORT ${port} is in use`
      : `The server cannot listen at HOST ${host}, PORT ${port}: ${error.message}`,
  );
}

async function seed(config: Config): Promise<void> {
  const db = await openDatabase(config);
  tellSample(await fillWithSample(db, createPasswords(), new Date()));
  await db.close();
}

async function admin(config: Config): Promise<void> {
  if (!config.admin) throw new ConfigError('ADMIN_EMAIL and ADMIN_PASSWORD must say who the administrator is');
  const db = await openDatabase(config);
  const created = await createFirstAdmin(db, createPasswords(), config.admin, new Date());
  await db.close();
  if (!created) throw new ConfigError('The database already has users: an administrator among them adds more');
  say(`Created the administrator ${config.admin.email}`);
}

const pgDump = 'pg_dump --format=custom --file=rollcall.dump "$DATABASE_URL"';

async function backup(config: Config, target: string | undefined): Promise<void> {
  if (config.databaseUrl) throw new ConfigError(`PostgreSQL brings its own: ${pgDump}`);
  if (target === undefined) throw new ConfigError('Say where to: backup <file>');
  await backUp(config.dataDir, target);
  say(`The copy is in ${target}`);
}

async function verify(config: Config): Promise<void> {
  const db = await openExisting(config);
  const { entries, head, fault } = await verifyAudit(db);
  await db.close();
  if (fault) throw new UnusableError(`The audit is broken: ${fault}. Whole before it: ${entries} entries`);
  say(`The audit is whole: ${entries} entries, the last has the hash ${head || '(none)'}`);
}

async function schedule(config: Config, slot: string | undefined, change: string | undefined): Promise<void> {
  const db = await openDatabase(config);
  try {
    say(...(await changeSchedule(db, slot, change, new Date())));
  } finally {
    await db.close();
  }
}

async function prepare(db: Db, config: Config): Promise<void> {
  if (config.sampleData) tellSample(await fillWithSample(db, createPasswords(), new Date()));
  else if (config.admin && (await createFirstAdmin(db, createPasswords(), config.admin, new Date()))) {
    say(`Created the administrator ${config.admin.email}`);
  }
  if (!(await hasUsers(db))) say('Nobody can sign in yet: set ADMIN_EMAIL and ADMIN_PASSWORD, or SAMPLE_DATA=yes');
}

function tellSample(signIns: SignIns | undefined): void {
  if (!signIns) return say('Found the data of an earlier start; its passwords are still the ones shown then');
  say('Made sample data. These three can sign in; their passwords are shown only now:', '');
  for (const { email, password, rights } of Object.values(signIns)) say(`  ${email}  ${password}  (${rights})`);
  say('');
}

function showMail({ to, subject, body }: Mail): void {
  say('', `Mail to ${to}: ${subject}`, body, '');
}

async function main(): Promise<void> {
  // The database, what SQLite keeps beside it and every copy of it are for this user alone.
  process.umask(0o077);
  const name = process.argv[2] ?? 'serve';
  const command = Object.entries(commands).find(([known]) => known === name)?.[1];
  if (!command) throw new ConfigError(`'${name}' is no command. Commands: ${Object.keys(commands).join(', ')}`);
  await command(readConfig(process.env), process.argv[3], process.argv[4]);
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError || error instanceof UnusableError ? error.message : error);
  process.exit(1);
});
