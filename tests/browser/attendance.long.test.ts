// The attendance screen in a real browser on the real server: by keyboard, by pointer, and exported.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { one, sql } from '../../server/platform/db/db.ts';
import { createSite } from '../../server/platform/http/staticSite.ts';
import {
  colorSchemes,
  expectAccessible,
  expectNoOverflow,
  inBrowser,
  testBrowser,
} from '../support/browser/browser.ts';
import { readPdf, readXlsx } from '../support/exports/readers.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

const browser = testBrowser();
let server: TestServer;
let token = '';

beforeAll(async () => {
  server = await startServer({ site: createSite(inject('site')) });
  token = await server.signIn(server.users.administrator);
});
afterAll(() => server.stop());

const everything = '/attendance?start_date=&end_date=';

async function open(path: string): Promise<Page> {
  const page = await browser.open(server.url + path, { token });
  await page.getByRole('heading', { level: 1, name: 'Attendance Management' }).waitFor();
  await page.getByRole('table').waitFor();
  return page;
}

async function total(query = ''): Promise<number> {
  const { json } = await server.ask(`GET /attendance?per_page=1${query}`, { token });
  const { data } = json;
  if (typeof data === 'object' && data && 'total' in data && typeof data.total === 'number') return data.total;
  throw new Error(`No total: ${JSON.stringify(json)}`);
}

/** The nth row with a record: other rows are the header or name a day. */
const recordRow = (page: Page, index: number) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
    .nth(index);

async function openVerifyFile(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More Actions' }).click();
  await page.getByRole('menuitem', { name: 'Verify File' }).click();
}

const exported = (page: Page, button: string) =>
  browser.download(page, () => page.getByRole('button', { name: button }).click());

test('axe finds no problem and nothing overflows at 320 px: list, open filters, record, confirmation', async () => {
  const page = await open(`${everything}&panel=open&per_page=25`);
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Company' }).click();
  await page.getByRole('option', { name: 'All Companies' }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /^View/ }).first().click();
  await page.getByRole('dialog', { name: 'Attendance Record' }).getByText('Employee ID').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.getByRole('checkbox', { name: /Select all/ }).check();
  await page.getByRole('button', { name: /Mark as Processed/ }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoOverflow(page);
});

test('a dot stands between name and ID, whichever way the name is written, and before no other cell', async () => {
  const { id: employee } = await one<{ id: number }>(server.db, sql`select max(employee_id) as id from attendance`);
  await server.db.run(sql`update employees set name = 'عبد الرحمن' where id = ${employee}`);
  const page = await open(`${everything}&employee_id=${employee}`);
  const row = recordRow(page, 0);
  await row.getByText('عبد الرحمن').waitFor();
  const beginsWithDot = (cell: Locator) =>
    cell.evaluate((element) => getComputedStyle(element, '::before').content.includes('·'));
  const id = row.getByRole('rowheader').locator('bdi');
  expect(await beginsWithDot(id)).toBe(true);
  const name = await id.evaluate(({ previousSibling }) => {
    const range = document.createRange();
    if (previousSibling) range.selectNode(previousSibling);
    return range.getBoundingClientRect().right;
  });
  expect((await id.boundingBox())?.x).toBeGreaterThanOrEqual(name);
  for (const cell of await row.getByRole('cell').locator('span').all()) expect(await beginsWithDot(cell)).toBe(false);
});

test.each(colorSchemes())('keeps selected rows visible as selected while hovered, in %s', async (colorScheme) => {
  const page = await open(`${everything}&panel=open`);
  await page.emulateMedia({ colorScheme });
  const colour = (place: Locator) => place.evaluate((element) => getComputedStyle(element).backgroundColor);
  async function expectToStay(chosen: Locator, other: Locator): Promise<void> {
    await page.mouse.move(0, 0);
    const before = await colour(chosen);
    await chosen.hover();
    expect(await colour(chosen)).toBe(before);
    await other.hover();
    expect(await colour(other)).not.toBe(before);
  }
  const row = (number: number) => recordRow(page, number);
  const company = page.getByRole('combobox', { name: 'Company' });
  await company.waitFor(); // the filters move the rows
  await row(2).getByRole('checkbox').check();
  await expectToStay(row(2), row(3));
  await company.click();
  const option = (number: number) => page.getByRole('option').nth(number);
  await option(1).waitFor();
  await expectToStay(option(0), option(1));
});

test('gives texts that are too long for their column more lines, and cuts none', async () => {
  // A page of the console would report the parts that it could not load once the test leaves it.
  const page = await browser.open(`${server.url}/third-party-licences.txt`, { token });
  await page.route(/v1\/audit(?:\?|$)/, async (route) => {
    const answer = await (await route.fetch()).json();
    for (const entry of answer.data.entries) entry.changed = ['name', 'email', 'phone', 'department', 'position'];
    await route.fulfill({ json: answer });
  });
  await page.goto(`${server.url}/audit`);
  await page.getByRole('table').waitFor();
  const cells = () =>
    page.locator('tbody :is(td, th)').evaluateAll((all) => {
      const seen = all.filter((cell) => cell.clientWidth > 1); // columns without room are only read aloud
      const textOf = (cell: Element) => {
        const text = document.createRange();
        text.selectNodeContents(cell);
        return text;
      };
      const isTooLong = (cell: Element) =>
        textOf(cell).getBoundingClientRect().right > cell.getBoundingClientRect().right;
      const isWrapped = (cell: Element) => new Set([...textOf(cell).getClientRects()].map(({ top }) => top)).size > 1;
      return {
        tooLong: seen.filter(isTooLong).length,
        cut: seen.filter((cell) => getComputedStyle(cell).textOverflow === 'ellipsis').length,
        wrapped: seen.filter((cell) => /^name, email/i.test(cell.textContent ?? '')).filter(isWrapped).length,
      };
    });
  await page.setViewportSize({ width: 1300, height: 700 });
  await expect.poll(async () => (await cells()).wrapped).toBeGreaterThan(0);
  expect(await cells()).toMatchObject({ tooLong: 0, cut: 0 });
  await page.setViewportSize({ width: 2200, height: 700 });
  await expect.poll(cells).toEqual({ tooLong: 0, cut: 0, wrapped: 0 });
});

/** Words broken across lines. */
const brokenWords = (place: Locator) =>
  place.evaluate((element) => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
      }
    }
    return broken;
  });

/** The titles of columns that reach into the next column. */
const overlappingTitles = (page: Page) =>
  page.locator('thead').evaluate((head) => {
    const cells = [...head.querySelectorAll('th')].filter((cell) => cell.clientWidth > 1);
    return cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent);
  });

test.each([360, 860, 900, 1140, 1280])('at %i px names break between words, and all fits its place', async (width) => {
  const names = ['Conceição Pemberton', 'x'.repeat(200)];
  const data = names.map((name, id) => ({
    id,
    employee: { name, employee_id: '7' },
    event_type: 'check-out',
    timestamp: '2026-03-08 18:01:02',
    access_controller: { name: 'Warehouse door' },
    company: { name: 'Administration Office' },
    is_processed: true,
    hr_state: 'waiting',
  }));
  // Starts on a page that loads nothing more, since leaving it would cancel requests.
  const page = await browser.open(`${server.url}/forgot-password`, { token, viewport: { width, height: 800 } });
  await page.route('**/web/api/v1/attendance?*', (route) => route.fulfill({ json: { success: true, data } }));
  await page.goto(server.url + everything);
  await recordRow(page, names.length - 1).waitFor();
  await expectNoOverflow(page);
  expect(await brokenWords(recordRow(page, 0))).toEqual([]);
  expect(await overlappingTitles(page)).toEqual([]);
});

test('can be filtered, selected and marked by keyboard alone', async () => {
  const page = await open(`${everything}&panel=open&is_processed=0`);
  await page.getByRole('combobox', { name: 'Company' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('ashdown');
  await page.getByRole('option', { name: /ashdown/i }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/company_id=\d+/);
  await page.waitForFunction(() => !document.querySelector('table')?.hasAttribute('aria-busy'));

  const before = await total(`&is_processed=0&${new URL(page.url()).searchParams.toString()}`);
  const first = recordRow(page, 0).getByRole('checkbox');
  await first.focus();
  await page.keyboard.press('Space');
  const mark = page.getByRole('button', { name: 'Mark as Processed (1)' });
  await mark.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').getByText('Mark 1 record as processed?').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Records marked as processed successfully').waitFor();
  expect(await total(`&is_processed=0&${new URL(page.url()).searchParams.toString()}`)).toBe(before - 1);
});

test.each(['', '2025-09-01'])('accepts a date typed digit by digit, instead of "%s"', async (before) => {
  const page = await open(`/attendance?start_date=${before}&end_date=2999-12-31&panel=open`);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/web/api/v1/attendance?')) asked.push(request.url());
  });
  const entries = await page.evaluate(() => history.length);
  const start = page.getByLabel('Start Date');
  await start.focus();
  await page.keyboard.type('10152025');
  expect([await start.inputValue(), asked]).toEqual(['2025-10-15', []]);
  await page.keyboard.press('Enter');
  await page.waitForURL(/start_date=2025-10-15&end_date=2999-12-31/);
  expect(await start.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.waitForFunction(() => !document.querySelector('table')?.hasAttribute('aria-busy'));
  expect(asked).toEqual([expect.stringContaining('start_date=2025-10-15')]);
  expect(await page.evaluate(() => history.length)).toBe(entries + 1);
});

test('exports to Excel and PDF exactly what the filters select, which the file proves', async () => {
  const page = await open(`${everything}&event_type=check-in`);
  const count = await total('&event_type=check-in');
  expect(count).toBeGreaterThan(100);

  const excel = await exported(page, 'Export Excel');
  expect(excel.name).toBe('attendance_records_beginning_to_now.xlsx');
  const sheet = (await readXlsx(excel.file))['Attendance Records'];
  expect(sheet?.rows.length).toBe(count + 1);
  expect(new Set(sheet?.rows.slice(1).map((row) => row[2]))).toEqual(new Set(['Check In']));
  await page.getByText(`Exported ${count.toLocaleString('en')} records`).waitFor();

  const pdf = await exported(page, 'Export PDF');
  const pages = await readPdf(pdf.file);
  expect(pages[0]).toContain('Attendance Records Report');
  expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`);

  await page.getByRole('button', { name: 'Verify File' }).click();
  for (const { name, file } of [pdf, excel]) {
    await chooseToVerify(page, name, Buffer.from(await file.arrayBuffer()));
    await page.getByText(`${name} is unchanged since it was exported, and signed by http`).waitFor();
    await page.getByText(`(${server.users.administrator.email})`, { exact: false }).first().waitFor();
  }
  await expectAccessible(page);
});

test('tells a file without its signature, and a server that signs none', async () => {
  const page = await open(everything);
  const { name, file } = await exported(page, 'Export PDF');
  const whole = Buffer.from(await file.arrayBuffer());
  const unsigned = whole.subarray(0, whole.indexOf('%rollcall-signature'));
  await page.getByRole('button', { name: 'Verify File' }).click();
  await chooseToVerify(page, name, unsigned);
  await page.getByText('as far as its checksums show. It is not signed, and anyone').waitFor();

  await page.route('**/auth/user', async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, data: { ...answer.data, features: undefined } } });
  });
  await page.reload();
  await openVerifyFile(page);
  await chooseToVerify(page, name, unsigned);
  await page.getByText('This server does not sign exports, and').waitFor();
  await chooseToVerify(page, name, whole);
  await page.getByText('It is signed, but this server cannot check the signature.').waitFor();
  await page.unroute('**/auth/user');
});

const chooseToVerify = (page: Page, name: string, buffer: Buffer) =>
  page.getByLabel('File to verify').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });

// In Firefox, Playwright can neither emulate print media nor set the size of the sheet.
inBrowser('chromium', () =>
  test('prints the records across the page, without controls', async () => {
    const page = await open(everything);
    // Print styles load soon after the records.
    await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.includes('/all-')));
    const sheets = await page.pdf({ format: 'A4', landscape: true });
    const [first = ''] = await readPdf(new Blob([new Uint8Array(sheets)]));
    expect(first).toMatch(/^ *Attendance Management/m);
    expect(first).toMatch(/Employee +Event +Time +Controller +Company +Status/);
    expect(first).not.toContain('Skip to content');
    // The table is as wide as the page inside its margins, since the sidebar is not printed.
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('table').evaluate((table) => table.clientWidth / innerWidth)).toBeGreaterThan(0.9);
    // In portrait the page is narrow, and the table still fits.
    await page.setViewportSize({ width: 718, height: 1046 });
    const frame = page.getByRole('region', { name: 'Attendance records' });
    expect(await frame.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  }),
);

test('reports an export without records and offers no file', async () => {
  const path = '/attendance?start_date=1999-01-01&end_date=1999-01-02';
  const page = await browser.open(server.url + path, { token });
  await page.getByText('No attendance records found').waitFor();
  await page.getByRole('button', { name: 'Export Excel' }).click();
  await page.getByRole('alert').filter({ hasText: 'No records found to export' }).waitFor();
});

test('ends the check of a damaged file, or without its code, with an error', async () => {
  browser.expectProblem(/Failed to load resource/);
  const page = await open(everything);
  const { name, file } = await exported(page, 'Export Excel');
  const damaged = Buffer.from(await file.arrayBuffer());
  damaged.fill(0xff, 100, 1_000);
  await page.getByRole('button', { name: 'Verify File' }).click();
  const choose = () =>
    page.getByLabel('File to verify').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: damaged });
  const code = /\/verifyFile-[^/]*\.js$/;
  await page.route(code, (route) => route.abort());
  await choose();
  await page.getByRole('alert').filter({ hasText: 'The check could not be loaded.' }).waitFor();
  await page.unroute(code);
  await page.reload();
  await openVerifyFile(page);
  await choose();
  await page
    .getByRole('alert')
    .filter({ hasText: `${name} could not be read.` })
    .waitFor();
});

test.each([
  ['code', /\/exportAttendance-[^/]*\.js$/, 'aborted'],
  ['code', /\/exportAttendance-[^/]*\.js$/, 'not there'],
  ['worker', /\/excel\.worker-[^/]*\.js$/, 'aborted'],
  ['worker', /\/excel\.worker-[^/]*\.js$/, 'not there'],
])('reports an export whose %s does not load, and Retry works', async (part, file, fate) => {
  if (part === 'code') browser.expectProblem(/Failed to load resource/);
  if (fate === 'not there') browser.expectProblem(/disallowed MIME type/, 'firefox');
  const page = await open(everything);
  await page.route(file, (route) => (fate === 'aborted' ? route.abort() : route.fulfill({ status: 404 })));
  await page.getByRole('button', { name: 'Export Excel' }).click();
  const told = page
    .getByRole('alert')
    .filter({ hasText: 'The export could not be loaded. Please check your connection' });
  await told.waitFor();
  await expect.poll(() => page.getByRole('region', { name: 'Export' }).count()).toBe(0);
  await page.unroute(file);
  await told.getByRole('button', { name: 'Retry' }).click();
  await told.waitFor({ state: 'detached' });
  await page.getByRole('table').waitFor();
  const { file: excel } = await exported(page, 'Export Excel');
  expect((await readXlsx(excel))['Attendance Records']?.rows.length).toBe((await total()) + 1);
});

test('cancels an export without a trace, and the next one works', async () => {
  const page = await open(everything);
  let letThrough = () => {};
  const cancelled = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/attendance?*page=2*', async (route) => {
    await cancelled;
    await route.continue().catch(() => undefined);
  });
  await page.getByRole('button', { name: 'Export Excel' }).click();
  await page.getByRole('region', { name: 'Export' }).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('region', { name: 'Export' }).waitFor({ state: 'detached' });
  letThrough();
  await page.unroute('**/attendance?*page=2*');
  const { file } = await exported(page, 'Export Excel');
  expect((await readXlsx(file))['Attendance Records']?.rows.length).toBe((await total()) + 1);
});
