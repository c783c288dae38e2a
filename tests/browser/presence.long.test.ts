// A roll call on a phone: large rows, ticks without a connection, and the report on screen and on paper.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { one, sql } from '../../server/platform/db/db.ts';
import { createSite } from '../../server/platform/http/staticSite.ts';
import { instantOf, plusMinutes } from '../../server/platform/time/clock.ts';
import { expectAccessible, expectNoOverflow, inBrowser, testBrowser } from '../support/browser/browser.ts';
import { readXlsx } from '../support/exports/readers.ts';
import { endRollCalls } from '../support/people/rollCalls.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

const browser = testBrowser({ separate: true });
const names = ['Anna', 'Berta', 'Carl', 'Doris'];
let server: TestServer;
let token: string;
let company: number;

beforeAll(async () => {
  server = await startServer({ site: createSite(inject('site')) });
  token = await server.signIn(server.users.administrator);
  const door = await one<{ id: number; company_id: number }>(
    server.db,
    sql`select id, company_id from access_controllers order by id limit 1`,
  );
  company = door.company_id;
  const at = instantOf(plusMinutes(new Date(), -1));
  for (const name of names) {
    const { id } = await one<{ id: number }>(
      server.db,
      sql`insert into employees (company_id, employee_id, name, created_at)
        values (${company}, ${`${name}-1`}, ${name}, '2026-01-01 00:00:00') returning id`,
    );
    await server.db.run(
      sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type,
          occurred_at, created_at)
        values (${company}, ${id}, ${`${name}-1`}, ${door.id}, 'check-in', ${at}, ${at})`,
    );
  }
});
afterAll(() => server.stop());

/** Opens a roll call on a phone; the people this test added are expected. */
async function openRollCall(as = token): Promise<Page> {
  await endRollCalls(server.db);
  const { json } = await server.ask('POST /roll-calls', { token, body: { company_id: company } });
  const { id } = Object(Object(json.data).roll_call);
  const page = await browser.open(`${server.url}/presence?roll_call=${id}`, {
    token: as,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
  });
  await page.getByRole('checkbox', { name: 'Anna' }).waitFor();
  return page;
}

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const box = (page: Page, name: string) => page.getByRole('checkbox', { name });
const status = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words }).waitFor();

test('no dot is seen before what wraps to a line of its own', async () => {
  const page = await browser.open(`${server.url}/presence?company_id=${company}&q=anna`, { token });
  await page.getByRole('row', { name: 'Anna' }).waitFor();
  const dots = () =>
    page.getByRole('rowheader').evaluateAll((heads) =>
      heads.flatMap((head) => {
        const [name, id] = head.firstElementChild?.children ?? [];
        const dot = id?.firstElementChild;
        if (!name || !id || !dot) return [];
        const { x, y, width, height } = dot.getBoundingClientRect();
        const isSeen = document.elementFromPoint(x + width / 2, y + height / 2) === dot;
        return [{ wraps: id.getBoundingClientRect().left === name.getBoundingClientRect().left, isSeen }];
      }),
    );
  expect(await dots()).toEqual([{ wraps: false, isSeen: true }]);
  await page.setViewportSize({ width: 240, height: 640 });
  expect(await dots()).toEqual([{ wraps: true, isSeen: false }]);
});

test('a row is large, and a touch anywhere in it ticks', async () => {
  const page = await openRollCall();
  const { width, height } = (await row(page, 'Anna').boundingBox()) ?? { width: 0, height: 0 };
  expect(height).toBeGreaterThanOrEqual(48);
  await row(page, 'Anna').tap({ position: { x: width - 5, y: height - 5 } });
  expect(await box(page, 'Anna').isChecked()).toBe(true);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoOverflow(page);
});

test('ticks are kept while there is no connection, and sent when it returns', async () => {
  browser.expectProblem(/ERR_INTERNET_DISCONNECTED/);
  browser.allowProblem(/fetching the script/); // the service worker, at the same moment
  const page = await openRollCall();
  await page.context().setOffline(true);
  await box(page, 'Anna').tap();
  await box(page, 'Berta').focus();
  await page.keyboard.press('Space');
  await box(page, 'Carl').tap();
  await status(page, '3 ticks not sent yet');
  await status(page, 'No connection');
  await page.getByRole('button', { name: /^Not Ticked/ }).tap();
  await box(page, 'Berta').waitFor({ state: 'detached' });
  await box(page, 'Doris').waitFor();

  await page.context().setOffline(false);
  await status(page, 'All ticks are sent');
  const { ticked } = await one<{ ticked: number }>(
    server.db,
    sql`select count(*) as ticked from roll_call_people where is_ticked = true
      and roll_call_id = ${Number(new URL(page.url()).searchParams.get('roll_call'))}`,
  );
  expect(ticked).toBe(3);
});

// Firefox's driver does not disconnect service workers.
inBrowser('chromium', () => {
  const keptNames = (page: Page) =>
    page.evaluate(async () => {
      const requests = await (await caches.open('roll-call')).keys();
      return requests.map(({ url }) => new URL(url).pathname.replace(/.*\./, '.'));
    });

  test('opens again without a network, keeps ticks over it, and sends them when it is back', async () => {
    browser.expectProblem(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
    const page = await openRollCall(await server.signIn(server.users.administrator));
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await expect.poll(() => keptNames(page)).toContain('.js');
    await page.context().setOffline(true);
    await page.reload();
    await box(page, 'Anna').tap();
    await status(page, 'No connection');
    await page.reload();
    expect(await box(page, 'Anna').isChecked()).toBe(true);
    await status(page, '1 tick not sent yet');
    await box(page, 'Berta').tap();
    await page.context().setOffline(false);
    await status(page, 'All ticks are sent');
    await page.reload();
    expect(await box(page, 'Berta').isChecked()).toBe(true);

    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(() => caches.has('roll-call'))).toBe(false);
  });
});

test('ticks of another phone appear here', async () => {
  const page = await openRollCall();
  const other = await browser.openTab(page, page.url());
  await box(other, 'Berta').tap();
  await status(other, 'All ticks are sent');
  await page.getByRole('button', { name: 'Refresh' }).tap();
  await expect.poll(() => box(page, 'Berta').isChecked()).toBe(true);
});

async function openReport(): Promise<Page> {
  const page = await openRollCall();
  await box(page, 'Anna').tap();
  await page.getByRole('button', { name: 'End Roll Call' }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End Roll Call' }).tap();
  await page.getByRole('table').waitFor();
  return page;
}

test('the Excel file of the report has who was ticked, and when the roll call was', async () => {
  const page = await openReport();
  const { file } = await browser.download(page, async () => {
    await page.getByRole('button', { name: 'Export' }).tap();
    await page.getByRole('menuitem', { name: 'Excel' }).tap();
  });
  const { 'Roll Call': people, 'About this export': about } = await readXlsx(file);
  const results = people?.rows.flatMap((cells) => (names.includes(cells[0] ?? '') ? [[cells[0], cells[6]]] : []));
  expect(results?.slice(-1)).toEqual([['Anna', 'Expected, ticked']]);
  expect(results?.slice(0, 1)).toEqual([['Berta', 'Expected, not ticked']]);
  const facts = new Map(about?.rows.map(([label = '', value = '']) => [label, value]));
  expect([...facts.keys()]).toEqual(['Roll call of', 'Began', 'Ended', 'Ticked', 'Silent when it began']);
  expect(facts.get('Ended')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d by /);
  expect(facts.get('Ticked')).toMatch(/^1 of \d+ ticked$/);
});

test('the report is accessible, and prints without what can only be pressed', async () => {
  const page = await openReport();
  await expectAccessible(page);
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 760, height: 1000 });
  await expectNoOverflow(page);
  const printed = await page.locator('main').innerText();
  expect(printed).toMatch(/Expected, not ticked\s+Berta[\s\S]*Expected, ticked\s+Anna/);
  expect(printed).not.toMatch(/Export|Print\b|Who Is In/);
});
