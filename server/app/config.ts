// Configuration from environment variables. An invalid value aborts the start with an error naming the variable.

import { isIP } from 'node:net';
import { isClockTime } from '../../src/shared/contract/calendarDay.ts';
import { newUserRules } from '../../src/shared/contract/people.ts';
import { validate } from '../../src/shared/contract/validate.ts';
import { type IdentityProvider, readIdentityProvider } from '../platform/access/identityProvider.ts';
import { addressesIn } from '../platform/db/databaseUrl.ts';
import { editDistance } from '../platform/editDistance.ts';
import { type PrivateHosts, parsePrivateHosts } from '../platform/http/outbound.ts';
import { errorMessage, type LogFormat, type LogLevel, logFormats, logLevels } from '../platform/log/log.ts';
import { isTimeZone } from '../platform/time/clock.ts';
import type { BackupPlan } from './backup/dailyBackup.ts';

export interface Config {
  host: string;
  port: number;
  /** The server that devices call; without it, none can. */
  devices: { host: string; port: number; url: string | undefined } | undefined;
  /** Address that Prometheus reads. If undefined, metrics are not served. */
  metrics: { host: string; port: number } | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  /** A pooler that lends a connection to PostgreSQL for one transaction at a time. */
  databasePooler: 'transaction' | undefined;
  /** If undefined, only the command makes backups. */
  backups: BackupPlan | undefined;
  /** Seals stored secrets; without it, a file in the data folder does. */
  secretsKey: string | undefined;
  /** The former key, which still opens what it sealed. */
  secretsKeyBefore: string | undefined;
  /** The first administrator of an empty database. */
  admin: { email: string; password: string } | undefined;
  sampleData: boolean;
  /** The value that the setting business_timezone gets at the first start. */
  businessTimeZone: string | undefined;
  /** Defaults to the address that the server listens on. */
  publicUrl: string | undefined;
  /** If undefined, people sign in by password only. */
  identityProvider: IdentityProvider | undefined;
  /** If undefined, mails stay in the outbox. */
  mail: { smtpUrl: string; from: string } | undefined;
  /** Recipients of the daily mail with the hash of the audit's last entry. */
  auditHeadTo: readonly string[];
  /** Our own proxies in front of the server. */
  proxies: number;
  /** Other origins that serve a console. */
  corsOrigins: ReadonlySet<string>;
  /** The private hosts and networks that companies' URLs may point to. */
  allowPrivateHosts: PrivateHosts;
  /** How long /healthz answers 503 before a stopping server takes no more requests. */
  drainSeconds: number;
  logLevel: LogLevel;
  logFormat: LogFormat;
}

export class ConfigError extends Error {}

export type Environment = Readonly<Record<string, string | undefined>>;

type Read = (variable: string) => string | undefined;

/** Variables that add to another one, and mean nothing without it. */
const additions: Readonly<Record<string, readonly string[]>> = {
  DEVICES_PORT: ['DEVICES_HOST', 'DEVICES_URL'],
  METRICS_PORT: ['METRICS_HOST'],
  BACKUP_DIR: ['BACKUP_AT', 'BACKUP_KEEP'],
  SMTP_URL: ['MAIL_FROM', 'AUDIT_HEAD_TO'],
  OIDC_ISSUER: ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME', 'OIDC_SCOPE', 'OIDC_VERIFIED_CLAIM'],
};

export function readConfig(environment: Environment): Config {
  const value: Read = (name) => environment[name]?.trim() || undefined;
  for (const [needed, names] of Object.entries(additions)) {
    const stray = value(needed) === undefined && names.find((name) => value(name) !== undefined);
    if (stray) throw new ConfigError(`${stray} requires ${needed}`);
  }
  const admin = adminOf(value('ADMIN_EMAIL'), value('ADMIN_PASSWORD'));
  const sampleData = oneOf('SAMPLE_DATA', ['yes', 'no'], value('SAMPLE_DATA') ?? 'no') === 'yes';
  if (admin && sampleData) {
    throw new ConfigError('SAMPLE_DATA=yes creates its own administrator: remove ADMIN_EMAIL, or set SAMPLE_DATA=no');
  }
  const port = portOf('PORT', value('PORT') ?? '4000');
  const metrics = metricsOf(value);
  const devices = devicesOf(value);
  assertOwnPort('METRICS_PORT', metrics?.port, 'PORT', port);
  assertOwnPort('DEVICES_PORT', devices?.port, 'PORT', port);
  assertOwnPort('METRICS_PORT', metrics?.port, 'DEVICES_PORT', devices?.port);
  const publicUrl = publicUrlOf(value('PUBLIC_URL'));
  const allowPrivateHosts = orConfigError('ALLOW_PRIVATE_HOSTS must list host names, addresses or networks: ', () =>
    parsePrivateHosts(value('ALLOW_PRIVATE_HOSTS') ?? ''),
  );
  return {
    host: hostOf('HOST', value('HOST') ?? '127.0.0.1'),
    port,
    devices,
    metrics,
    dataDir: value('DATA_DIR') ?? 'data',
    databaseUrl: databaseUrlOf(value('DATABASE_URL')),
    databasePooler: poolerOf(value('DATABASE_POOLER')),
    backups: backupsOf(value),
    secretsKey: secretsKeyOf('SECRETS_KEY', value('SECRETS_KEY')),
    secretsKeyBefore: secretsKeyOf('SECRETS_KEY_BEFORE', value('SECRETS_KEY_BEFORE')),
    admin,
    sampleData,
    businessTimeZone: timeZoneOf(value('BUSINESS_TIMEZONE')),
    publicUrl,
    identityProvider: orConfigError('', () => readIdentityProvider(value, { publicUrl, allowed: allowPrivateHosts })),
    mail: mailOf(urlOf('SMTP_URL', value('SMTP_URL'), ['smtp:', 'smtps:']), value('MAIL_FROM'), publicUrl),
    auditHeadTo: auditHeadToOf(value('AUDIT_HEAD_TO')),
    proxies: proxiesOf(value('TRUST_PROXY') ?? 'no'),
    corsOrigins: originsOf(value('CORS_ORIGINS') ?? ''),
    allowPrivateHosts,
    drainSeconds: secondsOf('DRAIN_SECONDS', value('DRAIN_SECONDS') ?? '0'),
    logLevel: oneOf('LOG_LEVEL', logLevels, value('LOG_LEVEL') ?? 'info'),
    logFormat: oneOf('LOG_FORMAT', logFormats, value('LOG_FORMAT') ?? 'json'),
  };
}

/** The variables that the server knows: all that `readConfig` asks for. */
export function knownVariables(): string[] {
  const names = new Set<string>();
  const asked = new Proxy<Environment>({}, { get: (_, name) => void names.add(String(name)) });
  readConfig(asked);
  return [...names].sort();
}

/** Finds unknown variables whose names resemble the server's: a misspelt one would be ignored silently. */
export function misspeltVariables(environment: Environment): { name: string; meant: string }[] {
  const known = knownVariables();
  return Object.keys(environment).flatMap((name) => {
    if (known.includes(name)) return [];
    // Short names resemble unrelated ones: HOME is not HOST.
    const meant = known.find((each) => each.length > 4 && editDistance(name, each) <= (each.length < 8 ? 1 : 2));
    return meant ? [{ name, meant }] : [];
  });
}

/** Checks only the form: whether this machine has the address shows when the server listens on it. */
function hostOf(name: string, text: string): string {
  // The host must be valid in a URL, where a name that ends in a number is an IPv4 address and IPv6 has no zone.
  const isName = /^[a-z0-9._-]+$/i.test(text) && URL.canParse(`http://${text}`);
  const isAddress = isIP(text) === 6 && URL.canParse(`http://[${text}]`);
  if (!isName && !isAddress)
    throw new ConfigError(`${name} must be a name or an address, without a port, not '${text}'`);
  return text;
}

function portOf(name: string, text: string): number {
  if (!/^\d+$/.test(text) || Number(text) > 65_535)
    throw new ConfigError(`${name} must be a number from 0 to 65535, not '${text}'`);
  return Number(text);
}

function secondsOf(name: string, text: string): number {
  if (!/^\d+$/.test(text) || Number(text) > 600)
    throw new ConfigError(`${name} must be a number of seconds from 0 to 600, not '${text}'`);
  return Number(text);
}

/** Allows 0 twice: each then gets a free port of its own. */
function assertOwnPort(name: string, port: number | undefined, other: string, taken: number | undefined): void {
  if (port && port === taken) throw new ConfigError(`${name} must differ from ${other}, which is ${taken}`);
}

/** The error does not repeat the value. */
function secretsKeyOf(name: string, text: string | undefined): string | undefined {
  if (text !== undefined && text.length < 32) throw new ConfigError(`${name} must have at least 32 random characters`);
  return text;
}

function devicesOf(value: Read): Config['devices'] {
  const port = value('DEVICES_PORT');
  if (port === undefined) return undefined;
  return {
    host: hostOf('DEVICES_HOST', value('DEVICES_HOST') ?? value('HOST') ?? '127.0.0.1'),
    port: portOf('DEVICES_PORT', port),
    url: devicesUrlOf(value('DEVICES_URL')),
  };
}

function metricsOf(value: Read): Config['metrics'] {
  const port = value('METRICS_PORT');
  if (port === undefined) return undefined;
  return { host: hostOf('METRICS_HOST', value('METRICS_HOST') ?? '127.0.0.1'), port: portOf('METRICS_PORT', port) };
}

function backupsOf(value: Read): Config['backups'] {
  const folder = value('BACKUP_DIR');
  if (folder === undefined) return undefined;
  if (value('DATABASE_POOLER'))
    throw new ConfigError(
      'BACKUP_DIR needs PostgreSQL itself: let a process make backups whose DATABASE_URL leads past the pooler',
    );
  const [at, keep] = [value('BACKUP_AT') ?? '03:00', value('BACKUP_KEEP') ?? '14'];
  if (!isClockTime(at)) throw new ConfigError(`BACKUP_AT must be a time such as 03:00, not '${at}'`);
  if (!/^[1-9]\d{0,3}$/.test(keep)) throw new ConfigError(`BACKUP_KEEP must be a number from 1 to 9999, not '${keep}'`);
  return { folder, ending: value('DATABASE_URL') ? 'dump' : 'sqlite', at, keep: Number(keep) };
}

/** Address for devices, without a path: they append paths of their own. */
function devicesUrlOf(text: string | undefined): string | undefined {
  const url = urlOf('DEVICES_URL', text, ['http:', 'https:']);
  if (url === undefined) return undefined;
  const { origin, href } = new URL(url);
  if (href !== `${origin}/`) throw new ConfigError('DEVICES_URL must end with the host or a port');
  return origin;
}

/** The error does not repeat the value, which may hold a password. */
function urlOf(name: string, text: string | undefined, protocols: readonly string[]): string | undefined {
  if (text === undefined) return undefined;
  if (!protocols.some((protocol) => text.toLowerCase().startsWith(`${protocol}//`)))
    throw new ConfigError(`${name} must be a URL that begins with ${protocols.join('// or ')}//`);
  // A '#' before the '@' belongs to a password: the URL would end there, and its user be taken for the host.
  if (!URL.canParse(text) || /#.*@/.test(text)) throw unreadableUrl(name, text);
  return text;
}

const escapes = '. In user and password, write % as %25, / as %2F, ? as %3F and # as %23';
const unreadableUrl = (name: string, text: string) =>
  new ConfigError(`${name} must be a URL, and cannot be read as one${text.includes('@') ? escapes : ''}`);

const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];

/** Checks each of several servers by itself. */
export function databaseUrlOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const addresses = addressesIn(text);
  for (const address of addresses) assertDatabaseUrl(address);
  const [first = ''] = addresses;
  const targetAttrs = new URL(first).searchParams.get('target_session_attrs') ?? 'primary';
  if (addresses.length > 1 && targetAttrs !== 'primary')
    throw new ConfigError(
      `With several hosts, target_session_attrs in DATABASE_URL must be primary, not '${targetAttrs}'`,
    );
  return text;
}

/** The driver would accept any word as `sslmode`. */
function assertDatabaseUrl(text: string): void {
  const url = urlOf('DATABASE_URL', text, ['postgres:', 'postgresql:']);
  if (/%(?![\da-f]{2})/i.test(text)) throw unreadableUrl('DATABASE_URL', text);
  const mode = url === undefined ? null : new URL(url).searchParams.get('sslmode');
  if (mode !== null && !sslModes.includes(mode))
    throw new ConfigError(`The sslmode in DATABASE_URL must be one of ${sslModes.join(', ')}, not '${mode}'`);
}

/** A pooler in session mode need not be named: it keeps a client's connection. */
function poolerOf(text: string | undefined): Config['databasePooler'] {
  if (text === undefined || text === 'transaction') return text;
  throw new ConfigError(`DATABASE_POOLER must be transaction, or not set, not '${text}'`);
}

/** Address of the console, to which paths are appended. */
function publicUrlOf(text: string | undefined): string | undefined {
  const url = urlOf('PUBLIC_URL', text, ['http:', 'https:']);
  if (url === undefined) return undefined;
  const { username, password } = new URL(url);
  if (username || password || /[?#]/.test(url))
    throw new ConfigError('PUBLIC_URL must end with the host or a path, and must not contain credentials');
  return url.replace(/\/+$/, '');
}

/** Requires origins as browsers send them: scheme, host and port. */
function originsOf(list: string): ReadonlySet<string> {
  const origins = list
    .split(',')
    .map((origin) => origin.trim())
    .filter(Boolean);
  for (const origin of origins) {
    const parsed = /^https?:/i.test(origin) && URL.canParse(origin) ? new URL(origin).origin : undefined;
    if (parsed === undefined)
      throw new ConfigError(`CORS_ORIGINS must list origins like https://console.example, not '${origin}'`);
    if (parsed !== origin)
      throw new ConfigError(`CORS_ORIGINS must list origins as browsers send them: '${parsed}', not '${origin}'`);
  }
  return new Set(origins);
}

function proxiesOf(text: string): number {
  if (!/^(?:no|yes|[1-9])$/.test(text))
    throw new ConfigError(`TRUST_PROXY must be 'yes', 'no' or the number of your proxies, not '${text}'`);
  if (text === 'no') return 0;
  return text === 'yes' ? 1 : Number(text);
}

function timeZoneOf(text: string | undefined): string | undefined {
  if (text !== undefined && !isTimeZone(text))
    throw new ConfigError(`BUSINESS_TIMEZONE must be the name of a time zone, such as Europe/Athens, not '${text}'`);
  return text;
}

function orConfigError<Result>(beginning: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw new ConfigError(beginning + errorMessage(error));
  }
}

/** Mails contain links to PUBLIC_URL, whose host is also the default sender's. */
function mailOf(smtpUrl: string | undefined, from: string | undefined, publicUrl: string | undefined): Config['mail'] {
  if (smtpUrl === undefined) return undefined;
  if (new URL(smtpUrl).hostname === '') throw new ConfigError('SMTP_URL must name the mail server');
  if (publicUrl === undefined) throw new ConfigError('SMTP_URL requires PUBLIC_URL, for the links in mails');
  if (from !== undefined && !/^(?:[^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(from))
    throw new ConfigError(`MAIL_FROM must be an e-mail address, with or without a name, not '${from}'`);
  return { smtpUrl, from: from ?? `Rollcall <no-reply@${new URL(publicUrl).hostname}>` };
}

function oneOf<Word extends string>(name: string, words: readonly Word[], text: string): Word {
  const word = words.find((candidate) => candidate === text);
  if (!word) throw new ConfigError(`${name} must be one of ${words.join(', ')}, not '${text}'`);
  return word;
}

function auditHeadToOf(list: string | undefined): readonly string[] {
  if (list === undefined) return [];
  const addresses = list.split(',').map((address) => address.trim());
  const wrong = addresses.find((address) => !/^[^\s<>@,]+@[^\s<>@,]+$/.test(address));
  if (wrong !== undefined)
    throw new ConfigError(`AUDIT_HEAD_TO must list e-mail addresses, separated by commas, not '${wrong}'`);
  return [...new Set(addresses)];
}

function adminOf(email = '', password = ''): Config['admin'] {
  if (email === '' && password === '') return undefined;
  const wrong = validate(newUserRules, { name: 'Administrator', email, password });
  if (wrong.email) throw new ConfigError(`ADMIN_EMAIL: ${wrong.email}`);
  if (wrong.password) throw new ConfigError(`ADMIN_PASSWORD: ${wrong.password}`);
  return { email, password };
}
