import { useMemo } from 'react';
import type { AuditLine } from '../../contract/entities/audit.ts';
import { dayTitle } from '../../format/days.ts';
import { formatDay } from '../../format/time.ts';
import { Table } from '../../ui/data/Table.tsx';
import { columnsFor } from './columns.tsx';
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
