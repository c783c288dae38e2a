// The zone of the console's days and times. Apart from days.ts, as every page sets it, and login shows no time.

let zone = '';

/** Sets the zone of days and times from now on; the viewer's if there is none. */
export function keepTimeOf(timeZone: string | null): void {
  zone = timeZone ?? '';
}

/** '' for the viewer's. */
export const keptZone = (): string => zone;
