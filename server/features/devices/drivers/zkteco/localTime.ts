// The times that devices write: mostly their own wall clock, sometimes seconds since 1970, or seconds of a calendar in
// which every month has 31 days.

import { clockAt, isClockTime } from '../wireTime.ts';

export interface WrittenTime {
  readonly localTime: string;
  /** Minutes east of UTC, if the time says. */
  readonly offsetMinutes: number | null;
}

/** In 2100. Greater numbers are cards rather than seconds. */
const firstOfNoDevice = 4_102_444_800;

/** Undefined if it is no time of any day. */
export function writtenTime(text: string): WrittenTime | undefined {
  if (/^\d{9,10}$/.test(text) && Number(text) < firstOfNoDevice)
    return { localTime: clockAt(Number(text) * 1000), offsetMinutes: 0 };
  const [, date = '', time = ''] = /^(\d{4}[-/]\d{2}[-/]\d{2})[ T](\d{2}:\d{2}:\d{2})$/.exec(text) ?? [];
  return clockTime(`${date.replaceAll('/', '-')} ${time}`);
}

const clockTime = (localTime: string): WrittenTime | undefined =>
  isClockTime(localTime) ? { localTime, offsetMinutes: null } : undefined;

/** What a clock this many minutes east of UTC shows. */
export const clockThere = (now: Date, offsetMinutes: number): string => clockAt(now.getTime() + offsetMinutes * 60_000);

/** The device counts seconds from 2000 on, with 31 days in every month. */
export function packedTime(localTime: string): number {
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = localTime.split(/[- :]/).map(Number);
  const days = (year - 2000) * 12 * 31 + (month - 1) * 31 + (day - 1);
  return days * 86_400 + hours * 3_600 + minutes * 60 + seconds;
}

/** Undefined if it is no time of any day, such as one of the 31st of February. */
export function unpackedTime(text: string): WrittenTime | undefined {
  if (!/^\d{1,10}$/.test(text)) return undefined;
  const days = Math.floor(Number(text) / 86_400);
  const months = Math.floor(days / 31);
  const two = (value: number) => String(value).padStart(2, '0');
  const date = `${2000 + Math.floor(months / 12)}-${two((months % 12) + 1)}-${two((days % 31) + 1)}`;
  return clockTime(`${date} ${clockAt((Number(text) % 86_400) * 1000).slice(11)}`);
}
