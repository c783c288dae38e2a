// The configuration, by environment. A bad value stops the start with a sentence that names it.

import { newUserRules, validate } from '../src/contract/rules.ts';
import { type LogLevel, logLevels } from './log.ts';

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
  trustProxy: boolean;
  logLevel: LogLevel;
}

export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

export function readConfig(environment: Environment): Config {
  const value = (name: string) => environment[name]?.trim() || undefined;
  const admin = adminOf(value('ADMIN_EMAIL'), value('ADMIN_PASSWORD'));
  const sampleData = yesOrNo('SAMPLE_DATA', value('SAMPLE_DATA'));
  if (admin && sampleData) {
    throw new ConfigError(
      'SAMPLE_DATA=yes brings its own administrator: leave out ADMIN_EMAIL, or say SAMPLE_DATA=no',
    );
  }
  return {
    host: value('HOST') ?? '127.0.0.1',
    port: portOf(value('PORT') ?? '4000'),
    dataDir: value('DATA_DIR') ?? 'data',
    databaseUrl: urlOf('DATABASE_URL', value('DATABASE_URL'), ['postgres:', 'postgresql:']),
    admin,
    sampleData,
    publicUrl: urlOf('PUBLIC_URL', value('PUBLIC_URL'), ['http:', 'https:'])?.replace(/\/+$/, ''),
    trustProxy: yesOrNo('TRUST_PROXY', value('TRUST_PROXY')),
    logLevel: logLevelOf(value('LOG_LEVEL') ?? 'info'),
  };
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

function yesOrNo(name: string, text = 'no'): boolean {
  if (text !== 'yes' && text !== 'no') throw new ConfigError(`${name} must be 'yes' or 'no', not '${text}'`);
  return text === 'yes';
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
  if (email === undefined || badEmail)
    throw new ConfigError(`ADMIN_EMAIL: ${badEmail ?? 'Email is required'}`);
  if (password === undefined || badPassword) {
    throw new ConfigError(`ADMIN_PASSWORD: ${badPassword ?? 'Password is required'}`);
  }
  return { email, password };
}
