// Ranges of checkboxes by pointer and keyboard, which need a layout and a browser's own clicks.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createSite } from '../../server/platform/http/staticSite.ts';
import { inBrowser, testBrowser } from '../support/browser/browser.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

const browser = testBrowser();
let server: TestServer;
let token = '';

beforeAll(async () => {
  server = await startServer({ site: createSite(inject('site')) });
  token = await server.signIn(server.users.administrator);
});
afterAll(() => server.stop());

async function open(path: string): Promise<Page> {
  const page = await browser.open(server.url + path, { token });
  await boxes(page).nth(8).waitFor();
  return page;
}

const boxes = (page: Page) => page.locator('main input[type=checkbox][value]:not([value=on])');
const bar = (page: Page) => page.getByRole('region', { name: 'Selection' });

/** Which of the first nine are selected: '..###....'. */
const drawn = (page: Page) =>
  boxes(page).evaluateAll((all) =>
    all
      .slice(0, 9)
      .map((box) => (box instanceof HTMLInputElement && box.checked ? '#' : '.'))
      .join(''),
  );

/** Presses the button at one box, moves over the others, and lets go at the last. */
async function drag(page: Page, ...path: number[]): Promise<void> {
  for (const [step, index] of path.entries()) {
    const place = await boxes(page).nth(index).boundingBox();
    if (!place) throw new Error('The box is not shown');
    await page.mouse.move(place.x + 8, place.y + 8, { steps: 4 });
    if (step === 0) await page.mouse.down();
  }
  await page.mouse.up();
}

// Tried in one browser only: the standard defines what these clicks and keys do.
inBrowser('chromium', () => {
  test.each(['/attendance?start_date=&end_date=', '/employees'])('selects ranges on %s', async (path) => {
    const page = await open(path);
    await boxes(page).nth(1).click();
    await bar(page).waitFor(); // ranges come with it
    await boxes(page)
      .nth(3)
      .click({ modifiers: ['Shift'] });
    expect(await drawn(page)).toBe('.###.....');
    await boxes(page).nth(5).focus();
    await page.keyboard.press('Shift+Space');
    expect(await drawn(page)).toBe('.#####...');
    await page.keyboard.down('Shift');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.up('Shift');
    expect(await drawn(page)).toBe('.######..');
    await boxes(page)
      .nth(2)
      .click({ modifiers: ['Shift'] });
    expect(await drawn(page)).toBe('.#.......');

    await drag(page, 3, 6, 5);
    expect(await drawn(page)).toBe('.#.###...');
    await drag(page, 4, 2);
    expect(await drawn(page)).toBe('.#...#...');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await bar(page)
      .getByText(/^2 \w+ selected$/)
      .waitFor();
    expect(await page.evaluate(() => String(getSelection()))).toBe('');
  });
});
