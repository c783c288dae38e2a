// Times for people. A timestamp without a zone, or with an offset, keeps its own wall-clock time; one that ends in Z is
// shown by the console's clock, see days.ts.

import { wallClock } from './days.ts';

const pattern = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(?:[.,]\d+)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** 'YYYY-MM-DD HH:MM:SS'; anything but a timestamp stays as it is. */
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
