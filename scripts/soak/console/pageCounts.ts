// Counts what a page holds after garbage collection, and finds what keeps growing.

import type { CDPSession, Page } from 'playwright-core';
import { growth } from '../../figures.ts';
import type { PageHandles } from './instrumentPage.ts';

export interface PageCounts extends PageHandles {
  /** JavaScript heap in bytes. */
  heap: number;
  /** Includes detached nodes that something still references. */
  nodes: number;
  listeners: number;
  documents: number;
  workers: number;
}

export async function createCounter(page: Page): Promise<() => Promise<PageCounts>> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('Performance.enable');

  return async () => {
    const handles = await page.evaluate(() => window.countHandles());
    const workers = page.workers().length;
    // Objects finalized by one collection are freed by the next.
    for (let pass = 0; pass < 3; pass++) await session.send('HeapProfiler.collectGarbage');
    return { ...(await browserCounts(session)), workers, ...handles };
  };
}

async function browserCounts(session: CDPSession): Promise<Omit<PageCounts, keyof PageHandles | 'workers'>> {
  const { metrics } = await session.send('Performance.getMetrics');
  const { nodes, jsEventListeners: listeners, documents } = await session.send('Memory.getDOMCounters');
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN;
  return { heap, nodes, listeners, documents };
}

/**
 * Allowed heap growth per cycle in bytes. Compiled code adds about 300 kB a cycle at first and 30 kB after ten cycles;
 * leaking every API answer would add 2 MB.
 */
const maxHeapGrowth = (cycles: number) => (cycles < 10 ? 1_000_000 : 100_000);

/** Everything but the heap is a whole number and must not grow at all. */
export function findLeaks(counts: readonly PageCounts[]): string[] {
  return Object.entries(growthOf(counts)).flatMap(([kind, growing]) => {
    const limit = kind === 'heap' ? maxHeapGrowth(counts.length) : 0.5;
    return growing < limit ? [] : [`${kind}: grows by ${Math.round(growing)} per cycle`];
  });
}

export function growthOf(counts: readonly PageCounts[]): PageCounts {
  const of = (kind: keyof PageCounts) => growth(counts.map((each) => each[kind]));
  return {
    heap: of('heap'),
    nodes: of('nodes'),
    listeners: of('listeners'),
    documents: of('documents'),
    workers: of('workers'),
    files: of('files'),
    timers: of('timers'),
    observers: of('observers'),
  };
}
