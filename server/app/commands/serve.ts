// Starts the server and its background jobs, and stops them on SIGTERM or SIGINT. Standard output carries the log
// only; sentences for people go to standard error.

import { once } from 'node:events';
import type { Server } from 'node:http';
import { networkInterfaces } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { version } from '../../../src/shared/version.ts';
import { startKeepingChanges } from '../../features/attendance/changes.ts';
import { startFoldingCounts } from '../../features/attendance/foldCounts.ts';
import { startHeadMails } from '../../features/audit/headMails.ts';
import { startDeviceWatch } from '../../features/devices/claims/watchDevices.ts';
import { createDeviceListener, type DeviceListenerOptions } from '../../features/devices/listener/deviceListener.ts';
import { startDigests } from '../../features/digest/mailDigests.ts';
import { sealStored } from '../../features/hr/connection/credentials.ts';
import { startExpiryWatch } from '../../features/hr/connection/expiry.ts';
import { startScheduler } from '../../features/hr/schedule/scheduler.ts';
import { startPayrollMails } from '../../features/payroll/mailPayroll.ts';
import { arePasswordsClosed } from '../../features/people/credentialQueries.ts';
import { hasUsers } from '../../features/people/userQueries.ts';
import { startRetention } from '../../features/privacy/retention/dailyJob.ts';
import { addBusinessTimeZone } from '../../features/settings/settingHandlers.ts';
import { renewKeys } from '../../features/signIn/secondFactor/factors.ts';
import { passkeySite } from '../../features/signIn/secondFactor/passkeys.ts';
import { zoneBlocker } from '../../features/workday/closedMonths.ts';
import { createPasswords } from '../../platform/access/passwords.ts';
import { commit } from '../../platform/commit.ts';
import { startRepeating } from '../../platform/concurrency/repeating.ts';
import type { Db } from '../../platform/db/db.ts';
import { assertNotOutgrown, OutgrownError } from '../../platform/db/migrations/migrate.ts';
import { createSafeRequest } from '../../platform/http/outbound.ts';
import { createSite } from '../../platform/http/staticSite.ts';
import { createLog, errorMessage, type Log } from '../../platform/log/log.ts';
import { createMailer, startOutbox } from '../../platform/mail/outbox.ts';
import type { Mail } from '../../platform/mail/outboxQueries.ts';
import {
  createMetricsServer,
  createRequestMetrics,
  type MetricsOptions,
} from '../../platform/metrics/metricsServer.ts';
import { createApp } from '../app.ts';
import { lastBackup, startDailyBackups } from '../backup/dailyBackup.ts';
import { type Config, ConfigError, misspeltVariables } from '../config.ts';
import { startSampleSystems } from '../sample/sampleSystems.ts';
import { createFirstAdmin } from './accounts.ts';
import { backUpInWorker } from './backup.ts';
import { formerKey, openVault } from './openVault.ts';
import { openWhenReady } from './openWithPermissions.ts';
import { seedDatabase } from './seed.ts';

export async function serve(config: Config): Promise<void> {
  const local = `http://${inAddress(config.host)}`;
  const publicUrl = config.publicUrl ?? `${local}:${config.port}`;
  // Read the site before the database, so that a start without a console leaves nothing behind.
  const site = consoleAt(publicUrl, config.identityProvider?.name);
  const log = createLog(config.logLevel, (line) => console.log(line), config.logFormat);
  for (const { name, meant } of misspeltVariables(process.env)) log.warn('variable without meaning', { name, meant });
  const db = await openWhenReady(config, log);
  const sample = config.sampleData ? await startSampleSystems(db) : undefined;
  const clock = () => new Date();
  const safeRequest = createSafeRequest(config.allowPrivateHosts, sample?.host);
  const vault = openVault(config);
  const sealed_anew = (await sealStored(db, vault, log)) + (await renewKeys(db, vault, log));
  const former_key = formerKey(config);
  if (former_key) log.info('all secrets are sealed with SECRETS_KEY', { sealed_anew, former_key });
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
    outgrown: (error) => void leave(error),
    ...printed,
  });

  // Add the administrator before telling anybody that the server is up. A sample comes last: its passwords are shown
  // once, and a start that fails must not use them up.
  const adminHints = sample ? [] : await addFirstAdmin(db, config, log);
  const port = await listen(app.server, '', config);
  const hints = sample ? await seedDatabase(db, config, sample.origin) : adminHints;
  const jobs = [
    startScheduler({ db, log, clock, safeRequest, vault }),
    startDeviceWatch({ db, log, clock, publicUrl, ...printed }),
    startExpiryWatch({ db, log, clock, publicUrl, ...printed }),
    startRetention({ db, log, clock }),
    startFoldingCounts(db, log),
    startKeepingChanges(db, log, clock),
    startPayrollMails({ db, log, clock, publicUrl }),
    startDigests({ db, log, clock, publicUrl, ...printed }),
    startHeadMails({ db, log, clock, publicUrl, to: config.auditHeadTo }),
    startOutbox({ db, log, clock, send: config.mail && createMailer(config.mail.smtpUrl, config.mail.from) }),
    // Not awaited, since leaving waits for this job. Other checks report a database that is away.
    startRepeating('check of the database version', 10_000, log, () =>
      assertNotOutgrown(db).catch((error: unknown) => void (error instanceof OutgrownError && leave(error))),
    ),
  ];
  if (config.backups) {
    const { dataDir, backups: plan } = config;
    jobs.push(startDailyBackups({ db, log, clock, publicUrl, dataDir, plan, makeBackup: backUpInWorker }));
  }
  let isLeaving = false;
  /**
   * Stops the server when asked to, or when a newer one has upgraded the database and this one must no longer write.
   */
  async function leave(why: NodeJS.Signals | OutgrownError): Promise<void> {
    if (isLeaving) return;
    isLeaving = true;
    app.drain();
    if (why instanceof OutgrownError) {
      log.error('stopping', { reason: why.message });
      process.exitCode = 1;
    } else {
      log.info('stopping', { signal: why });
      // A person who stops it in a terminal does not want to wait.
      if (why === 'SIGTERM' && config.drainSeconds > 0) await wait(config.drainSeconds * 1_000);
    }
    const served = [app, devices, metrics, sample];
    await Promise.all([...served.map((each) => each?.close()), ...jobs.map((job) => job.stop())]);
    await db.close();
    log.info('stopped');
    // A connection to a PostgreSQL that fell silent would keep the process alive.
    process.exit();
  }
  process.once('SIGTERM', (signal) => void leave(signal));
  process.once('SIGINT', (signal) => void leave(signal));

  const url = `${local}:${port}`;
  log.info('started', { url, version, commit, node: process.versions.node });
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

/** Passwords stay closed even without their provider: losing a variable must not open them. */
async function warnIfFewCanSignIn(db: Db, { identityProvider }: Config, log: Log): Promise<void> {
  if (identityProvider || !(await arePasswordsClosed(db))) return;
  log.warn('only emergency accounts can sign in', { reason: 'passwords are closed, and OIDC_ISSUER is not set' });
}

async function addFirstAdmin(db: Db, config: Config, log: Log): Promise<string[]> {
  if (config.businessTimeZone) {
    const why = await addBusinessTimeZone(db, config.businessTimeZone, new Date(), zoneBlocker);
    if (why) log.warn('BUSINESS_TIMEZONE is not used', { reason: why });
  }
  if (config.admin) await createFirstAdmin(db, config.admin);
  return (await hasUsers(db)) ? [] : ['There are no users yet: set ADMIN_EMAIL and ADMIN_PASSWORD, or SAMPLE_DATA=yes'];
}

function showMail({ to, subject, body }: Mail): void {
  console.error(`\nMail to ${to}: ${subject}\n${body}\n`);
}

/** Writes a host as in addresses, with IPv6 in brackets. */
const inAddress = (host: string) => (host.includes(':') ? `[${host}]` : host);

/**
 * Lets a server listen where the configuration says, or says which variable is in the way. `prefix` is the prefix of
 * both variables. Returns the port, which differs if the configured one is 0.
 */
async function listen(
  server: Server,
  prefix: '' | 'DEVICES_' | 'METRICS_',
  { host, port }: Pick<Config, 'host' | 'port'>,
): Promise<number> {
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    const isInUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    throw new ConfigError(
      isInUse
        ? `${prefix}PORT ${port} is in use: set ${prefix}PORT to another number, or to 0 for any that is free`
        : `Cannot listen on ${prefix}HOST ${host}, ${prefix}PORT ${port}: ${errorMessage(error)}`,
    );
  }
  const bound = server.address();
  return typeof bound === 'object' && bound ? bound.port : port;
}

async function serveDevices(
  { devices, proxies, publicUrl }: Config,
  services: Pick<DeviceListenerOptions, 'db' | 'log' | 'clock'>,
) {
  if (!devices) return undefined;
  const listener = createDeviceListener({ ...services, proxies });
  const port = await listen(listener.server, 'DEVICES_', devices).catch(async (error: unknown) => {
    await listener.close();
    throw error;
  });
  const { changed, close } = listener;
  return { url: devices.url ?? `http://${hostForDevices(publicUrl, devices.host)}:${port}`, changed, close };
}

/** Replaces '0.0.0.0', which devices cannot call, by the first address of this machine. */
function hostForDevices(publicUrl: string | undefined, host: string): string {
  if (publicUrl !== undefined) return new URL(publicUrl).hostname;
  const isAny = host === '0.0.0.0' || host === '::';
  const own = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses);
  const reachable = isAny ? own.find(({ family, internal }) => family === 'IPv4' && !internal)?.address : undefined;
  return inAddress(reachable ?? host);
}

async function serveMetrics({ metrics, backups }: Config, services: Pick<MetricsOptions, 'db' | 'log' | 'clock'>) {
  if (!metrics) return undefined;
  const requests = createRequestMetrics();
  const { server, close } = createMetricsServer({
    ...services,
    requests,
    ...(backups && { lastBackup: () => lastBackup(backups, services.clock()) }),
  });
  const port = await listen(server, 'METRICS_', metrics);
  return { url: `http://${inAddress(metrics.host)}:${port}/metrics`, observe: requests.observe, close };
}
