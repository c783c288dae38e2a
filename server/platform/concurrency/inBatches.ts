// Long work on many items, without holding up other requests, although SQLite answers without a pause.

import { setImmediate } from 'node:timers/promises';

export async function inBatches<Item, Result>(
  items: readonly Item[],
  size: number,
  work: (batch: readonly Item[]) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += size) {
    if (start > 0) await setImmediate();
    results.push(...(await work(items.slice(start, start + size))));
  }
  return results;
}
