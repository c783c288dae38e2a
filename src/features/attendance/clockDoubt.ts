// Doubts about a record's time: the controller's clock may be wrong, or the record may have arrived late.

import type { AttendanceRecord } from '../../shared/contract/attendance.ts';
import { plural } from '../../shared/words/plural.ts';

const minute = 60_000;
const hour = 60 * minute;
const tolerance = 5 * minute;
const farApart = 2 * hour;

/** Reads a time without a zone in the viewer's, which is good enough to compare the two timestamps. */
function instant(timestamp: string): number | undefined {
  const time = Date.parse(timestamp.replace(' ', 'T'));
  return Number.isNaN(time) ? undefined : time;
}

const hasZone = (timestamp: string) => /(?:Z|[+-]\d{2}:?\d{2})$/i.test(timestamp);

export function clockDoubt(
  { timestamp, created_at, is_manual }: Pick<AttendanceRecord, 'timestamp' | 'created_at' | 'is_manual'>,
  now: number,
): string | undefined {
  // A record added by hand arrives when somebody misses it, not when it happened.
  if (is_manual) return undefined;
  const happened = instant(timestamp);
  const arrived = instant(created_at);
  if (happened === undefined) return undefined;
  if (hasZone(timestamp) && happened > now + tolerance) return 'Dated in the future';
  if (arrived === undefined || hasZone(timestamp) !== hasZone(created_at)) return undefined;
  if (happened > arrived + tolerance) return `Dated ${duration(happened - arrived)} after it arrived`;
  if (arrived > happened + farApart) return `Arrived ${duration(arrived - happened)} late`;
  return undefined;
}

const units = [
  { size: 24 * hour, name: 'day' },
  { size: hour, name: 'hour' },
];

function duration(milliseconds: number): string {
  const { size, name } = units.find((unit) => milliseconds >= unit.size) ?? { size: minute, name: 'minute' };
  return plural(Math.floor(milliseconds / size), name);
}
