// The values of the correction dialog by the name of their field, and the server's errors at those fields.

import { type CorrectionRequest, reasonRules } from '../../shared/contract/corrections.ts';
import { required, type Check, type FieldErrors } from '../../shared/contract/validate.ts';
import { fieldsOf, requestOf, type CorrectionDraft, type EventFields } from './draft.ts';

export type CorrectionValues = Record<string, string>;

const noFields: EventFields = { date: '', time: '', event: '' };

export const fieldName = (index: number, field: keyof EventFields) => `corrections.${index}.${field}`;

export function initialValues(drafts: readonly CorrectionDraft[]): CorrectionValues {
  const values: CorrectionValues = { reason: '' };
  drafts.forEach((draft, index) => {
    if (draft.kind !== 'add') return;
    for (const [field, value] of Object.entries(fieldsOf(draft))) values[`corrections.${index}.${field}`] = value;
  });
  return values;
}

export function rulesFor(drafts: readonly CorrectionDraft[]): Record<string, readonly Check[]> {
  const rules: Record<string, readonly Check[]> = { ...reasonRules };
  drafts.forEach((draft, index) => {
    if (draft.kind !== 'add') return;
    rules[fieldName(index, 'date')] = [required('Date is required')];
    rules[fieldName(index, 'time')] = [required('Time is required')];
  });
  return rules;
}

export function requestsOf(drafts: readonly CorrectionDraft[], values: CorrectionValues): CorrectionRequest[] {
  return drafts.map((draft, index) => {
    const value = (field: keyof EventFields) => values[fieldName(index, field)] ?? noFields[field];
    return requestOf(draft, { date: value('date'), time: value('time'), event: value('event') });
  });
}

export const isComplete = (drafts: readonly CorrectionDraft[], values: CorrectionValues): boolean =>
  drafts.every(
    ({ kind }, index) => kind !== 'add' || (values[fieldName(index, 'date')] && values[fieldName(index, 'time')]),
  );

/** The server knows one timestamp where the dialog has a date and a time. */
export const atOurFields = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([name, complaint]) => [name.replace(/\.timestamp$/, '.time'), complaint]),
  );

/** A complaint about something of this correction that has no field. */
export function complaintAbout(index: number, errors: FieldErrors, values: CorrectionValues): string | undefined {
  const own = Object.entries(errors).find(([name]) => name.startsWith(`corrections.${index}.`) && !(name in values));
  return own?.[1];
}
