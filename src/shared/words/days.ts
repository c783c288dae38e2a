// The console's calendar and clock: the business's where the server names its zone, otherwise the viewer's. Days are
// 'YYYY-MM-DD'.

import { keptZone } from './keptZone.ts';

/** Formats as 'YYYY-MM-DD HH:MM:SS', which is the Swedish format. Undefined for an unknown zone. */
export function clockOf(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return timeZone ? new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'medium', timeZone }) : undefined;
  } catch {
    return undefined;
  }
}

/** Reads the viewer's clock. Avoids Intl, whose first use takes longer than anything else before the first paint. */
export const viewersClock = (date: Date): string =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, -5).replace('T', ' ');

const reader = (timeZone: string) => clockOf(timeZone)?.format ?? viewersClock;

let kept = { zone: '', read: viewersClock };

/** Creates the zone's clock on first use and keeps it, as creating it takes as long as formatting fifty times. */
export function wallClock(date: Date): string {
  const zone = keptZone();
  if (zone !== kept.zone) kept = { zone, read: reader(zone) };
  return kept.read(date);
}

export const calendarZone = (): string => (clockOf(keptZone()) ?? new Intl.DateTimeFormat()).resolvedOptions().timeZone;

/** Counts in UTC, where each day has 24 hours. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Returns today in the given zone, for what belongs to one company or door, or else on the console's clock. */
export function today(daysFromNow = 0, timeZone = ''): string {
  const now = (timeZone ? reader(timeZone) : wallClock)(new Date());
  return dayAfter(now.slice(0, 10), daysFromNow);
}
