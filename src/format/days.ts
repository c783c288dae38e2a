// The calendar and the clock of the console: those of the business, where its server says which zone that is, and else
// the viewer's. Days are 'YYYY-MM-DD'.

/** Swedish writes 'YYYY-MM-DD HH:MM:SS'. Without a zone, it is the viewer's. */
const clockIn = (timeZone?: string) =>
  new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' });

let clock = clockIn();

/** From now on, days and times are those of this zone; of the viewer's if it is empty or unknown to the browser. */
export function keepTimeOf(timeZone: string): void {
  try {
    clock = clockIn(timeZone || undefined);
  } catch {
    clock = clockIn();
  }
}

export const calendarZone = (): string => clock.resolvedOptions().timeZone;

/** 'YYYY-MM-DD HH:MM:SS' */
export const wallClock = (date: Date): string => clock.format(date);

/** Days are counted in UTC, where each has 24 hours. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

export const today = (daysFromNow = 0): string => dayAfter(wallClock(new Date()).slice(0, 10), daysFromNow);

/** 'Sun, 22 Nov 2026' */
export function dayTitle(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? day : date.toUTCString().slice(0, 16);
}
