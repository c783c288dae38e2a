// One person's punches over many days, with all the faults of real ones. The same seed makes the same punches.

import type { Chance } from '../../../server/app/sample/random.ts';
import type { Direction } from '../../../src/shared/day/types.ts';

export interface Punch {
  /** Milliseconds since 1970. */
  at: number;
  direction: Direction;
  arrivedAt: number;
  isManual: boolean;
  isSetAside: boolean;
  isLongShift: boolean;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const starts = [6, 8, 9, 14, 22] as const;

/** Punches in order from the first day on; a night or long shift may end after the last day. */
export function randomPunches(chance: Chance, firstDay: string, days: number): Punch[] {
  const punches: Punch[] = [];
  for (let index = 0; index < days; index++) {
    if (chance.percent(25)) continue;
    const shift = shiftOf(chance, Date.parse(firstDay) + index * day);
    if (chance.percent(35)) spoil(chance, shift);
    punches.push(...shift);
  }
  return punches.sort((one, other) => one.at - other.at);
}

function shiftOf(chance: Chance, midnight: number): Punch[] {
  const start = midnight + chance.pick(starts) * hour + chance.whole(-900, 900) * second;
  const end = start + chance.whole(6 * 60, 9 * 60) * minute + chance.whole(0, 59) * second;
  const middle = start + chance.whole(2 * 60, 5 * 60) * minute;
  const pause = chance.percent(50)
    ? [punch(middle, 'out'), punch(middle + chance.whole(5, 70) * minute + chance.whole(0, 59) * second, 'in')]
    : [];
  return [punch(start, 'in'), ...pause, punch(end, 'out')];
}

const punch = (at: number, direction: Direction): Punch => ({
  at,
  direction,
  arrivedAt: at + 2 * second,
  isManual: false,
  isSetAside: false,
  isLongShift: false,
});

type Fault = (shift: Punch[], any: Punch, chance: Chance) => void;

const faults: readonly [Fault, ...Fault[]] = [
  // Somebody forgot a punch.
  (shift, any) => shift.splice(shift.indexOf(any), 1),
  (shift) => shift.pop(),
  // The terminal misread, or somebody was impatient.
  (shift, any, chance) => shift.push({ ...any, at: any.at + chance.whole(0, 75) * second }),
  (shift, any, chance) => {
    for (let times = chance.whole(2, 4); times > 0; times--) shift.push({ ...any, at: any.at + times * 50 * second });
  },
  // The wrong button.
  (_, any) => {
    any.direction = any.direction === 'in' ? 'out' : 'in';
  },
  // A shift of 15 to 26 hours.
  (shift, _, chance) => {
    const [first] = shift.splice(1);
    if (!first || !shift[0]) return;
    shift.push(punch(shift[0].at + chance.whole(15 * 60, 26 * 60) * minute + chance.whole(0, 59) * second, 'out'));
    shift[0].isLongShift = chance.percent(40);
  },
  // A punch out of nowhere, perhaps at the same second as another one.
  (shift, any, chance) => {
    const away = chance.percent(30) ? 0 : chance.whole(-20 * 60, 20 * 60) * minute;
    shift.push(punch(any.at + away, chance.pick(['in', 'out'])));
  },
  (_, any, chance) => {
    any.isSetAside = chance.percent(70);
    any.isManual = !any.isSetAside;
  },
  // A clock that is wrong.
  (_, any, chance) => {
    any.arrivedAt = any.at + chance.pick([-3 * hour, -6 * minute, -4 * minute, 300 * day, 370 * day]);
  },
];

function spoil(chance: Chance, shift: Punch[]): void {
  for (let count = chance.whole(1, 2); count > 0; count--) {
    const [first, ...others] = shift;
    if (first) chance.pick(faults)(shift, chance.pick([first, ...others]), chance);
  }
}
