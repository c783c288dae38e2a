// Dates in words: '22 Nov 2026', and 'Sun, 22 Nov 2026' for a working day.

import { formatDay } from './time.ts';

/** '22 Nov 2026', for a day or a timestamp. */
export const dateTitle = (timestamp: string): string => dayTitle(timestamp).replace(/^\w+, /, '');

/** '22 Nov' */
export const shortDate = (day: string): string => dateTitle(day).replace(yearAtEnd, '');

/** 'Sun, 22 Nov 2026', for a day or a timestamp; any other text stays as it is. */
export function dayTitle(timestamp: string): string {
  const date = new Date(`${formatDay(timestamp)}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return timestamp;
  return date.toUTCString().slice(0, 16).replace(' 0', ' ');
}

/** 'Sun, 22 Nov', where the year is known. */
export const shortDayTitle = (day: string): string => dayTitle(day).replace(yearAtEnd, '');

const yearAtEnd = / \d{4}$/;
