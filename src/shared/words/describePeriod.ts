// A period in words, as filters and lists name it.

import type { Period } from './periods.ts';

/** '2026-11-09 to 2026-11-22', 'from 2026-11-09'; empty without days. */
export function describePeriod({ start_date: start, end_date: end }: Period): string {
  if (start && end) return start === end ? start : `${start} to ${end}`;
  if (start) return `from ${start}`;
  return end && `until ${end}`;
}
