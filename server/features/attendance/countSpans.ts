// The spans of UTC time, from years down to hours, that make up a period.

import { dateOf, instantOf } from '../../platform/time/clock.ts';

/** Instants before and after all records. */
export const beginning = '0001-01-01 00:00:00';
export const never = '9999-12-31 00:00:00';

/** Start and end, which is excluded; either may be open. */
export interface Period {
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

const spans = ['year', 'month', 'day', 'hour'] as const;
type Span = (typeof spans)[number];

export interface PartOfPeriod extends Period {
  /** Undefined where the records have to be counted. */
  readonly span: Span | undefined;
}

/** Splits a period into the longest spans that fit, and the rest at its two ends. */
export function partsOf(period: Period, [span, ...finer]: readonly Span[] = spans): PartOfPeriod[] {
  const { from, until } = period;
  if (from !== undefined && from === until) return [];
  if (span === undefined) return [{ span, from, until }];
  const first = from === undefined ? from : firstStart(from, span);
  const end = until === undefined ? until : startOf(until, span);
  if (first !== undefined && end !== undefined && first >= end) return partsOf(period, finer);
  const head = from === first ? [] : partsOf({ from, until: first }, finer);
  const tail = end === until ? [] : partsOf({ from: end, until }, finer);
  return [...head, { span, from: first, until: end }, ...tail];
}

interface Range {
  readonly span: Span;
  readonly from: string;
  until: string;
}

/** The ranges that the parts cover together: the days of a month, for example, are one range. */
export function rangesOf(parts: readonly PartOfPeriod[]): Range[] {
  return spans.flatMap((span) => {
    const ranges: Range[] = [];
    const ofSpan = parts
      .filter((part) => part.span === span)
      .map(({ from = beginning, until = never }) => ({ span, from, until }))
      .toSorted((one, other) => (one.from < other.from ? -1 : 1));
    for (const range of ofSpan) {
      const last = ranges.at(-1);
      if (!last || last.until < range.from) ranges.push(range);
      else if (last.until < range.until) last.until = range.until;
    }
    return ranges;
  });
}

const digits: Record<Span, number> = { year: 4, month: 7, day: 10, hour: 13 };

const startOf = (instant: string, span: Span): string =>
  instant.slice(0, digits[span]) + '0000-01-01 00:00:00'.slice(digits[span]);

/** The start of the first span that begins at or after the instant. */
function firstStart(instant: string, span: Span): string {
  const start = startOf(instant, span);
  if (start === instant) return instant;
  const date = dateOf(start);
  if (span === 'year') date.setUTCFullYear(date.getUTCFullYear() + 1);
  if (span === 'month') date.setUTCMonth(date.getUTCMonth() + 1);
  if (span === 'day') date.setUTCDate(date.getUTCDate() + 1);
  if (span === 'hour') date.setUTCHours(date.getUTCHours() + 1);
  return instantOf(date);
}
