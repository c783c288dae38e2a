// The times that devices write: mostly their own wall clock, sometimes seconds since 1970.

import { clockAt, isClockTime } from '../wireTime.ts';

export interface WrittenTime {
  readonly localTime: string;
  /** Minutes east of UTC, if the time says. */
  readonly offsetMinutes: number | null;
}

/** Undefined if it is no time of any day. */
export function writtenTime(text: string): WrittenTime | undefined {
  if (/^\d{9,10}$/.test(text)) return { localTime: clockAt(Number(text) * 1000), offsetMinutes: 0 };
  const [, date = '', time = ''] = /^(\d{4}[-/]\d{2}[-/]\d{2})[ T](\d{2}:\d{2}:\d{2})$/.exec(text) ?? [];
  const localTime = `${date.replaceAll('/', '-')} ${time}`;
  return isClockTime(localTime) ? { localTime, offsetMinutes: null } : undefined;
}

/** What a clock this many minutes east of UTC shows. */
export const clockThere = (now: Date, offsetMinutes: number): string => clockAt(now.getTime() + offsetMinutes * 60_000);
