import { useMemo } from 'react';
import type { Drafts } from './answers.ts';
import { dayTitle } from '../../../shared/words/days.ts';
import { Table, type Picks } from '../../../platform/ui/data/Table.tsx';
import { columnsFor } from './columns.tsx';
import { rowName, type ExceptionRow } from './exceptionRow.ts';
import { rowElementId } from './useNextRow.ts';

interface ExceptionsTableProps {
  rows: readonly ExceptionRow[];
  busy: boolean;
  /** A company is chosen. */
  isOneCompany: boolean;
  mayCorrect: boolean;
  picks: Picks;
  onAnswer(drafts: Drafts, rows: readonly ExceptionRow[]): void;
}

export function ExceptionsTable({ rows, busy, isOneCompany, mayCorrect, picks, onAnswer }: ExceptionsTableProps) {
  const mayOnlyUndo = rows.every(({ answer }) => answer);
  const columns = useMemo(
    () => columnsFor({ hasCompany: !isOneCompany, mayOnlyUndo, mayCorrect, onAnswer }),
    [isOneCompany, mayOnlyUndo, mayCorrect, onAnswer],
  );
  return (
    <Table
      dense
      caption="Exceptions"
      rows={rows}
      rowKey={idOf}
      rowId={rowElementId}
      columns={columns}
      groupOf={dayOf}
      busy={busy}
      selection={
        mayCorrect
          ? { picks, allLabel: `Select all ${rows.length} exceptions on this page`, label: selectLabel }
          : undefined
      }
    />
  );
}

const idOf = ({ id }: ExceptionRow) => id;
const dayOf = ({ day }: ExceptionRow) => dayTitle(day);
const selectLabel = (row: ExceptionRow) => `Select ${rowName(row)}`;
