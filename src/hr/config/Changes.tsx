// What the settings in the form would change, record by record, if they were saved.

import type { HrSyncTest } from '../../contract/entities/hr.ts';
import { Table, type Column } from '../../ui/data/Table.tsx';
import { clock } from './clock.ts';
import { grouped } from '../../format/groupDigits.ts';
import * as s from './HrSyncDialog.module.css';

type Change = NonNullable<HrSyncTest['results']['changes']>[number];

export function Changes({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) {
    return <p>With these settings the same records are sent as with the saved ones.</p>;
  }
  const count = changes.length === 1 ? 'One record' : `${grouped(changes.length)} records`;
  return (
    <section aria-label="Changes" className={s.stack}>
      <h3>{count} would fare differently</h3>
      <Table
        caption="Changes against the saved settings"
        columns={columns}
        rows={changes}
        rowKey={({ record_id }) => record_id}
      />
    </section>
  );
}

const columns: readonly Column<Change>[] = [
  { id: 'employee', header: 'Employee', cell: (change) => change.employee_id },
  {
    id: 'record',
    header: 'Record',
    cell: ({ event_type, timestamp }) => `${event_type} at ${clock(timestamp)}`,
  },
  { id: 'saved', header: 'With the saved settings', cell: (change) => change.saved },
  { id: 'tried', header: 'With these settings', cell: (change) => change.tried },
];
