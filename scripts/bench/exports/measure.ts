// Runs each export in its own browser, on the page that the exports' tests use.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { entries } from '../../../tests/support/exports/attendanceServer.ts';
import { type ExportsHost, startExportsHost } from '../../../tests/support/exports/exportsHost.ts';
import type {} from '../../../tests/support/exports/page.ts';

const run = promisify(execFile);

export async function measureAll(launch: () => Promise<Browser>, sizes: readonly number[]): Promise<void> {
  const host = await startExportsHost();
  try {
    for (const rows of sizes) {
      host.records = entries(rows);
      for (const format of ['excel', 'pdf'] as const) await measure(await launch(), host, format);
    }
  } finally {
    await host.stop();
  }
}

async function measure(browser: Browser, host: ExportsHost, format: 'excel' | 'pdf'): Promise<void> {
  host.requestedPages.length = 0;
  let memory = 0;
  const watch = setInterval(async () => (memory = Math.max(memory, await largestRenderer())), 100);
  try {
    const page = await browser.newPage();
    await page.goto(host.url);
    const { files, longest, seconds } = await page.evaluate(async (chosen) => {
      const tasks = [0];
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
        type: 'longtask',
      });
      window.exporting.hasRevision = true;
      const start = performance.now();
      const outcome = await window.exporting.run(chosen);
      const taken = (performance.now() - start) / 1000;
      await new Promise((resolve) => setTimeout(resolve, 100));
      return { files: outcome.files.length, longest: Math.max(...tasks), seconds: taken };
    }, format);
    const { records, requestedPages } = host;
    const pages = Math.ceil(records.length / 100);
    if (requestedPages.length !== pages || new Set(requestedPages).size !== pages)
      throw new Error(`${requestedPages.length} pages of ${pages} were read`);
    const task = longest > 0 ? `${longest} ms` : 'under 50 ms';
    console.log(
      `\nA whole ${format} export of ${records.length} records over HTTP, each of ${pages} pages read once: ` +
        `${seconds.toFixed(1)} s, ${files} file(s), longest task of the main thread ${task}, ` +
        `peak memory ${Math.round(memory / 1e6)} MB`,
    );
  } finally {
    clearInterval(watch);
    await browser.close();
  }
}

/** Returns the memory of the largest renderer among this process's descendants, in bytes. */
async function largestRenderer(): Promise<number> {
  const { stdout } = await run('ps', ['-eo', 'pid=,ppid=,rss=,args=']);
  const processes = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const parents = new Map(processes.map(([id, parent]) => [id, parent]));
  const descends = (id: string | undefined): boolean =>
    id === String(process.pid) || (id !== undefined && descends(parents.get(id)));
  const renderers = processes.filter(([id, , , ...command]) => command.includes('--type=renderer') && descends(id));
  return Math.max(0, ...renderers.map(([, , kibibytes]) => Number(kibibytes) * 1024));
}
