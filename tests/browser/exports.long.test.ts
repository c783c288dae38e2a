// Exports in workers of a real browser, under the product's content security policy.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testBrowser } from '../support/browser/browser.ts';
import { entries, entry } from '../support/exports/attendanceServer.ts';
import { type ExportsHost, startExportsHost } from '../support/exports/exportsHost.ts';
import type {} from '../support/exports/page.ts';
import { drawPdf, readPdf, readXlsx } from '../support/exports/readers.ts';
import { need } from '../support/tools.ts';

const browser = testBrowser();
let host: ExportsHost;

beforeAll(async () => {
  host = await startExportsHost(need('fonts-droid-fallback'), need('fonts-lohit-deva'));
});
afterAll(() => host.stop());
beforeEach(() => {
  host.records = entries(3_000);
  host.requestedFiles.length = 0;
});

const run = (page: Page, format: 'excel' | 'pdf') => page.evaluate((chosen) => window.exporting.run(chosen), format);
const phases = (page: Page) => page.evaluate(() => window.exporting.progress.map(({ phase }) => phase));

const download = (page: Page) => browser.download(page, () => page.evaluate(() => window.exporting.download()));

test('builds an Excel file in a worker and verifies it', async () => {
  const page = await browser.open(host.url);
  const outcome = await run(page, 'excel');
  expect(outcome).toMatchObject({ notes: [], missing: [] });
  expect(new Set(await phases(page))).toEqual(new Set(['fetching', 'checking', 'building']));
  const { name, file } = await download(page);
  expect(name).toBe('attendance_records_2026-03-01_to_2026-03-31.xlsx');
  const sheet = (await readXlsx(file))['Attendance Records'];
  expect(sheet?.rows.slice(1).map(([employee]) => employee)).toEqual(
    host.records.map(({ employee }) => employee?.name),
  );
  expect(await page.evaluate(() => window.exporting.verify())).toMatchObject({ state: 'unchanged' });
  await expect.poll(() => page.workers().length).toBe(0);
});

test('builds a PDF in a worker, without fetching a font that it does not need', async () => {
  const page = await browser.open(host.url);
  expect(await run(page, 'pdf')).toMatchObject({ notes: [], files: [{ rows: 3_000 }] });
  const { name, file } = await download(page);
  expect(name).toBe('attendance_records_2026-03-01_to_2026-03-31.pdf');
  expect((await readPdf(file)).join('').match(/Employee \d+ +\d{5} +Check/g)).toHaveLength(3_000);
  expect(host.requestedFiles.filter((address) => address.startsWith('/fonts/'))).toEqual([]);
  expect(await page.evaluate(() => window.exporting.verify())).toMatchObject({ state: 'unchanged' });
});

test('fetches for an Arabic name only the font that has it', async () => {
  host.records.push(entry(5_000, { employee: { name: 'محمد عبد الله', employee_id: '1' } }));
  const page = await browser.open(host.url);
  expect(await run(page, 'pdf')).toMatchObject({ missing: [] });
  expect((await readPdf((await download(page)).file)).join('')).toContain('محمد عبد الله');
  expect(host.requestedFiles.filter((address) => address.startsWith('/fonts/'))).toEqual([
    '/fonts/fonts.txt',
    '/fonts/DejaVuSans.ttf',
  ]);
});

test('writes a Chinese name in a font that was added to the site', async () => {
  host.records = [entry(1, { employee: { name: '王小明', employee_id: '1' } })];
  const page = await browser.open(host.url);
  expect(await run(page, 'pdf')).toMatchObject({ missing: [] });
  const { file } = await download(page);
  expect((await readPdf(file))[0]).toContain('王小明');
  const { width, pixels } = await drawPdf(file, 1);
  const firstRow = pixels.subarray(96 * width, 106 * width);
  expect(firstRow.filter((shade, index) => shade < 128 && index % width < 70).length).toBeGreaterThan(10);
});

test('draws a Devanagari name as the browser shapes it', async () => {
  const employee = { name: 'श्री नमस्ते (Shri)', employee_id: '1' };
  host.records = [entry(1, { employee }), entry(2, { employee })];
  const page = await browser.open(host.url);
  expect(await run(page, 'pdf')).toMatchObject({ missing: [] });
  const { file } = await download(page);
  // The other script is drawn as pictures; text beside them is read as usual.
  expect((await readPdf(file))[0]).toContain('(Shri)');
  const { width, pixels } = await drawPdf(file, 1);
  const inkOf = (row: number) =>
    pixels
      .subarray(Math.round(96 + row * 11.5) * width, Math.round(106 + row * 11.5) * width)
      .filter((shade, index) => shade < 128 && index % width < 70).length;
  expect(inkOf(0)).toBeGreaterThan(10);
  expect(inkOf(1)).toBeGreaterThan(10);
});

test('reports characters that no font has', async () => {
  host.records = [entry(1, { employee: { name: 'ᜊᜌ᜔', employee_id: '1' } })];
  const page = await browser.open(host.url);
  const { error, missing } = await run(page, 'pdf');
  expect(error?.kind).toBe('aborted');
  expect(missing).toContain('ᜊ');
});

test.each(['fetching', 'checking', 'building'] as const)(
  'leaves nothing behind when cancelled while %s, and exports again',
  async (phase) => {
    host.records = entries(20_000);
    const page = await browser.open(host.url);
    const outcome = await page.evaluate((at) => window.exporting.run('excel', at), phase);
    expect(outcome).toMatchObject({ error: { kind: 'aborted' }, files: [] });
    await expect.poll(() => page.workers().length).toBe(0);

    host.records = entries(150);
    expect(await run(page, 'excel')).toMatchObject({ notes: [], files: [{ rows: 150 }] });
  },
);
