// Timesheets in a real browser: by keyboard, on a phone, on paper, and as files written in workers.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '../../server/platform/db/db.ts';
import { createSite } from '../../server/platform/http/staticSite.ts';
import { answerDecoder } from '../../src/shared/contract/calls.ts';
import type { DaySummary, TimesheetRow } from '../../src/shared/contract/timesheets.ts';
import { today } from '../../src/shared/words/days.ts';
import { inBrowser, testBrowser } from '../support/browser/browser.ts';
import { readPdf, readPdfInfo, readXlsx } from '../support/exports/readers.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

const browser = testBrowser();
const period = `start_date=${today(-30)}&end_date=${today()}`;

let server: TestServer;
let token = '';
let rows: readonly TimesheetRow[];
beforeAll(async () => {
  server = await startServer({ site: createSite(inject('site')), sample: { employeesPerCompany: 8, days: 30 } });
  token = await server.signIn(server.users.administrator);
  const { json } = await server.ask(`GET /timesheets?${period}&per_page=500`, { token });
  rows = answerDecoder('GET /timesheets')(json.data).data;
});
afterAll(() => server.stop());

async function open(address: string): Promise<Page> {
  const page = await browser.open(`${server.url}/login`);
  await page.evaluate((value) => localStorage.setItem('auth_token', value), token);
  await page.goto(server.url + address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

const focusedCell = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-cell'));

test('by keyboard alone: to a day of a person and back to its cell', async () => {
  const page = await open(`/timesheets?${period}`);
  await page.getByRole('grid', { name: 'Timesheets' }).waitFor();
  await page.locator('[data-cell="0 0"]').focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'End']) await page.keyboard.press(key);
  expect(await focusedCell(page)).toBe('2 32');
  await page.keyboard.press('Enter');
  const focused = page.locator(':focus');
  await expect.poll(() => focused.getAttribute('aria-expanded')).toBe('true');
  await page.goBack();
  await page.getByRole('grid').waitFor();
});

test.each(['/timesheets', `/timesheets?employee_id=1&${period}`])('%s fits a phone', async (address) => {
  const page = await open(address);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.locator('main table').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test('a week with expected time has room beside the sidebar of a small laptop', async () => {
  const page = await open('/profile');
  await page.route(/v1\/timesheets\?/, async (route) => {
    const answer = await route.fetch();
    const { data, ...envelope } = await answer.json();
    const expected_time = { expected_minutes: 2400, difference_minutes: -1234, balance_minutes: null, days: [] };
    const isOneDay = ({ day, first_in, last_out }: DaySummary) => first_in.startsWith(day) && last_out.startsWith(day);
    const shown = data.data.map((row: TimesheetRow) => ({ ...row, expected_time, days: row.days.filter(isOneDay) }));
    await route.fulfill({ json: { ...envelope, data: { ...data, data: shown } } });
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${server.url}/timesheets?start_date=${today(-7)}&end_date=${today(-1)}`);
  await page.getByRole('columnheader', { name: 'Difference' }).waitFor();
  const grid = page.getByRole('grid');
  await grid
    .getByText(/^\d\d:\d\d–\d\d:\d\d$/)
    .first()
    .waitFor();
  // Adds the width of a scrollbar, which this browser would lay over the grid.
  await grid.evaluate(({ parentElement }) => parentElement?.style.setProperty('padding-inline-end', '15px'));
  const room = await grid.evaluate(
    ({ parentElement }) => parentElement && [parentElement.scrollWidth, parentElement.clientWidth],
  );
  expect(room?.[0]).toBe(room?.[1]);
});

test.each([360, 320])("at %i px each head and time of a person's sheet has room", async (width) => {
  const page = await open(`/timesheets?employee_id=1&${period}`);
  await page.setViewportSize({ width, height: 740 });
  const cells = page.locator('main table :is(th, td)');
  await cells.first().waitFor();
  const cut = await cells.evaluateAll((all) =>
    all.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
  );
  expect(cut).toEqual([]);
});

test('a month of people is printed on paper on its side, with all of its days', async () => {
  const page = await open(`/timesheets?${period}`);
  await page.getByRole('grid').waitFor();
  const paper = new Blob([new Uint8Array(await page.pdf({ format: 'A4', preferCSSPageSize: true }))]);
  const [, width, height] = /([\d.]+) x ([\d.]+)/.exec((await readPdfInfo(paper))['Page size'] ?? '') ?? [];
  expect(Number(width)).toBeGreaterThan(Number(height));
  const [first = ''] = await readPdf(paper);
  for (const day of [today(-30), today()]) expect(first).toContain(String(Number(day.slice(8))));
  expect(first.match(/\bTotal\b/g)).toHaveLength(1);
});

// Print media cannot be emulated in Firefox.
inBrowser('chromium', () => {
  test('a week of people is printed with both times of a day in one line, and without links', async () => {
    const company = `company_id=${rows[0]?.company.id}`;
    const page = await open(`/timesheets?start_date=${today(-7)}&end_date=${today(-1)}&${company}`);
    await page.getByRole('link', { name: 'Payroll File' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('main').innerText()).not.toContain('Payroll File');
    const day = page.getByRole('gridcell', { name: /\d\d:\d\d–\d\d:\d\d/ }).first();
    await day.waitFor();
    const tops = await day
      .locator('span > span')
      .filter({ hasText: /^\d\d:\d\d/ })
      .evaluateAll((times) => times.map((time) => Math.round(time.getBoundingClientRect().top)));
    expect(tops).toEqual([tops[0], tops[0]]);
  });
});

test("a person's file has no hours of a day whose only event waits for a second person", async () => {
  const [row] = rows;
  const { id, employee_id } = row?.employee ?? { id: 0 };
  await server.db.run(
    sql`insert into day_rules (company_id, starts_at, repeat_seconds, needs_second_person)
      values (${row?.company.id ?? 0}, '00:00', 60, true)`,
  );
  const added = { kind: 'add', employee_id: id, event_type: 'check-in', timestamp: '2020-02-29T08:00' };
  const body = { corrections: [added], reason: 'The door was open' };
  expect((await server.ask('POST /corrections', { token, body })).status).toBe(201);
  const page = await open(`/timesheets?employee_id=${id}&start_date=2020-02-24&end_date=2020-03-01`);
  await page.getByRole('button', { name: 'Sat, 29 Feb' }).waitFor();
  const { name, file } = await browser.download(page, async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Excel' }).click();
  });
  expect(name).toBe(`timesheet_${employee_id}_2020-02-24_to_2020-03-01.xlsx`);
  const sheets = await readXlsx(file);
  expect(sheets.Days?.rows).toHaveLength(1);
  expect(sheets.Timesheet?.rows[1]?.slice(4)).toEqual(['', '', '', '', '', '', '', '0', '0', '0']);
  expect(sheets['About this export']?.rows).toContainEqual(['Days with events', '0']);
});

test('the files are written in workers under the strict policy, whole', async () => {
  const page = await open(`/timesheets?${period}`);
  await page.getByRole('grid').waitFor();
  const download = (kind: string) =>
    browser.download(page, async () => {
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      await page.getByRole('menuitem', { name: kind }).click();
    });
  const excel = await download('Excel');
  const sheets = await readXlsx(excel.file);
  expect(sheets.Timesheet?.rows).toHaveLength(rows.length + 1);
  // Parts this large are where write-excel-file would start workers of its own.
  expect(JSON.stringify(sheets.Days?.rows).length).toBeGreaterThan(160_000);
  const worked = (sheets.Timesheet?.rows ?? []).slice(1).map((cells) => Number(cells.at(-3)) * 24 * 60);
  expect(worked.map(Math.round)).toEqual(rows.map(({ worked_minutes }) => worked_minutes));
  const pdf = await download('PDF to Sign');
  expect(await readPdf(pdf.file)).toHaveLength(rows.length);
});
