// The calendar and the clock of the console: those of the business, where its server says which zone that is, and else
// the viewer's. Days are 'YYYY-MM-DD'.

import { keptZone } from './keptZone.ts';

/** Writes 'YYYY-MM-DD HH:MM:SS', the Swedish format. Undefined for an unknown zone. */
export function clockOf(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return timeZone ? new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'medium', timeZone }) : undefined;
  } catch {
    return undefined;
  }
}

/** The viewer's. Avoids Intl, whose first use in a page takes longer than anything else before the first paint. */
export const viewersClock = (date: Date): string =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, -5).replace('T', ' ');

const reader = (timeZone: string) => clockOf(timeZone)?.format ?? viewersClock;

let kept = { zone: '', read: viewersClock };

/** Creates the zone's clock once, on first use: that takes as long as writing fifty times. */
export function wallClock(date: Date): string {
  const zone = keptZone();
  if (zone !== kept.zone) kept = { zone, read: reader(zone) };
  return kept.read(date);
}

export const calendarZone = (): string => (clockOf(keptZone()) ?? new Intl.DateTimeFormat()).resolvedOptions().timeZone;

/** Days are counted in UTC, where each has 24 hours. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** By the clock of the zone, for what belongs to one company or door. */
export function today(daysFromNow = 0, timeZone = ''): string {
  const now = (timeZone ? reader(timeZone) : wallClock)(new Date());
  return dayAfter(now.slice(0, 10), daysFromNow);
}
