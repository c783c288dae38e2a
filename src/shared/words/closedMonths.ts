// Closed months in words.

import type { PastEvents } from '../contract/employees.ts';
import type { ClosedMonthChange } from '../contract/workday.ts';
import { listed } from './listed.ts';
import { shortMoment } from './moment.ts';
import { monthTitle } from './months.ts';
import { plural } from './plural.ts';

/** Maximum number of months to name. Beyond it, the oldest are only counted. */
const mostNamed = 3;

/** 'October 2026 is closed', 'September 2026 and October 2026 are closed' */
export function closedInWords(months: readonly string[]): string {
  const distinct = [...new Set(months)].sort().reverse();
  const names = distinct.slice(0, mostNamed).map(monthTitle);
  const more = distinct.length - names.length;
  const words = more > 0 ? [...names, more === 1 ? '1 more month' : `${more} more months`] : names.reverse();
  return `${listed(words)} ${distinct.length === 1 ? 'is' : 'are'} closed`;
}

/** Describes events whose person did not change: '2 events stay as they are: October 2026 is closed.' */
export function stayedInWords(events: PastEvents | undefined): string {
  if (!events || events.stayed === 0) return '';
  const stay = events.stayed === 1 ? 'stays as it is' : 'stay as they are';
  return `${plural(events.stayed, 'event')} ${stay}: ${closedInWords(events.closed_months)}.`;
}

/** '2 events came late, since 3 Nov 14:02' */
export function changeInWords({ kind, total, since }: ClosedMonthChange): string {
  return `${describeChange(kind, total)}, since ${shortMoment(since)}`;
}

function describeChange(kind: string, total: number): string {
  switch (kind) {
    case 'late_events':
      return `${plural(total, 'event')} came late`;
    case 'erasure':
      return `data of ${total === 1 ? '1 person' : `${total} people`} was erased`;
    case 'retention':
      return 'old records were removed by the retention rules';
    default:
      return kind.replaceAll('_', ' ');
  }
}
