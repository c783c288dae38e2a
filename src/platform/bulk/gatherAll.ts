// All records that match, page by page as exports read them: each once, and counted against the server's total.

import type { AskPage } from '../export/read/readPages.ts';
import { readWhole } from '../export/read/readWhole.ts';

interface Gathered<T> {
  records: readonly T[];
  /** Why these may not be all; empty where they are. */
  notes: readonly string[];
}

type OnProgress = (done: number, total: number) => void;

interface Source<T> {
  ask: AskPage<T>;
  /** 'employees' */
  many: string;
}

export async function gatherAll<T extends { id: number }>(
  { ask, many }: Source<T>,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<Gathered<T>> {
  const found = new Map<number, T>();
  const sink = {
    clear: () => found.clear(),
    add(records: readonly T[]) {
      for (const record of records) found.set(record.id, record);
    },
  };
  // Only which records there are matters, not what they hold.
  const contentOf = () => [];
  const { notes } = await readWhole(
    { ask, contentOf, many, holds: 'The selection holds' },
    { sink, signal, trustsOneReading: true, onProgress: (_, done, total) => onProgress(done, total) },
  );
  return { records: [...found.values()], notes };
}
