// The calendar and the clock of the console: those of the business, where its server says which zone that is, and else
// the viewer's. Days are 'YYYY-MM-DD'.

/** Writes 'YYYY-MM-DD HH:MM:SS', as Swedish does. It is made once, which takes as long as writing fifty times. */
export const clockOf = (timeZone?: string) =>
  new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'medium', timeZone });

/** The viewer's clock if the browser does not know the zone. */
function knownClockOf(timeZone: string): Intl.DateTimeFormat {
  try {
    return clockOf(timeZone);
  } catch {
    return clockOf();
  }
}

let clock = clockOf();

/** Sets the zone of days and times from now on; the viewer's if there is none. */
export function keepTimeOf(timeZone: string | null): void {
  clock = knownClockOf(timeZone ?? '');
}

export const calendarZone = (): string => clock.resolvedOptions().timeZone;

/** Whether the viewer's clock shows the same time. */
export function isViewersClock(): boolean {
  const now = new Date();
  return clock.format(now) === clockOf().format(now);
}

export const wallClock = (date: Date): string => clock.format(date);

/** Days are counted in UTC, where each has 24 hours. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** By the clock of the zone, for what belongs to one company or door. */
export function today(daysFromNow = 0, timeZone = ''): string {
  const { format } = timeZone ? knownClockOf(timeZone) : clock;
  return dayAfter(format(new Date()).slice(0, 10), daysFromNow);
}

/** Today by the clock that wrote the timestamp, if it says which. */
export function todayBy(timestamp: string): string {
  const offset = /T.*[+-]\d\d:\d\d$/.test(timestamp) && timestamp.slice(-6);
  if (!offset) return today();
  const ahead = -Date.parse(`1970-01-01T00:00${offset}`);
  return new Date(Date.now() + ahead).toISOString().slice(0, 10);
}
