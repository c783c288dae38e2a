// Who was ticked, by whom and when, and who was not: those come first.

import { useMemo } from 'react';
import type { RollCallPerson } from '../../../shared/contract/presence.ts';
import { formatTime } from '../../../shared/words/time.ts';
import { Table, type Column } from '../../../platform/ui/data/Table.tsx';
import { PrintNote } from '../../../platform/ui/layout/PrintNote.tsx';
import { stateSince } from '../stateWords.ts';
import { groupOfPerson, inProtocolOrder } from './protocolGroups.ts';

const columnsFor = (day: string): readonly Column<RollCallPerson>[] => [
  { id: 'name', header: 'Employee', rowHeader: true, cell: ({ employee }) => employee.name },
  { id: 'number', header: 'Employee ID', cell: ({ employee }) => employee.employee_id },
  { id: 'department', header: 'Department', cell: ({ employee }) => employee.department },
  { id: 'known', header: 'Last Known', cell: (person) => stateSince(person, day) },
  { id: 'site', header: 'Site', cell: ({ site }) => site },
  { id: 'ticked', header: 'Ticked', cell: tickOf },
];

interface ProtocolProps {
  people: readonly RollCallPerson[];
  /** When the roll call began. */
  day: string;
}

export function Protocol({ people, day }: ProtocolProps) {
  const columns = useMemo(() => columnsFor(day), [day]);
  return (
    <div>
      <PrintNote filters={[]} />
      <Table
        caption="Protocol"
        rows={inProtocolOrder(people)}
        rowKey={({ employee }) => employee.id}
        columns={columns}
        groupOf={groupOfPerson}
      />
    </div>
  );
}

function tickOf({ is_ticked, ticked_by, ticked_at }: RollCallPerson): string {
  return is_ticked ? `${formatTime(ticked_at).slice(11)} by ${ticked_by}` : 'No';
}
