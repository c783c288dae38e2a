// A long list that one answer contains whole, a page at a time.

import { useMemo } from 'react';
import { Pager } from '../../../platform/ui/data/Pager.tsx';
import { Table, type Column } from '../../../platform/ui/data/Table.tsx';
import * as s from './MatchScreen.module.css';

interface PagedTableProps<Row> {
  caption: string;
  rows: readonly Row[];
  rowKey(row: Row): number;
  columns: readonly Column<Row>[];
  page: number;
  busy: boolean;
  onPage(page: number): void;
}

const perPage = 50;

export function PagedTable<Row>({ rows, page, busy, onPage, ...table }: PagedTableProps<Row>) {
  const lastPage = Math.max(1, Math.ceil(rows.length / perPage));
  const shownPage = Math.min(page, lastPage);
  const shown = useMemo(() => rows.slice((shownPage - 1) * perPage, shownPage * perPage), [rows, shownPage]);
  return (
    <>
      <Table {...table} className={s.people} rows={shown} busy={busy} />
      <Pager page={shownPage} lastPage={lastPage} busy={busy} onPage={onPage} />
    </>
  );
}
