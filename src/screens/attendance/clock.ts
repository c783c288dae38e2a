// Whether a record's clock can be trusted: a door's clock may be wrong, or the record may have waited.

import type { AttendanceRecord } from '../../contract/entities/attendance.ts';

const minute = 60_000;
const hour = 60 * minute;
const tolerance = 5 * minute;
const farApart = 2 * hour;

/** Without a zone both ends are read in the same one, which is enough to compare them. */
function instant(timestamp: string): number | undefined {
  const time = Date.parse(timestamp.replace(' ', 'T'));
  return Number.isNaN(time) ? undefined : time;
}

const hasZone = (timestamp: string) => /(?:Z|[+-]\d{2}:?\d{2})$/i.test(timestamp);

export function clockDoubt(
  { timestamp, created_at }: Pick<AttendanceRecord, 'timestamp' | 'created_at'>,
  now: number,
): string | undefined {
  const happened = instant(timestamp);
  const arrived = instant(created_at);
  if (happened === undefined) return undefined;
  if (hasZone(timestamp) && happened > now + tolerance) return 'Clock in the future';
  if (arrived === undefined || hasZone(timestamp) !== hasZone(created_at)) return undefined;
  if (happened > arrived + tolerance) return `Clock ${inWords(happened - arrived)} ahead of its arrival`;
  if (arrived > happened + farApart) return `Arrived ${inWords(arrived - happened)} later`;
  return undefined;
}

function inWords(milliseconds: number): string {
  const steps = [
    { size: 24 * hour, name: 'day' },
    { size: hour, name: 'hour' },
    { size: minute, name: 'minute' },
  ];
  const { size, name } = steps.find((step) => milliseconds >= step.size) ?? { size: minute, name: 'minute' };
  const count = Math.max(1, Math.floor(milliseconds / size));
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
