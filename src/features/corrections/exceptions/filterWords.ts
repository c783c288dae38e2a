// The filters of the inbox in words.

import { describePeriod } from '../../../shared/words/describePeriod.ts';
import { exceptionName } from '../../../shared/words/exceptionWords.ts';
import { labelOf } from '../../../platform/ui/option.ts';
import type { ExceptionRow } from './exceptionRow.ts';
import type { Filters } from './list.ts';

export const answerStates = [
  { value: '0', label: 'Not Answered' },
  { value: '1', label: 'Answered' },
  { value: '', label: 'All' },
];

export const periodInWords = (filters: Filters): string =>
  filters.start_date ? describePeriod(filters) : `two weeks until ${filters.end_date || 'today'}`;

/** When there are none: 'Nothing to answer from 2026-11-09 to 2026-11-22' */
export function noneInWords(filters: Filters): string {
  const what = { 0: 'Nothing to answer', 1: 'Nothing was answered' }[filters.is_answered] ?? 'No exceptions';
  const { start_date, end_date } = filters;
  if (!start_date || !end_date) return what;
  return start_date === end_date ? `${what} on ${start_date}` : `${what} from ${start_date} to ${end_date}`;
}

/** On paper. */
export function filtersInWords(filters: Filters, rows: readonly ExceptionRow[]) {
  const { company_id, employee_id, kind, is_answered } = filters;
  return [
    { label: 'Days', value: periodInWords(filters) },
    { label: 'Company', value: company_id && (rows[0]?.company.name ?? company_id) },
    { label: 'Employee', value: employee_id && (rows[0]?.employee?.name ?? employee_id) },
    { label: 'Kind', value: kind && exceptionName(kind) },
    { label: 'Answered or not', value: labelOf(answerStates, is_answered) },
  ].filter(({ value }) => value !== '');
}
