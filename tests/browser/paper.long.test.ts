// Printing of tables whose rows a button opens, and of lists that a screen as narrow as the sheet would fold.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoOverflow, inBrowser, testBrowser } from '../support/browser/browser.ts';
import { openScreen, serveSite } from '../support/browser/site.ts';
import { readPdf } from '../support/exports/readers.ts';

const browser = testBrowser();
const site = serveSite();

/** The text on the first sheet, printed once the print styles have loaded. */
async function printed(address: string): Promise<string> {
  const page: Page = await openScreen(browser, site.server.url + address, site.token);
  await page.getByRole('row').nth(1).waitFor();
  await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.includes('/all-')));
  const [first = ''] = await readPdf(new Blob([new Uint8Array(await page.pdf({ format: 'A4' }))]));
  return first;
}

/** Expects that the table fits the sheet, and that no word in it goes on in another line. */
async function expectWholeWords(page: Page): Promise<void> {
  await page.setViewportSize({ width: 720, height: 1000 });
  await page.emulateMedia({ media: 'print' });
  await expectNoOverflow(page);
  const broken = () =>
    page
      .getByRole('cell')
      .or(page.getByRole('rowheader'))
      .evaluateAll((cells) => {
        const texts = cells.flatMap((cell) => {
          const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
          const found: Text[] = [];
          while (walker.nextNode()) if (walker.currentNode instanceof Text) found.push(walker.currentNode);
          return found;
        });
        return texts.flatMap((text) =>
          [...text.data.matchAll(/[\p{L}\d]+/gu)].flatMap(({ 0: word, index }) => {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1 ? [word] : [];
          }),
        );
      });
  await expect.poll(broken).toEqual([]);
}

// Playwright cannot emulate print media in Firefox.
inBrowser('chromium', () => {
  test('the audit is printed with the time of each entry, its filters and when it was printed', async () => {
    const sheet = await printed('/audit?action=auth.login');
    expect(sheet).toMatch(/\d\d:\d\d:\d\d +Ada Thornbury signed in/);
    expect(sheet).toMatch(/Action: .*signed in.* · Printed \d{4}-\d\d-\d\d/i);
  });

  test.each(['/exceptions', '/presence', '/attendance', '/audit'])(
    '%s fits the sheet, and breaks no word',
    async (address) => {
      const page = await openScreen(browser, site.server.url + address, site.token);
      await page.getByRole('row').nth(1).waitFor();
      await expectWholeWords(page);
    },
  );

  test('Who Is In breaks no word beside somebody who came the day before', async () => {
    const page = await openScreen(browser, `${site.server.url}/presence`, site.token);
    await page.route(/\/presence\?/, async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      const since = '2026-03-01T13:07:00+00:00';
      Object.assign(json.data.data[0], { state: 'in', since, company: { id: 1, name: 'Søndergaard Møbler' } });
      await route.fulfill({ response, json });
    });
    await page.reload();
    await page.getByText(/^In since .*13:07$/).waitFor();
    await expectWholeWords(page);
  });

  test.each([
    ['/employees?view=list', /^ *Name +ID +Company +Department +Position +Status/m],
    ['/companies?view=list', /^ *Name +ID /m],
    ['/access-controllers?view=list', /^ *Name +Company +/m],
  ])('%s is printed as a table, with the names of its columns', async (address, head) => {
    expect(await printed(address)).toMatch(head);
  });
});
