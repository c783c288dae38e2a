// Names the page: 'Title · Brand'.

import { useEffect } from 'react';
import { brand } from '../page.ts';

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${brand()}`;
  }, [title]);
}
