// Generates people's punches over a number of days: in and out, breaks on many days, night shifts, and mistakes.

import type { Chance } from '../../server/app/sample/random.ts';
import type { Punch } from './memory.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** '00101' and up. */
export const codesOf = (people: number): string[] =>
  Array.from({ length: people }, (_, index) => String(101 + index).padStart(5, '0'));

interface WorkingDays {
  readonly codes: readonly string[];
  /** Midnight of the first day at the device's location. */
  readonly from: number;
  readonly days: number;
  readonly chance: Chance;
}

export function workingDays({ codes, from, days, chance }: WorkingDays): Punch[] {
  const punches: Punch[] = [];
  for (const code of codes) {
    for (let index = 0; index < days; index++) {
      if (!chance.percent(20)) punches.push(...workingDay(code, from + index * day, chance));
    }
  }
  return punches.sort((one, other) => one.at - other.at);
}

function workingDay(code: string, midnight: number, chance: Chance): Punch[] {
  const start = midnight + chance.pick([6, 8, 9, 14, 22]) * hour + chance.whole(-900, 900) * 1_000;
  const end = start + chance.whole(6 * 60, 9 * 60) * minute;
  const pause = start + chance.whole(2 * 60, 4 * 60) * minute;
  const breaks: Punch[] = chance.percent(50)
    ? [
        { code, at: pause, key: 'out' },
        { code, at: pause + chance.whole(10, 60) * minute, key: 'in' },
      ]
    : [];
  const punches: Punch[] = [{ code, at: start, key: 'in' }, ...breaks, { code, at: end, key: 'out' }];
  return punches.flatMap((punch) => asDone(punch, chance));
}

/** Leaves out, repeats or falsifies some punches. */
function asDone(punch: Punch, chance: Chance): Punch[] {
  if (chance.percent(3)) return [];
  if (chance.percent(3)) return [{ ...punch, key: punch.key === 'in' ? 'out' : 'in' }];
  if (chance.percent(6)) return [punch, { ...punch, at: punch.at + chance.whole(2, 90) * 1_000 }];
  return [punch];
}
