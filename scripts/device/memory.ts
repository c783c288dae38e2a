// Memory of a device: each punch with its number and time. Apart from its faults, the clock shows the zone's time.

import { instantOf, timeIn } from '../../server/platform/time/clock.ts';
import { offsetMinutes } from '../../server/platform/time/localTime.ts';
import type { Fault } from './faults.ts';

export const keys = ['in', 'out', 'none'] as const;

export interface Punch {
  /** Empty for events without a person, such as an opened door. */
  readonly code: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly key: (typeof keys)[number];
}

export interface Held extends Punch {
  readonly number: number;
  /** Device clock, 'YYYY-MM-DD HH:MM:SS'. */
  readonly shown: string;
  /** Zone's offset at that moment, in minutes east of UTC. */
  readonly offset: number;
}

interface ClockOptions {
  readonly zone: string;
  /** Seconds; negative for slow. */
  readonly drift: number;
  readonly faults: ReadonlySet<Fault>;
  /** Time of the first punch. The clock's faults occur a few days later. */
  readonly from: number;
}

const hour = 3_600_000;
const day = 24 * hour;

export function createMemory({ zone, drift, faults, from }: ClockOptions) {
  const records: Held[] = [];
  const offsetAt = (at: number) => offsetMinutes(timeIn(zone), instantOf(new Date(at)));
  const powerCut = { from: from + 10 * day + 6 * hour, until: from + 10 * day + 12 * hour };
  const behind = { from: from + 15 * day, until: from + 16 * day };
  let shift = drift * 1_000;
  let number = 0;
  let hasRestarted = false;

  function clockAt(at: number): number {
    if (faults.has('clock-2000') && at >= powerCut.from && at < powerCut.until) {
      return Date.UTC(2000, 0, 1) + at - powerCut.from;
    }
    const isBehind = faults.has('clock-back') && at >= behind.from && at < behind.until;
    return at + offsetAt(at) * 60_000 + shift - (isBehind ? hour : 0);
  }

  function nextNumber(at: number): number {
    const restarts = faults.has('numbers-restart') && !hasRestarted && at >= from + 20 * day;
    hasRestarted ||= restarts;
    number = restarts ? 1 : number + 1;
    return number;
  }

  return {
    records,
    shownAt: (at: number) => instantOf(new Date(clockAt(at))),
    offsetAt,
    setClock(local: number, at: number) {
      shift = local - at - offsetAt(at) * 60_000;
    },
    hold(punch: Punch) {
      records.push({
        ...punch,
        number: nextNumber(punch.at),
        shown: instantOf(new Date(clockAt(punch.at))),
        offset: offsetAt(punch.at),
      });
    },
  };
}

export type Memory = ReturnType<typeof createMemory>;
