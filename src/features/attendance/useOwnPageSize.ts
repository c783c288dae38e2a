// Each person's own page size, kept in this browser.

import { useEffect, useEffectEvent } from 'react';
import { useUser } from '../../platform/session/session.tsx';
import { chosenPageSize, offeredPageSize, pageSizeKey } from './pageSize.ts';

/** Puts the person's own size in place of that of somebody who used this browser before. Returns how to keep another. */
export function useOwnPageSize(isInAddress: boolean, onChange: (size: string) => void): (size: string) => void {
  const ownKey = `${pageSizeKey}_${useUser().id}`;
  const takeUp = useEffectEvent(() => {
    const own = offeredPageSize(localStorage.getItem(ownKey));
    if (own === chosenPageSize()) return;
    localStorage.setItem(pageSizeKey, own);
    if (!isInAddress) onChange(own);
  });
  useEffect(() => takeUp(), []);

  return (size) => {
    localStorage.setItem(pageSizeKey, size);
    localStorage.setItem(ownKey, size);
    onChange(size);
  };
}
