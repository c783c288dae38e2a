// Times as people read them. A timestamp without a zone, or with an offset, is shown with the wall
// clock that it says; one that ends in Z is shown in the viewer's zone.

import { dayOf, two } from './days.ts';

const pattern = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(?:[.,]\d+)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** A row of a table says its time several times over. */
let latest = { timestamp: '', words: '' };

/** 'YYYY-MM-DD HH:MM:SS'; a text that is no timestamp is shown as it came. */
export function formatTime(timestamp: string): string {
  if (latest.timestamp !== timestamp) latest = { timestamp, words: inWords(timestamp) };
  return latest.words;
}

function inWords(timestamp: string): string {
  const match = pattern.exec(timestamp.trim());
  if (!match) return timestamp;
  const [, day = '', minutes, seconds = ':00', zone] = match;
  if (!minutes) return `${day} 00:00:00`;
  if (zone?.toUpperCase() !== 'Z') return `${day} ${minutes}${seconds}`;
  const date = new Date(`${day}T${minutes}${seconds}Z`);
  if (Number.isNaN(date.getTime())) return timestamp;
  return `${dayOf(date)} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** 'YYYY-MM-DD' */
export function formatDay(timestamp: string): string {
  return pattern.test(timestamp.trim()) ? formatTime(timestamp).slice(0, 10) : timestamp;
}
