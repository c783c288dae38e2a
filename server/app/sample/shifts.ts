// When employees work: office hours on weekdays, or shifts on every day of the week.

import type { Chance } from './random.ts';

export type Shifts = 'office' | 'twoShifts' | 'aroundTheClock';

interface ShiftWorker {
  index: number;
  shifts: Shifts;
}

type Stamps = ['check-in' | 'check-out', minute: number][];

/** How many come to the office, in percent, from Sunday to Saturday. */
const officeAttendance = [0, 86, 95, 97, 91, 68, 0];

/** The minutes after midnight, beyond 24 hours in a night shift; undefined on a day off. */
export function shiftOn(day: string, worker: ShiftWorker, chance: Chance): Stamps | undefined {
  if (worker.shifts === 'office') {
    const weekday = new Date(day).getUTCDay();
    if (!chance.percent(officeAttendance[weekday] ?? 0)) return undefined;
    return stampsOf(480 + ((worker.index * 17) % 80), 510, chance);
  }
  const start = shiftStart(day, worker);
  if (start === undefined || chance.percent(5)) return undefined;
  return stampsOf(start, 480, chance);
}

export const isOnNightShift = (day: string, worker: ShiftWorker): boolean => shiftStart(day, worker) === nightStart;

const nightStart = 22 * 60;
const shiftStarts = { office: [], twoShifts: [6 * 60, 13 * 60], aroundTheClock: [6 * 60, 14 * 60, nightStart] };

/** Five days of one shift, two days off, and then the next shift. */
function shiftStart(day: string, { index, shifts }: ShiftWorker): number | undefined {
  const count = Math.floor(Date.parse(day) / 86_400_000) + index;
  const starts = shiftStarts[shifts];
  return count % 7 < 5 ? starts[(Math.floor(count / 7) + index) % starts.length] : undefined;
}

function stampsOf(start: number, minutes: number, chance: Chance): Stamps {
  const pause = start + Math.floor(minutes / 2) + chance.whole(-30, 30);
  return [
    ['check-in', start + chance.whole(-12, 8)],
    ...(chance.percent(45)
      ? ([
          ['check-out', pause],
          ['check-in', pause + chance.whole(25, 60)],
        ] satisfies Stamps)
      : []),
    ['check-out', start + minutes + chance.whole(0, 25)],
  ];
}
