// Frappe HR's automatic attendance, as its sources of version 15 make it once an hour: of one shift from 08:00 to 17:00 on
// weekdays, to which check-ins belong from an hour before to an hour after, and which everybody has by default.

import { daysAfter } from '../../../server/platform/time/clock.ts';
import type { FrappeFake } from './frappeFake.ts';

export interface AutoAttendance {
  /** By 'person date'. What is made once never changes. */
  readonly made: ReadonlyMap<string, 'Present' | 'Absent'>;
  /** The names of check-ins that came too late to count. */
  readonly skipped: ReadonlySet<string>;
  /** The hourly job. */
  process(): void;
}

const [actualStart, actualEnd] = ['07:00:00', '18:00:00'];

const isWeekend = (date: string) => [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());

export function createAutoAttendance({ logs, people, shiftTypes }: FrappeFake): AutoAttendance {
  const made = new Map<string, 'Present' | 'Absent'>();
  const skipped = new Set<string>();
  const linked = new Set<string>();

  /** Of shifts that ended before the last sync. A log is done with once its shift is attendance, or it came too late. */
  function makeOfLogs(first: string, last: string): void {
    const open = logs.filter(({ name, time }) => {
      const [date = '', clock = ''] = time.split(' ');
      const isOfShift = clock >= actualStart && clock <= actualEnd && !isWeekend(date);
      return isOfShift && !linked.has(name) && !skipped.has(name) && time >= first && `${date} ${actualEnd}` < last;
    });
    for (const [key, ofShift] of Map.groupBy(open, ({ employee, time }) => `${employee} ${time.slice(0, 10)}`)) {
      const isTooLate = made.has(key);
      for (const { name } of ofShift) (isTooLate ? skipped : linked).add(name);
      if (!isTooLate) made.set(key, 'Present');
    }
  }

  /** Up to the day before the last sync, whoever has no attendance. */
  function markAbsent(first: string, last: string): void {
    for (let date = first; date <= daysAfter(last.slice(0, 10), -1); date = daysAfter(date, 1)) {
      if (isWeekend(date)) continue;
      for (const { id, is_active } of people.values()) {
        const key = `${id} ${date}`;
        if (is_active && !made.has(key)) made.set(key, 'Absent');
      }
    }
  }

  return {
    made,
    skipped,
    process() {
      for (const shift of shiftTypes.values()) {
        const { enable_auto_attendance, process_attendance_after: first, last_sync_of_checkin: last } = shift;
        if (!enable_auto_attendance || !first || !last) continue;
        makeOfLogs(first, last);
        markAbsent(first, last);
      }
    },
  };
}
