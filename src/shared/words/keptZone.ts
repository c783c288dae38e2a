// Time zone of the console's days and times. Separate from days.ts, as every page sets it but login shows no times.

let zone = '';

/** Sets the time zone of days and times; null means the viewer's. */
export function keepTimeOf(timeZone: string | null): void {
  zone = timeZone ?? '';
}

/** Returns '' for the viewer's zone. */
export const keptZone = (): string => zone;
