// The file that a page offers, as each browser gives it to a test.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
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

/** Firefox saves the file of a link without an event. Its unfinished files end in .part. */
export async function takeSaved(folder: string, start: () => Promise<unknown>): Promise<Downloaded> {
  for (const earlier of readdirSync(folder)) rmSync(path.join(folder, earlier));
  await start();
  const name = await vi.waitUntil(
    () => {
      const names = readdirSync(folder);
      return names.length === 1 && names.find((each) => !each.endsWith('.part'));
    },
    { timeout: 10_000 },
  );
  return { name, file: new Blob([readFileSync(path.join(folder, name))]) };
}
