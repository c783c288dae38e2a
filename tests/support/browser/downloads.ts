// The file that a page offers, as each browser gives it to a test.
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { vi } from 'vitest';

export interface Downloaded {
  readonly name: string;
  readonly file: Blob;
}

export async function takeDownload(page: Page, start: () => Promise<unknown>): Promise<Downloaded> {
  const [download] = await Promise.all([page.waitForEvent('download'), start()]);
  return { name: download.suggestedFilename(), file: new Blob([readFileSync(await download.path())]) };
}

/** Firefox and WebKit save a file without an event: Firefox by way of one that ends in .part, WebKit piece by piece. */
export async function takeSaved(folder: string, start: () => Promise<unknown>): Promise<Downloaded> {
  for (const earlier of readdirSync(folder)) rmSync(path.join(folder, earlier));
  await start();
  let size = 0;
  const name = await vi.waitUntil(
    () => {
      const [saved, ...others] = readdirSync(folder);
      if (!saved || others.length > 0 || saved.endsWith('.part')) return false;
      const before = size;
      size = statSync(path.join(folder, saved)).size;
      return size > 0 && size === before && saved;
    },
    { timeout: 30_000, interval: 200 },
  );
  return { name, file: new Blob([readFileSync(path.join(folder, name))]) };
}
