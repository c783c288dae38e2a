// Below the records: the pages, which part of all records is shown, and how many records a page holds.

import { useEffect, useEffectEvent, useId } from 'react';
import { keepInBrowser } from '../../platform/boot/siteData.ts';
import { ZonesNote } from '../../platform/lists/ZonesNote.tsx';
import { useUser } from '../../platform/session/session.tsx';
import { Pager } from '../../platform/ui/data/Pager.tsx';
import { pageRange } from '../../shared/words/pageRange.ts';
import { chosenPageSize, offeredPageSize, pageSizeKey, pageSizes } from './list.ts';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './AttendancePager.module.css';

interface AttendancePagerProps {
  page: number;
  lastPage: number;
  /** The records of this page as the server sent them, readable or not. */
  count: number;
  total: number;
  busy: boolean;
  /** Whether one company is chosen: the table then has room for every column. */
  isOneCompany: boolean;
  /** '' while the server decides. */
  size: string;
  onPage(page: number): void;
  onSize(size: string): void;
}

export default function AttendancePager(props: AttendancePagerProps) {
  const { page, lastPage, count, total, busy, isOneCompany, size, onPage, onSize } = props;
  const isInAddress = new URLSearchParams(location.search).has('per_page');
  const keep = useOwnPageSize(isInAddress, onSize);
  const sizeId = useId();
  const isWhole = lastPage <= 1;
  const isOffered = !isWhole || size !== '' || total > Number(pageSizes[0]);
  const shownSize = size || (pageSizes.includes(String(count)) ? String(count) : '');

  return (
    <div className={`${layout.stack3} ${layout.screenOnly} ${s.frame}`}>
      <ZonesNote isOneCompany={isOneCompany} />
      {!isOneCompany && <p className={`${layout.hint} ${s.hint}`}>Open a record to see its company and controller.</p>}
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

/** Uses this person's page size instead of the browser's last user's. Returns a function that stores a new one. */
function useOwnPageSize(isInAddress: boolean, onChange: (size: string) => void): (size: string) => void {
  const ownKey = `${pageSizeKey}_${useUser().id}`;
  const takeUp = useEffectEvent(() => {
    const own = offeredPageSize(localStorage.getItem(ownKey));
    if (own === chosenPageSize()) return;
    keepInBrowser(pageSizeKey, own);
    if (!isInAddress) onChange(own);
  });
  useEffect(() => takeUp(), []);

  return (size) => {
    keepInBrowser(pageSizeKey, size);
    keepInBrowser(ownKey, size);
    onChange(size);
  };
}
