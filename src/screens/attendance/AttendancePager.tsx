// Below the records: the pages, which part of all records is shown, and how many records a page holds.

import { useId } from 'react';
import { groupDigits } from '../../format/groupDigits.ts';
import { Pager } from '../../ui/data/Pager.tsx';
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
  /** '' while the server decides. */
  size: string;
  onPage(page: number): void;
  onSize(size: string): void;
}

export function AttendancePager(props: AttendancePagerProps) {
  const { page, lastPage, count, total, busy, size, onPage, onSize } = props;
  const isInAddress = new URLSearchParams(location.search).has('per_page');
  const keep = useOwnPageSize(isInAddress, onSize);
  const sizeId = useId();
  const isWhole = lastPage <= 1;
  // The last page may be shorter, so that it is counted from the end.
  const first = page < lastPage ? (page - 1) * count + 1 : total - count + 1;
  const isOffered = !isWhole || size !== '' || total > Number(pageSizes[0]);
  const shownSize = size || (pageSizes.includes(String(count)) ? String(count) : '');

  return (
    <div className={s.foot}>
      <span>
        {groupDigits(first)}–{groupDigits(first + count - 1)} of {groupDigits(total)}
      </span>
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
  );
}
