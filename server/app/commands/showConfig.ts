// `config`: which settings are in force and where each comes from, and which variables have no meaning. `config
// --check` also checks whether the database, the mail server, the provider of single sign-on and the HR systems can be
// reached, and whether backups can be made.

import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { knownSettings } from '../../../src/shared/contract/settings.ts';
import { isHrUrl } from '../../features/hr/connection/connectionQueries.ts';
import { allSettings } from '../../features/settings/knownSettings.ts';
import { type Db, sql } from '../../platform/db/db.ts';
import { UnusableError } from '../../platform/db/errors.ts';
import { steps, storedVersion } from '../../platform/db/migrations/migrate.ts';
import { openExisting } from '../../platform/db/open.ts';
import { createSafeRequest, type SafeRequest } from '../../platform/http/outbound.ts';
import { errorMessage } from '../../platform/log/log.ts';
import { verifyMailServer } from '../../platform/mail/outbox.ts';
import { assertCanBackUp } from '../backup/postgresBackup.ts';
import { type Config, ConfigError, type Environment, knownVariables, misspeltVariables } from '../config.ts';

export async function showConfig(config: Config, option?: string): Promise<void> {
  if (option !== undefined && option !== '--check') throw new ConfigError('Use: config, or config --check');
  printTable(inForce(config, process.env).map(({ name, value, source }) => [name, value, source]));
  const strange = misspeltVariables(process.env);
  for (const { name, meant } of strange) console.log(`${name} has no meaning: did you mean ${meant}?`);

  const opened = await openExisting(config).catch((error: unknown) => errorMessage(error));
  try {
    const problems = typeof opened === 'string' ? [opened] : await printStored(opened, config);
    for (const problem of problems) console.log(problem);
    if (option !== '--check') return;
    console.log();
    const checks = await check(config, opened);
    printTable(
      checks.map(({ what, problem }) => [what, problem ?? (what === 'backups' ? 'can be made' : 'can be reached')]),
    );
    if (checks.some(({ problem }) => problem !== undefined)) process.exitCode = 1;
  } finally {
    if (typeof opened !== 'string') await opened.close();
  }
}

const secretVariables = new Set(['SECRETS_KEY', 'SECRETS_KEY_BEFORE', 'ADMIN_PASSWORD', 'OIDC_CLIENT_SECRET']);

/** Lists each variable with the value in force and its source. Of secrets it says only whether they are set. */
function inForce(config: Config, environment: Environment) {
  const defaults: Readonly<Record<string, string | undefined>> = {
    HOST: config.host,
    PORT: String(config.port),
    DEVICES_HOST: config.devices?.host,
    METRICS_HOST: config.metrics?.host,
    DATA_DIR: config.dataDir,
    BACKUP_AT: config.backups?.at,
    BACKUP_KEEP: config.backups && String(config.backups.keep),
    SAMPLE_DATA: 'no',
    PUBLIC_URL: config.publicUrl,
    OIDC_NAME: config.identityProvider?.name,
    OIDC_SCOPE: config.identityProvider?.scope,
    OIDC_VERIFIED_CLAIM: config.identityProvider?.verifiedClaim,
    MAIL_FROM: config.mail?.from,
    TRUST_PROXY: 'no',
    DRAIN_SECONDS: String(config.drainSeconds),
    LOG_LEVEL: config.logLevel,
    LOG_FORMAT: config.logFormat,
  };
  return knownVariables().map((name) => {
    const given = environment[name]?.trim();
    if (secretVariables.has(name))
      return { name, value: given ? 'set' : 'not set', source: given ? 'environment' : '' };
    if (given) return { name, value: withoutPassword(given), source: 'environment' };
    const value = defaults[name];
    return value === undefined ? { name, value: 'not set', source: '' } : { name, value, source: 'default' };
  });
}

/** Hides the password of an address, even with several hosts or an e-mail address as its user. */
const withoutPassword = (text: string) =>
  text.replace(/(:\/\/[^/:]*):[^/]*@/g, '$1:…@').replace(/\b(password|pass)=[^&]*/g, '$1=…');

/** Prints the settings in the database. Returns what is wrong, such as a variable that has no effect. */
async function printStored(db: Db, { businessTimeZone }: Config): Promise<string[]> {
  if ((await storedVersion(db)) !== steps.length) return ['The database is not of this version: see migrate --plan'];
  const stored = new Map((await allSettings(db)).map(({ key, value }) => [key, value]));
  const zone = stored.get('business_timezone');
  console.log();
  printTable(
    Object.values(knownSettings).map(({ key, defaultValue }) => [
      key,
      stored.get(key) ?? defaultValue,
      stored.has(key) ? 'setting' : 'default',
    ]),
  );
  return zone !== undefined && businessTimeZone !== undefined && zone !== businessTimeZone
    ? [`BUSINESS_TIMEZONE is not used: the setting business_timezone is ${zone}`]
    : [];
}

interface Checked {
  readonly what: string;
  readonly problem: string | undefined;
}

async function check(config: Config, opened: Db | string): Promise<Checked[]> {
  const safeRequest = createSafeRequest(config.allowPrivateHosts);
  const { mail, identityProvider, backups } = config;
  const database: Checked = { what: 'database', problem: typeof opened === 'string' ? opened : undefined };
  const others = [
    ...(mail ? [tried('mail server', verifyMailServer(mail.smtpUrl))] : []),
    ...(identityProvider ? [tried('single sign-on', assertProvider(safeRequest, identityProvider.issuer))] : []),
    ...(backups ? [tried('backups', assertBackups(config, backups.folder))] : []),
    ...(typeof opened === 'string'
      ? []
      : (await hrOrigins(opened)).map((origin) => tried(origin, safeRequest(origin)))),
  ];
  return [database, ...(await Promise.all(others))];
}

const tried = (what: string, attempt: Promise<unknown>): Promise<Checked> =>
  attempt.then(
    () => ({ what, problem: undefined }),
    (error: unknown) => ({ what, problem: errorMessage(error) }),
  );

async function assertBackups(config: Config, folder: string): Promise<void> {
  let place = path.resolve(folder);
  // The first backup makes the folder.
  while (!existsSync(place)) place = path.dirname(place);
  accessSync(place, constants.W_OK);
  if (config.databaseUrl) await assertCanBackUp(config);
}

async function assertProvider(safeRequest: SafeRequest, issuer: string): Promise<void> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const { status } = await safeRequest(address);
  if (status !== 200) throw new UnusableError(`${address} answers ${status}`);
}

/** Addresses of HR systems. Any answer will do: a test of the connection tries the credentials. */
async function hrOrigins(db: Db): Promise<string[]> {
  const rows = await db
    .all<{ url: string }>(sql`select url from company_urls where ${isHrUrl}`)
    .catch((): { url: string }[] => []);
  const origins = rows.flatMap(({ url }) => (URL.canParse(url) ? [new URL(url).origin] : []));
  return [...new Set(origins)].sort();
}

function printTable(rows: readonly (readonly string[])[]): void {
  const widths = rows.reduce<number[]>((all, row) => row.map((cell, at) => Math.max(all[at] ?? 0, cell.length)), []);
  for (const row of rows) {
    const cells = row.map((cell, at) => cell.padEnd(widths[at] ?? 0));
    console.log(cells.join('  ').trimEnd());
  }
}
