// What a test found for each employee: the counts, and below them what seems to be missing, which records are held back,
// and the breaks. Those with something missing come first.

import type { HrSyncMode, HrSyncTest } from '../../../shared/contract/hr.ts';
import { VisuallyHidden } from '../../../platform/ui/layout/VisuallyHidden.tsx';
import { RecordDetails } from './RecordDetails.tsx';
import * as layout from '../layout.module.css';
import * as s from './HrSyncDialog.module.css';

type Detail = HrSyncTest['results']['sync_details'][number];

export function EmployeeResults({ details }: { details: readonly Detail[] }) {
  const hasWarning = ({ warnings = [] }: Detail) => warnings.length > 0;
  const inOrder = details.toSorted((one, other) => Number(hasWarning(other)) - Number(hasWarning(one)));
  return (
    <table className={s.employees}>
      <caption>
        <VisuallyHidden>Details by employee</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">Employee</th>
          <th scope="col">Total records</th>
          <th scope="col">Lunch breaks</th>
          <th scope="col">Clock-ins to send</th>
          <th scope="col">Clock-outs to send</th>
          <th scope="col">Sync mode</th>
        </tr>
      </thead>
      <tbody>
        {/* By position, because unknown employees may share an ID. */}
        {inOrder.map((detail, position) => (
          <tr key={position}>
            <th scope="row">
              <span className={s.employee}>{detail.employee_id}</span>
              {detail.employee_name && <span className={layout.muted}>{detail.employee_name}</span>}
              <RecordDetails {...detail} />
            </th>
            <td data-label="Total records">{detail.total_records}</td>
            <td data-label="Lunch breaks">{detail.lunch_breaks_detected}</td>
            <td data-label="Clock-ins to send">{detail.clock_ins_to_send}</td>
            <td data-label="Clock-outs to send">{detail.clock_outs_to_send}</td>
            <td data-label="Sync mode">{modeNames[detail.sync_mode] ?? detail.sync_mode}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const modeNames: Readonly<Record<string, string>> = {
  first_last: 'First and last',
  all_records: 'All records',
} satisfies Record<HrSyncMode, string>;
