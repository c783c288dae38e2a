import { useMemo } from 'react';
import type { AuditLine } from '../../shared/contract/audit.ts';
import { dayTitle } from '../../shared/words/days.ts';
import { formatDay } from '../../shared/words/time.ts';
import { Table } from '../../platform/ui/data/Table.tsx';
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
