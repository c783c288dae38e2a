import { useEffect, useState } from 'react';
import { brand } from '../boot/siteMeta.ts';

let hasTitle = false;

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    hasTitle = true;
    document.title = `${title} · ${brand()}`;
  }, [title]);
}

/** Whether this is the first page shown since the document was loaded. */
export function useIsFirstPage(): boolean {
  const [isFirst] = useState(!hasTitle);
  return isFirst;
}
