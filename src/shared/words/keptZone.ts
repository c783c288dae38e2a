// The time zone of the console's days and times. Apart from days.ts, since every page sets it and login shows no time.

let zone = '';

/** Sets the time zone of days and times; null means the viewer's. */
export function keepTimeOf(timeZone: string | null): void {
  zone = timeZone ?? '';
}

/** '' for the viewer's. */
export const keptZone = (): string => zone;
