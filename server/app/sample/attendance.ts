// Attendance as controllers report it: with breaks, ten forgotten check-outs and unknown employees.

import { type Clock, dateOf, daysAfter, instantOf, plusMinutes } from '../../platform/time/clock.ts';
import type { Chance } from './random.ts';

export interface Worker {
  id: number;
  companyId: number;
  code: string;
  /** The position in the company, which decides about days off and shifts. */
  index: number;
  shifts: Shifts;
  doors: readonly [Door, ...Door[]];
  clocksFrom: Date;
}

export interface Door {
  id: number;
  /** Some controllers send event ids. */
  numbersEvents: boolean;
  silentFrom: Date | undefined;
}

/** A row of attendance. */
export type Event = {
  company_id: number;
  employee_id: number | null;
  employee_code: string;
  access_controller_id: number;
  event_id: string | null;
  event_type: 'check-in' | 'check-out';
  occurred_at: string;
  is_processed: boolean;
  created_at: string;
};

const daysUntilProcessed = 7;
const forgottenCheckOuts = 10;
const daysWithForgotten = 12;
const leastEventsToday = 6;

export function attendanceOf(
  workers: readonly Worker[],
  days: number,
  { now, clock }: { now: Date; clock: Clock },
  chance: Chance,
): Event[] {
  const events: Event[] = [];
  const lastCheckOuts: Event[] = [];
  const processedBefore = plusMinutes(now, -daysUntilProcessed * 24 * 60);
  const today = clock.dayOf(instantOf(now));
  const midnightOf = (day: string) => dateOf(clock.startOf(day));

  function add(worker: Worker, type: Event['event_type'], occurred: Date, code?: string): Event | undefined {
    if (occurred > now || occurred < worker.clocksFrom) return undefined;
    const door = doorAt(worker.doors, occurred, chance);
    const delay = chance.percent(1) ? chance.whole(600, 7_200) : chance.whole(1, 40);
    const event = {
      company_id: worker.companyId,
      employee_id: code === undefined ? worker.id : null,
      employee_code: code ?? worker.code,
      access_controller_id: door.id,
      event_id: door.numbersEvents ? `${door.id}-${events.length + 1}` : null,
      event_type: type,
      occurred_at: instantOf(occurred),
      is_processed: occurred < processedBefore,
      created_at: instantOf(new Date(Math.min(occurred.getTime() + delay * 1000, now.getTime()))),
    };
    events.push(event);
    return event;
  }

  for (let ago = days; ago >= 0; ago--) {
    const day = daysAfter(today, -ago);
    const midnight = midnightOf(day);
    for (const worker of workers) {
      const shift = shiftOn(day, worker, chance);
      const code = shift && chance.percent(0.4) ? `990${chance.whole(10, 99)}` : undefined;
      for (const [index, [type, minute]] of (shift ?? []).entries()) {
        const event = add(worker, type, plusMinutes(midnight, minute + chance.whole(0, 59) / 60), code);
        const isLast = index + 1 === shift?.length;
        if (event && isLast && !code && ago > 0 && ago <= daysWithForgotten) lastCheckOuts.push(event);
      }
    }
  }
  addBreaksIfEmpty();
  const forgotten = someOf(lastCheckOuts, Math.min(forgottenCheckOuts, Math.ceil(lastCheckOuts.length / 20)));
  return events
    .filter((event) => !forgotten.has(event))
    .sort((one, other) => (one.created_at < other.created_at ? -1 : 1));

  /** Lets the night shift take breaks if today has no events yet, soon after midnight: Attendance shows today first. */
  function addBreaksIfEmpty(): void {
    const midnight = midnightOf(today);
    if (events.filter(({ occurred_at }) => occurred_at >= instantOf(midnight)).length >= leastEventsToday) return;
    const yesterday = daysAfter(today, -1);
    const guards = workers.filter((worker) => worker.shifts === 'aroundTheClock');
    const onDuty = guards.filter((worker) => isOnNightShift(yesterday, worker));
    const minutes = (now.getTime() - midnight.getTime()) / 60_000;
    for (const [index, worker] of [...onDuty, ...guards].slice(0, leastEventsToday / 2).entries()) {
      add(worker, 'check-out', plusMinutes(midnight, minutes * (0.2 + index / 10)));
      add(worker, 'check-in', plusMinutes(midnight, minutes * (0.6 + index / 10)));
    }
  }
}

function doorAt([main, ...others]: Worker['doors'], occurred: Date, chance: Chance): Door {
  return chance.pick([main, ...others.filter(({ silentFrom }) => !silentFrom || occurred < silentFrom)]);
}

/** Picks items that are evenly spread over the list. */
function someOf<T>(items: readonly T[], count: number): Set<T> {
  const step = items.length / Math.max(1, count);
  return new Set(items.filter((_, index) => count > 0 && Math.floor(index / step) !== Math.floor((index - 1) / step)));
}

export type Shifts = 'office' | 'twoShifts' | 'aroundTheClock';

type Stamps = [Event['event_type'], minute: number][];

/** How many come to the office, in percent, from Sunday to Saturday. */
const officeAttendance = [0, 86, 95, 97, 91, 68, 0];

/**
 * Says when employees work: office hours on weekdays, or shifts on every day of the week. Returns minutes after
 * midnight, beyond 24 hours in a night shift, or undefined on a day off.
 */
function shiftOn(day: string, worker: Worker, chance: Chance): Stamps | undefined {
  if (worker.shifts === 'office') {
    const weekday = new Date(day).getUTCDay();
    if (!chance.percent(officeAttendance[weekday] ?? 0)) return undefined;
    return stampsOf(480 + ((worker.index * 17) % 80), 510, chance);
  }
  const start = shiftStart(day, worker);
  if (start === undefined || chance.percent(5)) return undefined;
  return stampsOf(start, 480, chance);
}

const isOnNightShift = (day: string, worker: Worker): boolean => shiftStart(day, worker) === nightStart;

const nightStart = 22 * 60;
const shiftStarts = { office: [], twoShifts: [6 * 60, 13 * 60], aroundTheClock: [6 * 60, 14 * 60, nightStart] };

/** Five days of one shift, two days off, and then the next shift. */
function shiftStart(day: string, { index, shifts }: Worker): number | undefined {
  const count = Math.floor(Date.parse(day) / 86_400_000) + index;
  const starts = shiftStarts[shifts];
  return count % 7 < 5 ? starts[(Math.floor(count / 7) + index) % starts.length] : undefined;
}

function stampsOf(start: number, minutes: number, chance: Chance): Stamps {
  const pause = start + Math.floor(minutes / 2) + chance.whole(-30, 30);
  const stamps: Stamps = [['check-in', start + chance.whole(-12, 8)]];
  if (chance.percent(45)) stamps.push(['check-out', pause], ['check-in', pause + chance.whole(25, 60)]);
  stamps.push(['check-out', start + minutes + chance.whole(0, 25)]);
  return stamps;
}
