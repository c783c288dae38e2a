// How long data is kept, in words and as the form has it.

import { type ChosenRule, dataClasses, type RetentionRule } from '../../../shared/contract/privacy.ts';
import type { Option } from '../../../platform/ui/option.ts';

export type TermValues = Record<string, string>;

const usualMonths = [1, 3, 6, 12, 24, 36, 48, 60, 72, 84, 120];

/** '3 years', '18 months' */
export function monthsInWords(months: number): string {
  const isYears = months % 12 === 0;
  const count = isYears ? months / 12 : months;
  return `${count} ${isYears ? 'year' : 'month'}${count === 1 ? '' : 's'}`;
}

/** With the one that is stored, if somebody chose another by the API. */
export function termOptions(stored: number | null): Option[] {
  const months = [...new Set([...usualMonths, ...(stored === null ? [] : [stored])])].sort((one, other) => one - other);
  return [
    { value: '', label: 'For ever' },
    ...months.map((count) => ({ value: String(count), label: monthsInWords(count) })),
  ];
}

export const termsOf = (rules: readonly RetentionRule[]): TermValues =>
  Object.fromEntries(rules.map(({ data_class, keep_months }) => [data_class, String(keep_months ?? '')]));

/** A newer server may have more classes: their rules stay as they are. */
export const chosenRules = (terms: TermValues): ChosenRule[] =>
  dataClasses
    .filter((data_class) => data_class in terms)
    .map((data_class) => ({ data_class, keep_months: Number(terms[data_class]) || null }));
