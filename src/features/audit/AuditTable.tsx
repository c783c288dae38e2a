// The entries of the audit as a table, by day.

import { useMemo } from 'react';
import type { AuditLine } from '../../shared/contract/audit.ts';
import { dayTitle } from '../../shared/words/days.ts';
import { formatDay, formatTime } from '../../shared/words/time.ts';
import { type Column, Table } from '../../platform/ui/data/Table.tsx';
import { addressInWords, fieldsInWords, sentenceOf } from '../../platform/lists/history/entryWords.ts';
import { OpenRow } from '../../platform/ui/data/OpenRow.tsx';
import * as s from './AuditTable.module.css';

interface AuditTableProps {
  lines: readonly AuditLine[];
  busy: boolean;
  onOpen(id: number): void;
}

export function AuditTable({ lines, busy, onOpen }: AuditTableProps) {
  const columns = useMemo(() => columnsFor(onOpen), [onOpen]);
  return (
    <Table
      dense
      className={s.entries}
      caption="Entries of the audit"
      rows={lines}
      rowKey={idOf}
      columns={columns}
      groupOf={dayOf}
      busy={busy}
    />
  );
}

const idOf = ({ id }: AuditLine) => id;
const dayOf = ({ at }: AuditLine) => dayTitle(formatDay(at));

/** Each row becomes two lines on phones, see AuditTable.module.css. */
const columnsFor = (onOpen: (id: number) => void): readonly Column<AuditLine>[] => [
  {
    id: 'time',
    header: 'Time',
    className: s.time,
    cell: (line) => (
      <OpenRow
        id={line.id}
        label={`View entry ${line.id}, ${formatTime(line.at).slice(11)}: ${sentenceOf(line)}`}
        onOpen={onOpen}
      >
        {formatTime(line.at).slice(11)}
      </OpenRow>
    ),
  },
  { id: 'action', header: 'Who did what', rowHeader: true, cut: true, className: s.action, cell: sentenceOf },
  {
    id: 'fields',
    header: 'Fields',
    cut: true,
    className: s.fields,
    cell: ({ changed }) => fieldsInWords(changed),
  },
  { id: 'address', header: 'From', cut: true, className: s.address, cell: ({ address }) => addressInWords(address) },
  { id: 'entry', header: 'Entry', align: 'end', className: s.entry, cell: ({ id }) => id },
];
