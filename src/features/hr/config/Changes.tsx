// Lists the records that would change if the settings in the form were saved.

import type { HrSyncTest } from '../../../shared/contract/hr.ts';
import { timeOfDay } from './timeOfDay.ts';
import { plural } from '../../../shared/words/plural.ts';
import * as layout from '../layout.module.css';
import * as s from './HrSyncDialog.module.css';

type Change = NonNullable<HrSyncTest['results']['changes']>[number];

export function Changes({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) {
    return <p>These settings send the same records as the saved ones.</p>;
  }
  return (
    <section aria-label="Changes" className={layout.stack}>
      <h4>{plural(changes.length, 'record')} would change</h4>
      <table aria-label="Changes against the saved settings" className={s.changes}>
        <thead>
          <tr>
            <th scope="col">Employee</th>
            <th scope="col">Record</th>
            <th scope="col">With the saved settings</th>
            <th scope="col">With these settings</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ record_id, employee_id, event_type, timestamp, saved, tried }) => (
            <tr key={record_id}>
              <th scope="row">{employee_id}</th>
              <td>
                {event_type} at {timeOfDay(timestamp)}
              </td>
              <td>{saved}</td>
              <td>{tried}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
