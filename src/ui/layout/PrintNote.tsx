// On paper only: which part of a list this is, its filters in words, and when it was printed.

import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatTime } from '../../format/time.ts';
import { groupDigits } from '../../format/groupDigits.ts';
import * as s from './PrintNote.module.css';

interface PrintNoteProps {
  page: number;
  lastPage: number;
  shown: number;
  total: number;
  /** 'Company: Alder' */
  filters?: readonly string[];
}

export function PrintNote({ page, lastPage, shown, total, filters = [] }: PrintNoteProps) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const update = () => flushSync(() => setNow(new Date()));
    window.addEventListener('beforeprint', update);
    return () => window.removeEventListener('beforeprint', update);
  }, []);
  const part = `Page ${page} of ${lastPage} – ${groupDigits(shown)} of ${groupDigits(total)} records`;
  return <p className={s.note}>{[part, ...filters, `Printed ${formatTime(now.toISOString())}`].join(' · ')}</p>;
}
