// The wall clock of any zone: doors may be in other zones than the business.

import { type BusinessTime, createBusinessTime } from './businessTime.ts';

/** There are a few hundred zones. */
const zones = new Map<string, BusinessTime>();

export function timeIn(zone: string): BusinessTime {
  const time = zones.get(zone) ?? createBusinessTime(zone);
  zones.set(zone, time);
  return time;
}

/** Minutes east of UTC. */
export function offsetMinutes(time: BusinessTime, instant: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(time.wallClock(instant)) ?? [];
  const offset = Number(hours) * 60 + Number(minutes);
  return sign === '-' ? -offset : offset;
}
