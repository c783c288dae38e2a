// The details of one employee in a test: warnings at sight; on demand the held-back records and why, and the breaks.

import { plural } from '../../../shared/words/plural.ts';
import type { HrSyncTest } from '../../../shared/contract/hr.ts';
import { isRejected } from './isRejected.ts';
import { timeOfDay } from './timeOfDay.ts';
import * as s from './HrSyncDialog.module.css';

type Details = Pick<HrSyncTest['results']['sync_details'][number], 'held_back' | 'breaks' | 'warnings'>;

export function RecordDetails({ held_back = [], breaks = [], warnings = [] }: Details) {
  const rejected = held_back.filter(isRejected).length;
  const held = held_back.length - rejected;
  const summary = [
    held > 0 && `${held} held back`,
    rejected > 0 && `${rejected} rejected`,
    breaks.length > 0 && plural(breaks.length, 'break'),
  ].filter((part) => part !== false);
  return (
    <>
      {warnings.length > 0 && (
        <ul className={s.warnings}>
          {warnings.map((warning) => (
            <li key={warning}>Warning: {warning}.</li>
          ))}
        </ul>
      )}
      {summary.length > 0 && (
        <details className={s.details}>
          <summary>{summary.join(', ')}</summary>
          <ul className={s.records}>
            {held_back.map((record) => (
              <li key={record.record_id}>
                {isRejected(record) ? 'Rejected' : 'Held back'}: {record.event_type} at {timeOfDay(record.timestamp)}.{' '}
                {record.sentence}.
              </li>
            ))}
            {breaks.map(({ from, to, minutes }) => (
              <li key={from}>
                Break: {timeOfDay(from)} to {timeOfDay(to)}, {minutes} minutes.
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
