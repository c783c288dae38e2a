// Pairs as an HR system keeps them that knows only local times and whole minutes. Seconds are cut, as on timesheets.

import type { BusinessTime } from '../../../platform/time/businessTime.ts';
import { dateOf, instantOf, plusMinutes } from '../../../platform/time/instants.ts';
import type { Connection, PairItem } from './connector.ts';
import { siteTimeOf } from './siteTime.ts';

/** 'YYYY-MM-DDTHH:MM' */
export interface LocalPair {
  readonly from: string;
  readonly until: string;
}

type Site = Pick<Connection, 'values' | 'businessTime'>;

export function localPairOf({ from, until }: PairItem, site: Site): LocalPair {
  const time = siteTimeOf(site);
  return { from: localMinute(time, from), until: localMinute(time, until) };
}

export const localMinute = (time: BusinessTime, instant: string): string => time.wallClock(instant).slice(0, 16);

/** Why local minutes cannot say when the pair was. */
export function localRefusal(name: string, item: PairItem, site: Site): string | undefined {
  const { from, until } = localPairOf(item, site);
  if (item.from.slice(0, 16) === item.until.slice(0, 16)) {
    return `${name} keeps whole minutes, and this pair begins and ends in the same one. Enter it there if it counts`;
  }
  if (until <= from || isSecondOfTwo(siteTimeOf(site), item.from)) {
    return `${name} keeps local times, and the clock was set back at this pair. Enter it there`;
  }
  return undefined;
}

/** Clocks are set back by an hour, and on Lord Howe Island by half an hour. */
function isSecondOfTwo(time: BusinessTime, instant: string): boolean {
  const shown = localMinute(time, instant);
  return [30, 60].some((minutes) => localMinute(time, instantOf(plusMinutes(dateOf(instant), -minutes))) === shown);
}
