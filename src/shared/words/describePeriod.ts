// A period in words, as filters and lists name it.

import { dateTitle } from './dates.ts';
import type { Period } from './periods.ts';

/** '16 – 22 Nov 2026', '30 Nov – 6 Dec 2026', '22 Nov 2026', 'from 9 Nov 2026'; empty without days. */
export function describePeriod({ start_date: start, end_date: end }: Period): string {
  if (!start) return end && `until ${dateTitle(end)}`;
  if (!end) return `from ${dateTitle(start)}`;
  if (start === end) return dateTitle(start);
  const [first, last] = [dateTitle(start).split(' '), dateTitle(end).split(' ')];
  while (first.length > 1 && first.at(-1) === last[first.length - 1]) first.pop();
  return `${first.join(' ')} – ${last.join(' ')}`;
}
