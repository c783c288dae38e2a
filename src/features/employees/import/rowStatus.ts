// The state of a row in words: what the import would do with it, and afterwards what it did.

import { employeeFields } from '../../../shared/contract/employees.ts';
import { labels, valueFields } from './columns.ts';
import type { PlannedRow } from './plan.ts';
import type { Results } from './runImport.ts';

export const statusNames = {
  create: { label: 'Create', tone: 'accent' },
  change: { label: 'Change', tone: 'accent' },
  created: { label: 'Created', tone: 'good' },
  changed: { label: 'Changed', tone: 'good' },
  nothing: { label: 'Unchanged', tone: 'neutral' },
  refused: { label: 'Refused', tone: 'bad' },
  failed: { label: 'Failed', tone: 'bad' },
  unclear: { label: 'Not Confirmed', tone: 'warning' },
  left: { label: 'Not Imported', tone: 'warning' },
} as const;

export type RowStatus = keyof typeof statusNames;

/** A row of a plan, before or after its import. */
export interface ReportedRow {
  planned: PlannedRow;
  status: RowStatus;
  /** Why it was not imported, in the server's words, or a remark. */
  message: string;
}

export function reportRow(planned: PlannedRow, results: Results | undefined): ReportedRow {
  const { outcome } = planned;
  const report = (status: RowStatus, message = ''): ReportedRow => ({ planned, status, message });
  if (!results || outcome === 'nothing' || outcome === 'refused') return report(outcome);
  const result = results.get(planned);
  if (!result) return report('left');
  if (result.state === 'done') return report(outcome === 'create' ? 'created' : 'changed', result.message);
  return report(result.state, result.message);
}

/** States of rows that go into the file of refused rows. */
const notImportedStates: ReadonlySet<RowStatus> = new Set(['refused', 'failed', 'unclear', 'left']);
export const notImported = (rows: readonly ReportedRow[]): ReportedRow[] =>
  rows.filter(({ status }) => notImportedStates.has(status));

/** Whether another run continues with the row. */
export const isUnfinished = ({ status }: ReportedRow): boolean => status === 'unclear' || status === 'left';

/** Explains the row, one line for each point. */
export function explain({ planned, status, message }: ReportedRow): string[] {
  const { values } = planned;
  if (planned.outcome === 'refused') {
    return planned.problems.map(({ field, message: why }) => {
      if (!field) return why;
      const label = labels[field];
      const value = field === 'company' || field === 'first_name' || field === 'last_name' ? undefined : values[field];
      const told = value && !why.includes(value) ? `${why} (${shortened(value)})` : why;
      return why.startsWith(label) ? told : `${label}: ${told}`;
    });
  }
  if (status === 'failed') return [message];
  if (status === 'unclear') return [`${message} It may have been stored; Retry finds out.`];
  if (planned.outcome === 'change') {
    const changes = planned.changes.map(
      ({ field, from, to }) => `${labels[field]}: ${shortened(from) || 'empty'} → ${shortened(to)}`,
    );
    return [...changes, message].filter(Boolean);
  }
  if (planned.outcome === 'nothing') return [];
  const about = detailFields
    .flatMap((field) => values[field] ?? [])
    .map(shortened)
    .join(' · ');
  return message ? [about, message] : [about];
}

/** The row itself shows the name and the ID. */
const detailFields = valueFields.filter(
  (field) => field !== 'name' && field !== 'employee_id' && !employeeFields[field].isDay,
);

const longest = 80;
const shortened = (text = '') => (text.length > longest ? `${text.slice(0, longest)}…` : text);
