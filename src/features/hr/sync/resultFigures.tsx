// The figures of a sync's result. Those of one company lead to its records, where a state and a day name exactly them:
// accepted now and before are one state, and so are rejected now and before.

import type { HrState } from '../../../shared/contract/queries.ts';
import type { SyncResult } from '../../../shared/contract/hr.ts';
import type { Figure } from '../Figures.tsx';
import { RecordCount } from '../RecordCount.tsx';

export function resultFigures(result: SyncResult, company: number | undefined): Figure[] {
  const { date, success, failed, rejected, already_sent, rejected_before, held_back, total } = result;

  /** `others` are of the same state. */
  function counted(label: string, value: number | undefined, state?: HrState, others: number | undefined = 0): Figure {
    if (!value || !date || company === undefined || others > 0) return { label, value };
    const of = `${value === 1 ? 'record' : 'records'} of ${date}: ${label}`;
    return { label, value, shown: <RecordCount count={value} company={company} state={state} day={date} of={of} /> };
  }
  return [
    counted('Successful', success, 'sent', already_sent),
    { label: 'Failed', value: failed },
    ...(rejected !== undefined && failed > 0
      ? [counted('Will retry', failed - rejected, 'waiting'), counted('Rejected', rejected, 'failed', rejected_before)]
      : []),
    counted('Sent before', already_sent, 'sent', success),
    counted('Rejected before', rejected_before, 'failed', rejected),
    { label: 'Held back', value: held_back },
    counted('Total', total),
  ];
}
