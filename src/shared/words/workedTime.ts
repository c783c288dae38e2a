// Worked time and clock times of a working day, as timesheets and corrections show them.

import { shortDate } from './dates.ts';
import { clockTime, formatDay } from './time.ts';

/** '8:05' for 485 minutes. */
export const hoursAndMinutes = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;

/** '+0:31', '−8:00', '0:00' */
export const signedHours = (minutes: number): string =>
  `${minutes > 0 ? '+' : minutes < 0 ? '−' : ''}${hoursAndMinutes(Math.abs(minutes))}`;

/** Returns the minutes for '8', '8:30' or '-3:30'; undefined for anything else. */
export function readHours(text: string): number | undefined {
  const [, sign, hours, minutes = '00'] = /^\s*([-−+]?)(\d{1,5})(?::([0-5]\d))?\s*$/.exec(text) ?? [];
  if (hours === undefined) return undefined;
  const total = Number(hours) * 60 + Number(minutes);
  return sign === '-' || sign === '−' ? -total : total;
}

/** '06:00', with its date if that is not the working day: '06:00 (23 Nov)'. */
export function clockOn(day: string, timestamp: string): string {
  const clock = clockTime(timestamp);
  const date = formatDay(timestamp);
  return date === day ? clock : `${clock} (${shortDate(date)})`;
}

/** '06:00 +1' on the next calendar day. Empty if there is no time. */
export function shortClockOn(day: string, timestamp: string): string {
  const daysLater = Math.round((Date.parse(formatDay(timestamp)) - Date.parse(day)) / 86_400_000);
  const clock = clockTime(timestamp);
  return daysLater > 0 ? `${clock} +${daysLater}` : clock;
}
