// A person's stored data in a real browser: downloaded as a PDF that a worker writes, the download cancelled midway,
// and the person erased by keyboard alone on a phone, in a dialog with no problem for axe at any step.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { one, sql } from '../../server/platform/db/db.ts';
import { createSite } from '../../server/platform/http/staticSite.ts';
import { storeAllMissingWords } from '../../server/platform/records/search/searchIndex.ts';
import { expectAccessible, expectFits, testBrowser } from '../support/browser/browser.ts';
import { readPdf } from '../support/exports/readers.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

const browser = testBrowser();
const events = 2_500;
let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await startServer({ site: createSite(inject('site')) });
  token = await server.signIn(server.users.administrator);
  const { db } = server;
  const { company, door } = await one<{ company: number; door: number }>(
    db,
    sql`select company_id as company, min(id) as door from access_controllers group by company_id limit 1`,
  );
  const add = (name: string) =>
    one<{ id: number }>(
      db,
      sql`insert into employees (company_id, employee_id, name, email, employed_until, created_at)
        values (${company}, ${`P-${name}`}, ${name}, 'sofia@privacy.example', '2026-01-31', '2026-01-01 00:00:00')
        returning id`,
    );
  const { id } = await add('Σοφία Ивановна');
  await add('Lea Lind');
  await storeAllMissingWords(db);
  await db.run(
    sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_id, event_type,
        occurred_at, created_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${events})
      select ${company}, ${id}, 'P-1', ${door}, 'p' || i, 'check-in', datetime('2025-01-01', '+' || i || ' hours'),
        '2026-01-01 00:00:00' from n`,
  );
});
afterAll(() => server.stop());

async function openPerson(name: string, size = { width: 1280, height: 800 }): Promise<Page> {
  const page = await browser.open(`${server.url}/privacy?part=people&q=${encodeURIComponent(name)}`, { token });
  await page.setViewportSize(size);
  await page.getByRole('button', { name: `Personal data of ${name}` }).waitFor();
  return page;
}

async function openData(name: string): Promise<Page> {
  const page = await openPerson(name);
  await page.getByRole('button', { name: `Personal data of ${name}` }).click();
  await page.getByRole('list', { name: 'What is stored' }).waitFor();
  return page;
}

test('a person with thousands of events is downloaded whole, in any script', async () => {
  const page = await openData('Σοφία Ивановна');
  await expectAccessible(page);
  const { name, file } = await browser.download(page, () => page.getByRole('button', { name: 'Download PDF' }).click());
  expect(name).toMatch(/^personal-data_employee-\d+_\d{4}-\d\d-\d\d\.pdf$/);
  const pdf = (await readPdf(file)).join('\n');
  expect(pdf).toContain('Σοφία Ивановна');
  expect(pdf).toContain(`Attendance (2,500 rows)`);
  expect(pdf).toContain('sofia@privacy.example');
  expect(pdf.match(/check-in/g)?.length).toBe(events);
  await page.getByText(/^Exported [\d,]+ rows to personal-data/).waitFor();

  const json = await browser.download(page, () => page.getByRole('button', { name: 'Download JSON' }).click());
  const { sections } = JSON.parse(await json.file.text());
  const attendance = sections.find((section: { name: string }) => section.name === 'attendance');
  expect(attendance.rows.length).toBe(events);
});

test('a download can be cancelled, and tried again', async () => {
  const page = await openData('Σοφία Ивановна');
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/personal-data\/attendance/, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await page.getByRole('button', { name: 'Download PDF' }).click();
  const running = page.getByRole('region', { name: 'Export' });
  await running.getByRole('progressbar').waitFor();
  await running.getByRole('button', { name: 'Cancel' }).click();
  await running.waitFor({ state: 'detached' });
  release();
  await page.unroute(/personal-data\/attendance/);
  await browser.download(page, () => page.getByRole('button', { name: 'Download JSON' }).click());
});

test('on a phone and by keyboard alone, a person is erased only by their name', async () => {
  const page = await openPerson('Lea Lind', { width: 360, height: 740 });
  const opener = page.getByRole('button', { name: 'Erase Lea Lind' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Erase Personal Data of Lea Lind' });
  await dialog.getByLabel('Reason').waitFor();
  await expectAccessible(page);
  await expectFits(page);
  await dialog.getByLabel('Reason').focus();
  await page.keyboard.type('She asked for it');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Lea');
  await page.keyboard.press('Enter');
  await dialog.getByText('Please type the name as it is written: Lea Lind').waitFor();
  await expect.poll(() => dialog.getByLabel('Name').evaluate((field) => field === document.activeElement)).toBe(true);
  await expectAccessible(page);
  await page.keyboard.type(' Lind');
  await page.keyboard.press('Enter');
  const done = page.getByRole('dialog');
  await done.getByText('Erased. The audit log says who did it, when and why.').waitFor();
  await expectAccessible(page);
  await expectFits(page);
  const left = await server.db.all(sql`select id from employees where name = 'Lea Lind'`);
  expect(left).toEqual([]);
});
