// Logs one line for each event: as JSON for programs, or as text for people.

import { DomainError } from '../domainErrors.ts';

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export const logFormats = ['json', 'text'] as const;
export type LogFormat = (typeof logFormats)[number];

type Details = Readonly<Record<string, unknown>>;
export type Log = Record<Exclude<LogLevel, 'silent'>, (message: string, details?: Details) => void>;

type LineOf = (level: string, message: string, details: Details) => string;

const lineOf: Record<LogFormat, LineOf> = {
  json: (level, message, details) => JSON.stringify({ time: new Date().toISOString(), level, message, ...details }),
  text(level, message, details) {
    const pairs = Object.entries(details).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${word(value)}`],
    );
    return [new Date().toISOString(), level.toUpperCase().padEnd(5), message, ...pairs].join(' ');
  },
};

/** Writes a value without quotes where it is unambiguous, and a text of several lines on one. */
const word = (value: unknown): string =>
  typeof value === 'string' && /^[\w.:/@+-]+$/.test(value) ? value : JSON.stringify(value);

export function createLog(threshold: LogLevel, write: (line: string) => void, format: LogFormat = 'json'): Log {
  const at = (level: LogLevel) =>
    logLevels.indexOf(level) < logLevels.indexOf(threshold)
      ? () => {}
      : (message: string, details: Details = {}) => write(lineOf[format](level, message, details));
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/**
 * The message alone, for people. Node gives none to the error of several tries, such as for all addresses of a host.
 */
export function errorMessage(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(errorMessage).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/**
 * Describes an error with its causes, for the log only. It includes the stack, which no response carries, unless the
 * error is a lasting condition and no bug, such as a full disk, and would repeat it with every request.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof DomainError) return withCauses(error);
  const text = error.stack ?? error.message;
  return error.cause === undefined ? text : `${text}\nCaused by: ${describeError(error.cause)}`;
}

/** Leaves out a message that only repeats that of its cause. */
function withCauses(error: unknown): string {
  const message = errorMessage(error);
  if (!(error instanceof Error) || error.cause === undefined) return message;
  const causes = withCauses(error.cause);
  return causes.startsWith(message) ? causes : `${message}: ${causes}`;
}

/**
 * Makes text from other systems fit to store and show: one line, limited in length, and without the characters that a
 * database refuses (U+0000 and unpaired surrogates).
 */
export const singleLine = (text: string): string =>
  text
    .slice(0, 200)
    .replace(/[\s\p{Cc}\p{Surrogate}]+/gu, ' ')
    .trim();

/** Removes secrets from messages of other systems, which may repeat what they were sent. */
export function withoutSecrets(secrets: Iterable<string>, text: string): string {
  return [...secrets]
    .filter(Boolean)
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
    .sort((one, other) => other.length - one.length)
    .reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
}
