// The import of employees where it needs a browser: the clipboard, a dropped file, a saved file, small pages.

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, expectNoOverflow, testBrowser } from '../support/browser/browser.ts';
import { serveSite } from '../support/browser/site.ts';

const browser = testBrowser();
const site = serveSite();

async function openImport(): Promise<Page> {
  const page = await browser.open(`${site.server.url}/employees`, {
    token: site.token,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await page.getByRole('button', { name: 'Import' }).click();
  await page.getByRole('dialog', { name: 'Import Employees' }).waitFor();
  return page;
}

test('rows are pasted with one key and imported by keyboard alone', async () => {
  const page = await openImport();
  await expectAccessible(page);
  const rows = Array.from({ length: 20 }, (_, index) => `Atelier Béranger\tC${index}\tPasted ${index}`);
  const text = ['Company\tID\tName', ...rows].join('\n');
  await page.evaluate((words) => navigator.clipboard.writeText(words), text);
  await page.keyboard.press('Control+V');
  const start = page.getByRole('button', { name: 'Import 20 Employees' });
  await start.waitFor();
  await start.press('Enter');
  await page.getByText('20 employees created, 0 changed.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('a dropped file is checked, and its refused rows are saved as they were', async () => {
  const page = await openImport();
  const bytes = [...'Firma;Personal-Nr.;Name\r\n?;D1;Gr\xfcn\r\nAtelier B\xe9ranger;D2;Blau\r\n'].map((character) =>
    character.charCodeAt(0),
  );
  const data = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([Uint8Array.from(given)], 'people.csv'));
    return transfer;
  }, bytes);
  await page.getByText('Or drop a CSV file here').dispatchEvent('drop', { dataTransfer: data });
  await page.getByText('There is no company “?”').waitFor();
  await page.locator('summary').filter({ hasText: 'Columns:' }).click();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoOverflow(page);
  const { name, file } = await browser.download(page, () =>
    page.getByRole('button', { name: 'Save Refused Rows' }).click(),
  );
  expect(name).toBe('people - refused.csv');
  const text = Buffer.from(await file.arrayBuffer()).toString('latin1');
  expect(text).toBe('Firma;Personal-Nr.;Name\r\n?;D1;Gr\xfcn\r\n');
});
