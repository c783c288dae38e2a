// Keeps records in memory as they are read.

import type { Sink } from './readWhole.ts';

interface RecordsInOrder<R> extends Sink<R> {
  readonly records: readonly R[];
}

export function recordsInOrder<R>(): RecordsInOrder<R> {
  let records: R[] = [];
  return {
    get records() {
      return records;
    },
    clear() {
      records = [];
    },
    add(more, where) {
      if (where === 'front') records.unshift(...more);
      else records.push(...more);
    },
  };
}
