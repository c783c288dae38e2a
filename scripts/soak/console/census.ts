// Counts what a page holds once all garbage is gone, and says what became more.

import type { CDPSession, Page } from 'playwright-core';
import { growth } from '../growth.ts';
import type { Held } from './watchPage.ts';

export interface Census extends Held {
  /** In bytes, of JavaScript. */
  heap: number;
  /** Those of removed parts of the page too, as long as something holds them. */
  nodes: number;
  listeners: number;
  documents: number;
  workers: number;
}

export async function createCensus(page: Page): Promise<() => Promise<Census>> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('Performance.enable');

  return async () => {
    const held = await page.evaluate(() => window.held());
    const workers = page.workers().length;
    // What one collection finalises, the next one frees.
    for (let turn = 0; turn < 3; turn++) await session.send('HeapProfiler.collectGarbage');
    return { ...(await figures(session)), workers, ...held };
  };
}

async function figures(session: CDPSession): Promise<Omit<Census, keyof Held | 'workers'>> {
  const { metrics } = await session.send('Performance.getMetrics');
  const { nodes, jsEventListeners: listeners, documents } = await session.send('Memory.getDOMCounters');
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN;
  return { heap, nodes, listeners, documents };
}

/**
 * In bytes, every turn. The browser compiles code as it goes, some 300 kB a turn at first and 30 kB after ten; to
 * keep every answer takes 2 MB.
 */
const mostHeap = (turns: number) => (turns < 10 ? 1_000_000 : 100_000);

/** What grows, in words. All but the heap are whole numbers and must stay what they are from turn to turn. */
export function leaks(counted: readonly Census[]): string[] {
  return Object.entries(growthOf(counted)).flatMap(([kind, more]) => {
    const most = kind === 'heap' ? mostHeap(counted.length) : 0.5;
    return more < most ? [] : [`${kind}: ${Math.round(more)} more every turn`];
  });
}

/** What comes to each from one turn to the next. */
export function growthOf(counted: readonly Census[]): Census {
  const of = (kind: keyof Census) => growth(counted.map((census) => census[kind]));
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
