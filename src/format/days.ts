// The calendar and the clock of the console: those of the business, where its server says which zone that is, and else
// the viewer's. Days are 'YYYY-MM-DD'.

/** Undefined while it is the viewer's. */
let business: Intl.DateTimeFormat | undefined;

/** From now on, days and times are those of this zone; of the viewer's if it is empty or unknown to the browser. */
export function keepTimeOf(timeZone: string): void {
  try {
    // Swedish writes 'YYYY-MM-DD HH:MM:SS'.
    business = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  } catch {
    business = undefined;
  }
}

export const calendarZone = (): string => (business ?? Intl.DateTimeFormat()).resolvedOptions().timeZone;

/** 'YYYY-MM-DD HH:MM:SS' */
export const wallClock = (date: Date): string =>
  business?.format(date) ??
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19).replace('T', ' ');

/** Days are counted in UTC, where each has 24 hours. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

export const today = (daysFromNow = 0): string => dayAfter(wallClock(new Date()).slice(0, 10), daysFromNow);

/** 'Sun, 22 Nov 2026' */
export function dayTitle(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? day : date.toUTCString().slice(0, 16);
}
