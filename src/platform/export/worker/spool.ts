// Rows waiting to be written. They are kept as blobs, which a browser may put on disk, so that a million rows do not
// fill the memory of the page.

import type { Row } from '../columns.ts';

const batchSize = 2_000;

interface Spool {
  readonly size: number;
  clear(): void;
  add(rows: readonly Row[], where: 'front' | 'end'): void;
  /** The rows from one index up to another, in batches. */
  read(from: number, to: number): AsyncGenerator<Row[]>;
}

export function createSpool(): Spool {
  let stored: { blob: Blob; size: number }[] = [];
  let pending: Row[] = [];
  let size = 0;

  const batchOf = (rows: readonly Row[]) => ({ blob: new Blob([JSON.stringify(rows)]), size: rows.length });

  return {
    get size() {
      return size;
    },
    clear() {
      stored = [];
      pending = [];
      size = 0;
    },
    add(rows, where) {
      size += rows.length;
      if (where === 'front') {
        stored.unshift(batchOf(rows));
        return;
      }
      pending.push(...rows);
      if (pending.length < batchSize) return;
      stored.push(batchOf(pending));
      pending = [];
    },
    async *read(from, to) {
      let start = 0;
      for (const { blob, size } of [...stored, batchOf(pending)]) {
        if (start < to && start + size > from) {
          const rows: Row[] = JSON.parse(await blob.text());
          yield rows.slice(Math.max(0, from - start), to - start);
        }
        start += size;
      }
    },
  };
}
