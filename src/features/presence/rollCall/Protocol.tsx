// The protocol of a roll call, as a table and as a file: who was not ticked, and who was, by whom and when.

import { useMemo } from 'react';
import type { RollCallPerson, RollCallProtocol } from '../../../shared/contract/presence.ts';
import { exactClock, formatTime } from '../../../shared/words/time.ts';
import { type Column, Table } from '../../../platform/ui/data/Table.tsx';
import { PrintNote } from '../../../platform/ui/layout/PrintNote.tsx';
import { stateName, stateSince } from '../words.ts';
import type { ListColumn, ListFormat } from '../../../platform/export/list/listFile.ts';
import { ExportButton } from '../../../platform/lists/listExport/ExportButton.tsx';
import type { ExportedSource } from '../../../platform/lists/listExport/useListExport.ts';

const tableColumns = (day: string): readonly Column<RollCallPerson>[] => [
  { id: 'name', header: 'Employee', rowHeader: true, cell: ({ employee }) => employee.name },
  { id: 'number', header: 'Employee ID', cell: ({ employee }) => employee.employee_id },
  { id: 'department', header: 'Department', cell: ({ employee }) => employee.department },
  { id: 'known', header: 'Last Known', cell: (person) => stateSince(person, day) },
  { id: 'site', header: 'Site', cell: ({ site }) => site },
  { id: 'ticked', header: 'Ticked', cell: tickOf },
];

interface ProtocolProps {
  people: readonly RollCallPerson[];
  /** The day on which the roll call began. */
  day: string;
}

export function Protocol({ people, day }: ProtocolProps) {
  const columns = useMemo(() => tableColumns(day), [day]);
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
  return is_ticked ? `${exactClock(ticked_at)} by ${ticked_by}` : 'No';
}

/** The parts of the protocol, in their order. */
const groups = [
  'Expected, not ticked',
  'Expected, ticked',
  'Ticked, not known to be in',
  'Not expected, not ticked',
] as const;

function groupOfPerson({ state, is_ticked }: RollCallPerson): (typeof groups)[number] {
  if (state === 'in') return is_ticked ? 'Expected, ticked' : 'Expected, not ticked';
  return is_ticked ? 'Ticked, not known to be in' : 'Not expected, not ticked';
}

const inProtocolOrder = (people: readonly RollCallPerson[]): RollCallPerson[] =>
  groups.flatMap((group) => people.filter((person) => groupOfPerson(person) === group));

/** Saves the protocol as a file, in the order shown. */
export function ExportProtocol({ protocol }: { protocol: RollCallProtocol }) {
  const source: ExportedSource<ListFormat> = {
    one: 'person',
    many: 'people',
    async export(format, run) {
      const { exportList } = await import('../../../platform/export/list/exportList.ts');
      const data = inProtocolOrder(protocol.people).map((person) => ({ ...person, id: person.employee.id }));
      const { length } = data;
      const page = { data, total: length, last_page: 1, current_page: 1, per_page: length };
      return exportList<RollCallPerson & { id: number }>({
        ...run,
        format,
        title: 'Roll Call',
        many: 'people of the roll call',
        columns: fileColumns,
        ask: async () => ({ data: page, message: '', unread: [] }),
      });
    },
  };
  return <ExportButton source={source} />;
}

const timeOf = (timestamp: string) => (timestamp ? formatTime(timestamp) : '');

const fileColumns: readonly ListColumn<RollCallPerson>[] = [
  { title: 'Employee', text: ({ employee }) => employee.name },
  { title: 'Employee ID', text: ({ employee }) => employee.employee_id },
  { title: 'Department', text: ({ employee }) => employee.department },
  { title: 'Last Known', text: ({ state }) => stateName(state) },
  { title: 'Since', text: ({ since }) => timeOf(since) },
  { title: 'Site', text: ({ site }) => site },
  { title: 'Result', text: groupOfPerson },
  { title: 'Ticked By', text: ({ is_ticked, ticked_by }) => (is_ticked ? ticked_by : '') },
  { title: 'Ticked At', text: ({ is_ticked, ticked_at }) => (is_ticked ? timeOf(ticked_at) : '') },
];
