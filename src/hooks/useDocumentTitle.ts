// Names the page: 'Title · Brand'.

import { useEffect, useState } from 'react';
import { brand } from '../boot/siteMeta.ts';

let isNamed = false;

/** Answers whether it is the first page since the document was loaded. */
export function useDocumentTitle(title: string): boolean {
  const [isFirst] = useState(!isNamed);
  useEffect(() => {
    isNamed = true;
    document.title = `${title} · ${brand()}`;
  }, [title]);
  return isFirst;
}
