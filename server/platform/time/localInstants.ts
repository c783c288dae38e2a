// The instants at which a clock shows a local time: one, two in the hour that comes twice, none in the hour that is
// skipped. Most days have one offset all day, which is found once, so that thousands of times cost next to nothing.

import type { BusinessTime } from './businessTime.ts';
import { instantOf } from './instants.ts';
import { instantAt } from './wallClock.ts';
import { offsetMinutes } from './zones.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

export interface LocalInstants {
  /** Both where the clock shows the time twice, the earlier first; milliseconds since 1970. */
  of(localTime: string): readonly [number] | readonly [number, number];
}

export function createLocalInstants(time: BusinessTime): LocalInstants {
  /** Of days on which it does not change, nor on those beside them. */
  const offsets = new Map<string, number | undefined>();
  const offsetAt = (instant: number) => offsetMinutes(time, instantOf(new Date(instant))) * minute;

  function offsetOf(date: string): number | undefined {
    if (offsets.has(date)) return offsets.get(date);
    const start = Date.parse(date);
    const [before, after] = [offsetAt(start - day), offsetAt(start + 2 * day)];
    const offset = before === after ? before : undefined;
    if (offsets.size > 10_000) offsets.clear();
    offsets.set(date, offset);
    return offset;
  }

  return {
    of(localTime) {
      const shown = Date.parse(`${localTime.replace(' ', 'T')}Z`);
      const offset = offsetOf(localTime.slice(0, 10));
      if (offset !== undefined) return [shown - offset];
      // The greater offset gives the earlier instant.
      const [least, greatest] = [offsetAt(shown - day), offsetAt(shown + day)].sort((one, other) => one - other);
      const found = [greatest, least].flatMap((each) =>
        each !== undefined && offsetAt(shown - each) === each ? [shown - each] : [],
      );
      const [first, second] = found;
      if (first === undefined) return [momentOfSkip(time, localTime)];
      return second === undefined || second === first ? [first] : [first, second];
    },
  };
}

function momentOfSkip(time: BusinessTime, localTime: string): number {
  return Date.parse(`${instantAt(time, localTime.slice(0, 10), localTime.slice(11, 16)).replace(' ', 'T')}Z`);
}
