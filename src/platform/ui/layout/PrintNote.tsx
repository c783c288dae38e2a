// Note printed above a list: which part of the list it is, its filters in words, and when it was printed.

import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { pageRange } from '../../../shared/words/pageRange.ts';
import { formatTime } from '../../../shared/words/time.ts';
import * as layout from './layout.module.css';

interface PrintNoteProps {
  /** Undefined for content without pages. */
  list?: { page: number; lastPage: number; shown: number; total: number };
  filters: readonly { label: string; value: string }[];
}

/** Returns when printing began, otherwise undefined. Renders synchronously, before the page is printed. */
export function usePrinting(): Date | undefined {
  const [printed, setPrinted] = useState<Date>();
  useEffect(() => {
    const listening = new AbortController();
    const show = (time?: Date) => flushSync(() => setPrinted(time));
    window.addEventListener('beforeprint', () => show(new Date()), listening);
    window.addEventListener('afterprint', () => show(), listening);
    return () => listening.abort();
  }, []);
  return printed;
}

export function PrintNote({ list, filters }: PrintNoteProps) {
  const printed = usePrinting();
  if (!printed) return null;
  const words = filters.map(({ label, value }) => `${label}: ${value}`);
  return (
    <p className={layout.hint}>
      {[...(list?.shown ? [partOf(list)] : []), ...words, `Printed ${formatTime(printed.toISOString())}`].join(' · ')}
    </p>
  );
}

const partOf = ({ page, lastPage, shown, total }: NonNullable<PrintNoteProps['list']>) =>
  `Page ${page} of ${lastPage} – records ${pageRange(page, lastPage, shown, total)}`;
