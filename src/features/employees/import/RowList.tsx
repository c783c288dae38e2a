// The rows of an import, and what will be or was done with each. They are filtered by state and paged, since there may
// be 50,000.

import clsx from 'clsx';
import { useMemo, useState } from 'react';
import { Button } from '../../../platform/ui/Button.tsx';
import { Badge } from '../../../platform/ui/data/Badge.tsx';
import { Pager } from '../../../platform/ui/data/Pager.tsx';
import { groupDigits } from '../../../shared/words/plural.ts';
import { explain, type ReportedRow, type RowStatus, statusNames } from './rowStatus.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './ImportDialog.module.css';

const rowsPerPage = 50;

export function RowList({ rows }: { rows: readonly ReportedRow[] }) {
  const [chosenStatus, setChosenStatus] = useState<RowStatus>();
  const [page, setPage] = useState(1);
  const counts = useMemo(() => countByStatus(rows), [rows]);
  const filter = chosenStatus && counts.has(chosenStatus) ? chosenStatus : undefined;
  const matches = useMemo(() => (filter ? rows.filter(({ status }) => status === filter) : rows), [rows, filter]);
  const lastPage = Math.max(1, Math.ceil(matches.length / rowsPerPage));
  const shownPage = Math.min(page, lastPage);
  const pageRows = matches.slice((shownPage - 1) * rowsPerPage, shownPage * rowsPerPage);

  function show(status: RowStatus | undefined) {
    setChosenStatus(status);
    setPage(1);
  }
  return (
    <>
      <div role="group" aria-label="Show rows" className={layout.wrap}>
        {[[undefined, rows.length] as const, ...counts].map(([status, count]) => (
          <Button key={status ?? ''} aria-pressed={filter === status} onClick={() => show(status)}>
            {status ? statusNames[status].label : 'All'} <strong>{groupDigits(count)}</strong>
          </Button>
        ))}
      </div>
      <ul aria-label="Rows of the file" className={`${layout.list} ${layout.box} ${s.rows}`}>
        {pageRows.map((row) => (
          <Row key={row.planned.row.line} row={row} />
        ))}
      </ul>
      <Pager page={shownPage} lastPage={lastPage} onPage={setPage} />
    </>
  );
}

/** Counts the rows by status, in the order of the names. */
function countByStatus(rows: readonly ReportedRow[]): Map<RowStatus, number> {
  const counts = new Map<RowStatus, number>();
  for (const { status } of rows) counts.set(status, (counts.get(status) ?? 0) + 1);
  const order = Object.keys(statusNames);
  return new Map([...counts].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)));
}

function Row({ row }: { row: ReportedRow }) {
  const { planned, status } = row;
  const { values, company } = planned;
  const { label, tone } = statusNames[status];
  return (
    <li className={`${layout.ruled} ${s.row}`}>
      <span className={s.line}>Line {groupDigits(planned.row.line)}</span>
      <span>
        <Badge tone={tone}>{label}</Badge>
      </span>
      <div>
        <p className={s.name}>{values.name ?? 'No name'}</p>
        <p className={layout.muted}>{[values.employee_id ?? 'No ID', company?.name].filter(Boolean).join(' · ')}</p>
      </div>
      <ul className={clsx(layout.list, tone === 'bad' && s.problems)}>
        {explain(row).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </li>
  );
}
