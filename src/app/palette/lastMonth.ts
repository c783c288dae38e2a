import { dayOf } from '../../format/days.ts';

/** The calendar month before this one. */
export function lastMonth(now = new Date()): { start_date: string; end_date: string } {
  const start = new Date(now.getFullYear(), now.getMonth() - 1, 1);
  const end = new Date(now.getFullYear(), now.getMonth(), 0);
  return { start_date: dayOf(start), end_date: dayOf(end) };
}
