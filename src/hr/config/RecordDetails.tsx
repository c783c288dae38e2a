// The details of one employee in a test: held-back records and why, detected breaks, and warnings.

import { plural } from '../../format/plural.ts';
import type { HrSyncTest } from '../../contract/entities/hr.ts';
import { timeOfDay } from './timeOfDay.ts';
import * as s from './HrSyncDialog.module.css';

type Details = Pick<HrSyncTest['results']['sync_details'][number], 'held_back' | 'breaks' | 'warnings'>;

export function RecordDetails({ held_back = [], breaks = [], warnings = [] }: Details) {
  const summary = [
    held_back.length > 0 && `${held_back.length} held back`,
    breaks.length > 0 && plural(breaks.length, 'break'),
    warnings.length > 0 && plural(warnings.length, 'warning'),
  ].filter((part) => part !== false);
  if (summary.length === 0) return null;
  return (
    <details>
      <summary>{summary.join(', ')}</summary>
      <ul className={s.records}>
        {held_back.map(({ record_id, event_type, timestamp, sentence }) => (
          <li key={record_id}>
            Held back: {event_type} at {timeOfDay(timestamp)}. {sentence}.
          </li>
        ))}
        {breaks.map(({ from, to, minutes }) => (
          <li key={from}>
            Break: {timeOfDay(from)} to {timeOfDay(to)}, {minutes} minutes.
          </li>
        ))}
        {warnings.map((warning) => (
          <li key={warning}>Warning: {warning}.</li>
        ))}
      </ul>
    </details>
  );
}
