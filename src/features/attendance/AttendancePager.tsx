// Below the records: the pages, which part of all records is shown, and how many records a page holds.

import { useId } from 'react';
import { pageRange } from '../../shared/words/pageRange.ts';
import { Pager } from '../../platform/ui/data/Pager.tsx';
import { pageSizes } from './pageSize.ts';
import { useOwnPageSize } from './useOwnPageSize.ts';
import * as s from './AttendancePager.module.css';

interface AttendancePagerProps {
  page: number;
  lastPage: number;
  /** The records of this page as the server sent them, readable or not. */
  count: number;
  total: number;
  busy: boolean;
  /** All columns have room without that of the company. */
  isOneCompany: boolean;
  /** '' while the server decides. */
  size: string;
  onPage(page: number): void;
  onSize(size: string): void;
}

export function AttendancePager(props: AttendancePagerProps) {
  const { page, lastPage, count, total, busy, isOneCompany, size, onPage, onSize } = props;
  const isInAddress = new URLSearchParams(location.search).has('per_page');
  const keep = useOwnPageSize(isInAddress, onSize);
  const sizeId = useId();
  const isWhole = lastPage <= 1;
  const isOffered = !isWhole || size !== '' || total > Number(pageSizes[0]);
  const shownSize = size || (pageSizes.includes(String(count)) ? String(count) : '');

  return (
    <div className={s.frame}>
      {!isOneCompany && <p className={s.hint}>Open a record to see its company and controller.</p>}
      <div className={s.foot}>
        <span>{pageRange(page, lastPage, count, total)}</span>
        <Pager page={page} lastPage={lastPage} busy={busy} onPage={onPage} />
        {isOffered && (
          <div className={s.size}>
            <label htmlFor={sizeId}>Records per page</label>
            <select id={sizeId} value={shownSize} onChange={(event) => keep(event.target.value)}>
              {shownSize === '' && <option value="">{isWhole ? 'Default' : count}</option>}
              {pageSizes.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </div>
        )}
      </div>
    </div>
  );
}
