// Logs one JSON line for each event.

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

type Details = Readonly<Record<string, unknown>>;
export type Log = Record<Exclude<LogLevel, 'silent'>, (message: string, details?: Details) => void>;

export function createLog(threshold: LogLevel, write: (line: string) => void): Log {
  const at = (level: LogLevel) =>
    logLevels.indexOf(level) < logLevels.indexOf(threshold)
      ? () => {}
      : (message: string, details: Details = {}) =>
          write(JSON.stringify({ time: new Date().toISOString(), level, message, ...details }));
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** The message alone, for people. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** With stack and causes, for the log only; a response never carries a stack. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = error.stack ?? error.message;
  return error.cause === undefined ? text : `${text}\nCaused by: ${describeError(error.cause)}`;
}
