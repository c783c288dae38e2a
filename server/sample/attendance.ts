// Attendance as controllers report it: with lunch breaks, forgotten check-outs and unknown employees.

import { instantOf, plusMinutes } from '../time/instants.ts';
import type { Chance } from './random.ts';

export interface Worker {
  id: number;
  companyId: number;
  code: string;
  controllers: readonly [Door, ...Door[]];
  everyDay: boolean;
}

export interface Door {
  id: number;
  /** Some controllers send event ids. */
  numbersEvents: boolean;
}

export interface Event {
  companyId: number;
  employeeId: number | null;
  code: string;
  controllerId: number;
  eventId: string | null;
  type: 'check-in' | 'check-out';
  occurredAt: string;
  createdAt: string;
  isProcessed: boolean;
}

/** Older records are marked as processed. */
const daysUntilProcessed = 7;

export function attendanceOf(workers: readonly Worker[], days: number, now: Date, chance: Chance): Event[] {
  const events: Event[] = [];
  const processedBefore = plusMinutes(now, -daysUntilProcessed * 24 * 60);
  const today = new Date(now);
  today.setUTCHours(0, 0, 0, 0);

  for (let ago = days; ago >= 0; ago--) {
    const day = plusMinutes(today, -ago * 24 * 60);
    const isWeekend = day.getUTCDay() === 0 || day.getUTCDay() === 6;
    for (const worker of workers) {
      if (isWeekend ? !worker.everyDay || chance.percent(40) : chance.percent(7)) continue;
      const isUnknown = chance.percent(0.4);
      for (const [type, minute] of dayOf(chance)) {
        const occurred = new Date(plusMinutes(day, minute).getTime() + chance.whole(0, 59) * 1000);
        if (occurred > now) continue;
        const door = chance.pick(worker.controllers);
        const delay = chance.percent(1) ? chance.whole(600, 7_200) : chance.whole(1, 40);
        const stored = new Date(Math.min(occurred.getTime() + delay * 1000, now.getTime()));
        events.push({
          companyId: worker.companyId,
          employeeId: isUnknown ? null : worker.id,
          code: isUnknown ? `990${chance.whole(10, 99)}` : worker.code,
          controllerId: door.id,
          eventId: door.numbersEvents ? `${door.id}-${events.length + 1}` : null,
          type,
          occurredAt: instantOf(occurred),
          createdAt: instantOf(stored),
          isProcessed: occurred < processedBefore,
        });
      }
    }
  }
  return events.sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
}

/** Minutes after midnight. */
function dayOf(chance: Chance): ['check-in' | 'check-out', number][] {
  const arrives = chance.whole(8 * 60, 9 * 60 + 20);
  const leaves = chance.whole(17 * 60, 18 * 60 + 30);
  const lunch = chance.whole(12 * 60, 13 * 60);
  const day: ['check-in' | 'check-out', number][] = [['check-in', arrives]];
  if (chance.percent(45)) day.push(['check-out', lunch], ['check-in', lunch + chance.whole(25, 75)]);
  if (!chance.percent(3)) day.push(['check-out', leaves]);
  return day;
}
