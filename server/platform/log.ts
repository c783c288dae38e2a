// One JSON line an event, for people with grep and for collectors of logs.

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

type Details = Readonly<Record<string, unknown>>;
export type Log = Record<Exclude<LogLevel, 'silent'>, (message: string, details?: Details) => void>;

export function createLog(level: LogLevel, write: (line: string) => void): Log {
  const at = (mine: LogLevel) =>
    logLevels.indexOf(mine) < logLevels.indexOf(level)
      ? () => {}
      : (message: string, details: Details = {}) =>
          write(JSON.stringify({ time: new Date().toISOString(), level: mine, message, ...details }));
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** For our eyes only: an answer never carries a stack. */
export function described(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = error.stack ?? error.message;
  return error.cause === undefined ? text : `${text}\nCaused by: ${described(error.cause)}`;
}
