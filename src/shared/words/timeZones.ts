// Time zones to choose from, and offsets as text.

/** Current names for zones that browsers list under outdated ones. */
const namesOfToday: Readonly<Record<string, string>> = {
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
};

/** Lists the zones, including `value` even if it is unusual, such as a legacy name. */
export function timeZones(value: string): string[] {
  const listed = Intl.supportedValuesOf('timeZone').map((zone) => namesOfToday[zone] ?? zone);
  return [...new Set(['UTC', ...listed, value])].filter(Boolean).sort();
}

/** '+05:30' for 330. */
export function signedOffset(minutes: number): string {
  const two = (value: number) => String(Math.trunc(value)).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
}

/** Whether the zone differs from UTC by whole hours all year. */
export function hasWholeHours(zone: string): boolean {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, minute: 'numeric' });
  const year = new Date().getUTCFullYear();
  return [0, 6].every((month) => Number(format.format(Date.UTC(year, month, 1))) === 0);
}
