// Wording of times and durations in sentences about devices.

import { shortMoment } from '../../../../src/shared/words/moment.ts';
import { plural } from '../../../../src/shared/words/plural.ts';
import { type CompanyMoment, instantOf } from '../../../platform/time/clock.ts';

/** '08:12', or '20 Nov 08:12' on another day. */
export const shortTime = (instant: string, { now, clock }: CompanyMoment): string =>
  shortMoment(clock.wallClock(instant), clock.dayOf(instantOf(now)));

const units = [
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3_600 },
  { name: 'minute', seconds: 60 },
  { name: 'second', seconds: 1 },
] as const;

/** '30 minutes', '2 hours 5 minutes': at most two units, rounded down. */
export function elapsed(seconds: number): string {
  const largest = units.findIndex((unit) => seconds >= unit.seconds);
  let left = Math.floor(seconds);
  const parts = units.slice(Math.max(0, largest)).flatMap(({ name, seconds: size }) => {
    const count = Math.floor(left / size);
    left %= size;
    return [count === 0 ? '' : plural(count, name)];
  });
  return parts.slice(0, 2).filter(Boolean).join(' ') || '0 seconds';
}
