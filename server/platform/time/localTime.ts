// Local times of any zone, and the instants at which a clock shows them.

import { instantAt, instantOf, memoized, timeOf, type ZoneTime } from './clock.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

export interface LocalInstants {
  /** Milliseconds since 1970; two values, the earlier first, where the clock shows the time twice. */
  of(localTime: string): readonly [number] | readonly [number, number];
}

/** Most days have one offset all day, which is found once, so that thousands of times cost next to nothing. */
export function createLocalInstants(time: ZoneTime): LocalInstants {
  const offsetAt = (instant: number) => offsetMinutes(time, instantOf(new Date(instant))) * minute;

  /** The offset of a day if it does not change on it or on the days next to it; otherwise null. */
  const offsetOf = memoized((date: string) => {
    const start = Date.parse(date);
    const [before, after] = [offsetAt(start - day), offsetAt(start + 2 * day)];
    return before === after ? before : null;
  }, 10_000);

  return {
    of(localTime) {
      const shown = Date.parse(`${localTime.replace(' ', 'T')}Z`);
      const offset = offsetOf(localTime.slice(0, 10));
      if (offset !== null) return [shown - offset];
      // The greater offset gives the earlier instant.
      const [least, greatest] = [offsetAt(shown - day), offsetAt(shown + day)].sort((one, other) => one - other);
      const candidates = [greatest, least].flatMap((each) =>
        each !== undefined && offsetAt(shown - each) === each ? [shown - each] : [],
      );
      const [first, second] = candidates;
      // The moment of the skip.
      if (first === undefined) return [timeOf(instantAt(time, localTime.slice(0, 10), localTime.slice(11, 16)))];
      return second === undefined || second === first ? [first] : [first, second];
    },
  };
}

/** Minutes east of UTC. */
export function offsetMinutes(time: ZoneTime, instant: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(time.wallClock(instant)) ?? [];
  const offset = Number(hours) * 60 + Number(minutes);
  return sign === '-' ? -offset : offset;
}
