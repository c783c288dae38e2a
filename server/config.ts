// The configuration, by environment. A bad value stops the start with a sentence that names it.

import { isIP } from 'node:net';
import { newUserRules } from '../src/contract/rules.ts';
import { validate } from '../src/contract/validate.ts';
import { errorMessage, type LogLevel, logLevels } from './platform/log.ts';
import { type PrivateHosts, privateHosts } from './platform/outbound.ts';

export interface Config {
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | undefined;
  /** The first administrator of an empty database. */
  admin: { email: string; password: string } | undefined;
  sampleData: boolean;
  /** Undefined: where the server listens. */
  publicUrl: string | undefined;
  /** Undefined: mails stay in the outbox. */
  mail: { smtpUrl: string; from: string } | undefined;
  trustProxy: boolean;
  /** Where consoles stand that are served from elsewhere. */
  corsOrigins: ReadonlySet<string>;
  /** The private hosts and networks that URLs of companies may point at. */
  allowPrivateHosts: PrivateHosts;
  logLevel: LogLevel;
}

export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

export function readConfig(environment: Environment): Config {
  const value = (name: string) => environment[name]?.trim() || undefined;
  const admin = adminOf(value('ADMIN_EMAIL'), value('ADMIN_PASSWORD'));
  const sampleData = yesOrNo('SAMPLE_DATA', value('SAMPLE_DATA'));
  if (admin && sampleData) {
    throw new ConfigError('SAMPLE_DATA=yes brings its own administrator: leave out ADMIN_EMAIL, or say SAMPLE_DATA=no');
  }
  const publicUrl = publicUrlOf(value('PUBLIC_URL'));
  return {
    host: hostOf(value('HOST') ?? '127.0.0.1'),
    port: portOf(value('PORT') ?? '4000'),
    dataDir: value('DATA_DIR') ?? 'data',
    databaseUrl: urlOf('DATABASE_URL', value('DATABASE_URL'), ['postgres:', 'postgresql:']),
    admin,
    sampleData,
    publicUrl,
    mail: mailOf(urlOf('SMTP_URL', value('SMTP_URL'), ['smtp:', 'smtps:']), value('MAIL_FROM'), publicUrl),
    trustProxy: yesOrNo('TRUST_PROXY', value('TRUST_PROXY')),
    corsOrigins: originsOf(value('CORS_ORIGINS') ?? ''),
    allowPrivateHosts: privateHostsOf(value('ALLOW_PRIVATE_HOSTS') ?? ''),
    logLevel: logLevelOf(value('LOG_LEVEL') ?? 'info'),
  };
}

/** Whether it is one of this machine shows when the server listens there. */
function hostOf(text: string): string {
  // An address bar must hold it: there, what ends in a number is an address, and none has a zone.
  const isName = /^[a-z0-9._-]+$/i.test(text) && URL.canParse(`http://${text}`);
  const isAddress = isIP(text) === 6 && URL.canParse(`http://[${text}]`);
  if (!isName && !isAddress) throw new ConfigError(`HOST must be a name or an address, without a port, not '${text}'`);
  return text;
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new ConfigError(`PORT must be a number from 0 to 65535, not '${text}'`);
  return port;
}

/** The value is not repeated: it may hold a password. */
function urlOf(name: string, text: string | undefined, protocols: readonly string[]): string | undefined {
  if (text === undefined) return undefined;
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    throw new ConfigError(`${name} must be an address that begins with ${protocols.join('// or ')}//`);
  }
  return text;
}

/** Paths of the console are put behind it. */
function publicUrlOf(text: string | undefined): string | undefined {
  const url = urlOf('PUBLIC_URL', text, ['http:', 'https:']);
  if (url === undefined) return undefined;
  const { username, password } = new URL(url);
  if (username || password || /[?#]/.test(url))
    throw new ConfigError('PUBLIC_URL must end with the host or a path, and hold no password');
  return url.replace(/\/+$/, '');
}

/** As browsers write them: scheme, host and port, nothing after. */
function originsOf(list: string): ReadonlySet<string> {
  const origins = list
    .split(',')
    .map((origin) => origin.trim())
    .filter(Boolean);
  for (const origin of origins) {
    if (!/^https?:/.test(origin) || !URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new ConfigError(`CORS_ORIGINS must list origins like https://console.example, not '${origin}'`);
  }
  return new Set(origins);
}

function yesOrNo(name: string, text = 'no'): boolean {
  if (text !== 'yes' && text !== 'no') throw new ConfigError(`${name} must be 'yes' or 'no', not '${text}'`);
  return text === 'yes';
}

function privateHostsOf(list: string): PrivateHosts {
  try {
    return privateHosts(list);
  } catch (error) {
    throw new ConfigError(`ALLOW_PRIVATE_HOSTS must list host names, addresses or networks: ${errorMessage(error)}`);
  }
}

/** Mails hold links, and come from the place that the links lead to unless MAIL_FROM says otherwise. */
function mailOf(smtpUrl: string | undefined, from: string | undefined, publicUrl: string | undefined): Config['mail'] {
  if (smtpUrl === undefined) {
    if (from !== undefined) throw new ConfigError('MAIL_FROM needs SMTP_URL, the mail server');
    return undefined;
  }
  if (new URL(smtpUrl).hostname === '') throw new ConfigError('SMTP_URL must name the mail server');
  if (publicUrl === undefined)
    throw new ConfigError('SMTP_URL needs PUBLIC_URL, the address that links in mails lead to');
  if (from !== undefined && !/^(?:[^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(from))
    throw new ConfigError(`MAIL_FROM must be an e-mail address, with or without a name, not '${from}'`);
  return { smtpUrl, from: from ?? `Rollcall <no-reply@${new URL(publicUrl).hostname}>` };
}

function logLevelOf(text: string): LogLevel {
  const level = logLevels.find((known) => known === text);
  if (!level) throw new ConfigError(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not '${text}'`);
  return level;
}

function adminOf(email: string | undefined, password: string | undefined): Config['admin'] {
  if (email === undefined && password === undefined) return undefined;
  const { email: badEmail, password: badPassword } = validate(newUserRules, {
    name: 'Administrator',
    email,
    password,
  });
  if (email === undefined || badEmail) throw new ConfigError(`ADMIN_EMAIL: ${badEmail ?? 'Email is required'}`);
  if (password === undefined || badPassword) {
    throw new ConfigError(`ADMIN_PASSWORD: ${badPassword ?? 'Password is required'}`);
  }
  return { email, password };
}
