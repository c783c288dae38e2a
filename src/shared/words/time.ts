// Notations for times and days. Timestamps without a zone, or with an offset, keep their own wall-clock time; those
// that end in Z are shown by the console's clock, see days.ts. Each purpose has its own notation:
//
//   2026-11-22 08:12:05   formatTime    evidence: events, entries, files, and the tooltip of a shorter form
//   08:12:05              exactClock    evidence below the name of its day
//   today 08:12           moment.ts     any other moment; '22 Nov 08:12' on another day, '22 Nov 2026' half a year away
//   22 Nov 2026           dates.ts      a date
//   Sun, 22 Nov 2026      dayTitle      a working day
//   16 – 22 Nov 2026      periods.ts    a period
//
// For its first hour, TimeAgo shows how long ago a moment was. Durations are '8:05', see workedTime.ts.

import { wallClock } from './days.ts';

const pattern = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(?:[.,]\d+)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** 'YYYY-MM-DD HH:MM:SS'. Returns anything but a timestamp as it is. */
export function formatTime(timestamp: string): string {
  const match = pattern.exec(timestamp.trim());
  if (!match) return timestamp;
  const [, day = '', minutes, seconds = ':00', zone] = match;
  if (!minutes) return `${day} 00:00:00`;
  if (zone?.toUpperCase() !== 'Z') return `${day} ${minutes}${seconds}`;
  const date = new Date(`${day}T${minutes}${seconds}Z`);
  return Number.isNaN(date.getTime()) ? timestamp : wallClock(date);
}

/** 'YYYY-MM-DD' */
export function formatDay(timestamp: string): string {
  return pattern.test(timestamp.trim()) ? formatTime(timestamp).slice(0, 10) : timestamp;
}

/** '08:12' */
export const clockTime = (timestamp: string): string => formatTime(timestamp).slice(11, 16);

/** '08:12:05' */
export const exactClock = (timestamp: string): string => formatTime(timestamp).slice(11);

/** 'Sun, 22 Nov 2026', for a day or a timestamp. Returns any other text as it is. */
export function dayTitle(timestamp: string): string {
  const date = new Date(`${formatDay(timestamp)}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return timestamp;
  return date.toUTCString().slice(0, 16).replace(' 0', ' ');
}
