// Lists the records that would change if the settings in the form were saved.

import type { HrSyncTest } from '../../contract/entities/hr.ts';
import { Table, type Column } from '../../ui/data/Table.tsx';
import { timeOfDay } from './timeOfDay.ts';
import { plural } from '../../format/plural.ts';
import * as layout from '../layout.module.css';

type Change = NonNullable<HrSyncTest['results']['changes']>[number];

export function Changes({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) {
    return <p>These settings send the same records as the saved ones.</p>;
  }
  return (
    <section aria-label="Changes" className={layout.stack}>
      <h3>{plural(changes.length, 'record')} would change</h3>
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
    cell: ({ event_type, timestamp }) => `${event_type} at ${timeOfDay(timestamp)}`,
  },
  { id: 'saved', header: 'With the saved settings', cell: (change) => change.saved },
  { id: 'tried', header: 'With these settings', cell: (change) => change.tried },
];
