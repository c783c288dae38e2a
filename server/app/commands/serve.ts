// Starts the server and its background jobs, and stops them on SIGTERM or SIGINT. Standard output carries the log
// only; sentences for people go to standard error.

import { fileURLToPath } from 'node:url';
import { createPasswords } from '../../platform/access/passwords.ts';
import { startFoldingCounts } from '../../features/attendance/counts.ts';
import { startHeadMails } from '../../features/audit/headMails.ts';
import { startDailyBackups } from '../backup/dailyBackup.ts';
import { createApp } from '../app.ts';
import { type Config, ConfigError } from '../config.ts';
import type { Db } from '../../platform/db/db.ts';
import { startDeviceWatch } from '../../features/devices/trust/watchDevices.ts';
import { passkeySite } from '../../features/signIn/secondFactor/passkeys/passkeySite.ts';
import { renewKeys } from '../../features/signIn/secondFactor/renewKeys.ts';
import { sealStored } from '../../features/hr/connection/sealStored.ts';
import { startExpiryWatch } from '../../features/hr/connection/watchExpiry.ts';
import { startScheduler } from '../../features/hr/schedule/scheduler.ts';
import { createSite } from '../../platform/http/staticSite.ts';
import { createMailer, startOutbox } from '../../platform/mail/outbox.ts';
import type { Mail } from '../../platform/mail/outboxQueries.ts';
import { arePasswordsClosed } from '../../features/people/passwordAccess.ts';
import { hasUsers } from '../../features/people/userQueries.ts';
import { startRetention } from '../../features/privacy/retention/dailyJob.ts';
import { createLog, errorMessage, type Log } from '../../platform/log/log.ts';
import { whyDaysStay } from '../../features/workday/closedMonths.ts';
import { addBusinessTimeZone } from '../../features/settings/firstSettings.ts';
import { createSafeRequest } from '../../platform/http/outbound.ts';
import { createFirstAdmin } from './createAdmin.ts';
import { startSampleSystems } from '../sample/sampleSystems.ts';
import { backUpApart } from './backUpApart.ts';
import { listen } from './listen.ts';
import { openVault } from './openVault.ts';
import { openWhenReady } from './openWhenReady.ts';
import { seedDatabase } from './seed.ts';
import { serveDevices } from './serveDevices.ts';
import { serveMetrics } from './serveMetrics.ts';

export async function serve(config: Config): Promise<void> {
  const local = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}`;
  const publicUrl = config.publicUrl ?? `${local}:${config.port}`;
  // Before the database, so that a start without a console leaves nothing behind.
  const site = consoleAt(publicUrl, config.identityProvider?.name);
  const log = createLog(config.logLevel, (line) => console.log(line), config.logFormat);
  const db = await openWhenReady(config, log);
  const sample = config.sampleData ? await startSampleSystems(db) : undefined;
  const clock = () => new Date();
  const safeRequest = createSafeRequest(config.allowPrivateHosts, sample?.host);
  const vault = openVault(config);
  await sealStored(db, vault, log);
  await renewKeys(db, vault, log);
  await warnIfFewCanSignIn(db, config, log);
  const devices = await serveDevices(config, { db, log, clock });
  const metrics = await serveMetrics(config, { db, log, clock });
  const printed = config.sampleData && !config.mail ? { showMail } : {};
  const app = createApp({
    db,
    log,
    passwords: createPasswords(),
    clock,
    safeRequest,
    vault,
    publicUrl,
    sendsMail: config.mail !== undefined,
    ...(config.identityProvider && { identityProvider: config.identityProvider }),
    proxies: config.proxies,
    corsOrigins: config.corsOrigins,
    site,
    ...(devices && { devices }),
    ...(metrics && { observe: metrics.observe }),
    ...printed,
  });

  const port = await listen(app.server, '', config);
  // Only now, because the passwords of a sample are shown once, and not by a start that fails.
  const hints = sample ? await seedDatabase(db, config, sample.origin) : await addFirstAdmin(db, config, log);
  const jobs = [
    startScheduler({ db, log, clock, safeRequest, vault }),
    startDeviceWatch({ db, log, clock, publicUrl, ...printed }),
    startExpiryWatch({ db, log, clock, publicUrl, ...printed }),
    startRetention({ db, log, clock }),
    startFoldingCounts(db, log),
    startHeadMails({ db, log, clock, publicUrl, to: config.auditHeadTo }),
  ];
  if (config.backups) {
    const { dataDir, backups: plan } = config;
    jobs.push(startDailyBackups({ db, log, clock, publicUrl, dataDir, plan, makeBackup: backUpApart }));
  }
  if (config.mail) {
    jobs.push(startOutbox({ db, log, clock, send: createMailer(config.mail.smtpUrl, config.mail.from) }));
  }
  const stop = async (signal: string) => {
    log.info('stopping', { signal });
    await Promise.all([
      app.close(),
      devices?.close(),
      metrics?.close(),
      ...jobs.map((job) => job.stop()),
      sample?.close(),
    ]);
    await db.close();
    log.info('stopped');
    // A connection to a PostgreSQL that fell silent would keep the process alive.
    process.exit();
  };
  process.once('SIGTERM', (signal) => void stop(signal));
  process.once('SIGINT', (signal) => void stop(signal));

  const url = `${local}:${port}`;
  log.info('started', { url });
  const places = [
    `Rollcall is at ${url}`,
    ...(devices ? [`Devices call ${devices.url}`] : []),
    ...(metrics ? [`Metrics are at ${metrics.url}`] : []),
  ];
  console.error([...places, ...hints].join('\n'));
}

/** The folder is relative to the bundle, build/server.mjs. */
function consoleAt(publicUrl: string, singleSignOn: string | undefined): ReturnType<typeof createSite> {
  try {
    const folder = fileURLToPath(new URL('../dist', import.meta.url));
    return createSite(folder, {
      basePath: new URL(publicUrl).pathname,
      singleSignOn,
      hasPasskeys: passkeySite(publicUrl) !== undefined,
    });
  } catch (error) {
    throw new ConfigError(errorMessage(error));
  }
}

/** Passwords stay closed without their provider: losing a variable must not open them. */
async function warnIfFewCanSignIn(db: Db, { identityProvider }: Config, log: Log): Promise<void> {
  if (identityProvider || !(await arePasswordsClosed(db))) return;
  log.warn('only emergency accounts can sign in', { reason: 'passwords are closed, and OIDC_ISSUER is not set' });
}

async function addFirstAdmin(db: Db, config: Config, log: Log): Promise<string[]> {
  if (config.businessTimeZone) {
    const why = await addBusinessTimeZone(db, config.businessTimeZone, new Date(), (queries) => whyDaysStay(queries));
    if (why) log.warn('BUSINESS_TIMEZONE is not used', { reason: why });
  }
  if (config.admin) await createFirstAdmin(db, config.admin);
  return (await hasUsers(db)) ? [] : ['There are no users yet: set ADMIN_EMAIL and ADMIN_PASSWORD, or SAMPLE_DATA=yes'];
}

function showMail({ to, subject, body }: Mail): void {
  console.error(`\nMail to ${to}: ${subject}\n${body}\n`);
}
