// Corrections by keyboard alone, on a phone and on a wide page: from an attendance record, in their list, and for
// months.

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { one, sql } from '../../server/platform/db/db.ts';
import { answerDecoder } from '../../src/shared/contract/calls.ts';
import { expectAccessible, expectNoOverflow, testBrowser } from '../support/browser/browser.ts';
import { serveSite } from '../support/browser/site.ts';

const browser = testBrowser();
const site = serveSite();

function open(path: string, width = 1280): Promise<Page> {
  return browser.open(site.server.url + path, { token: site.token, viewport: { width, height: 800 } });
}

async function pressOn(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).focus();
  await page.keyboard.press('Enter');
}

test.each([360, 1280])('at %i px a wrong check-in becomes a check-out in one answer', async (width) => {
  const { db } = site.server;
  const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
  const { id } = await one<{ id: number }>(
    db,
    sql`insert into employees (company_id, employee_id, name, created_at)
      values (1, ${`TURN-${width}`}, ${`Turner ${width}`}, ${`${day} 00:00:00`}) returning id`,
  );
  for (const time of ['08:00:00', '17:00:00'])
    await db.run(
      sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type, occurred_at,
          created_at)
        values (1, ${id}, ${`TURN-${width}`}, (select min(id) from access_controllers where company_id = 1), 'check-in',
          ${`${day} ${time}`}, ${`${day} ${time}`})`,
    );
  const page = await open(`/exceptions?employee_id=${id}`, width);
  const row = page.getByRole('row').filter({ hasText: '17:00' });
  await row.waitFor();
  await expectNoOverflow(page);
  if (width < 500) {
    await row.getByRole('button', { name: /^Answer/ }).click();
    await page.getByRole('menuitem', { name: 'Change Direction' }).click();
  } else await row.getByRole('button', { name: /^Change Direction/ }).click();
  await page.getByText('17:00:00 becomes a check-out').waitFor();
  await page.getByText('9:00 worked').waitFor();
  await expectNoOverflow(page);
  await expectAccessible(page);
  await page.keyboard.type('The wrong key');
  await page.keyboard.press('Enter');
  await page.getByText('Nothing to answer').waitFor();
});

test.each([360, 1280])('at %i px an event is set aside from its record, and taken back in the list', async (width) => {
  const page = await open('/attendance?start_date=&end_date=', width);
  const view = page.locator('[data-opens]').nth(1);
  await view.waitFor({ state: 'attached' });
  await view.focus();
  await page.keyboard.press('Enter');
  await pressOn(page, 'Ignore Event');
  await page.getByText('What changes').waitFor();
  await expectNoOverflow(page);
  await expectAccessible(page);
  const reason = `Pressed the wrong key at ${width}`;
  await page.keyboard.type(reason);
  await page.keyboard.press('Enter');
  await page.getByText('Correction saved successfully').waitFor();
  await page.getByRole('region', { name: 'Corrections' }).getByText(reason).waitFor();
  await expectAccessible(page);

  await page.goto(`${site.server.url}/exceptions?tab=corrections`);
  const row = page.getByRole('listitem').filter({ hasText: reason });
  await row.waitFor();
  await expectNoOverflow(page);
  await expectAccessible(page);
  await row.getByRole('button', { name: /^Undo/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Undo Correction' }).waitFor();
  await page.keyboard.type('It was right');
  await page.keyboard.press('Enter');
  await row.getByText('Undone').waitFor();
});

test.each([360, 1280])('at %i px the months of a company fit, and are read aloud', async (width) => {
  const ofCompany = await open('/companies?id=1&tab=months', width);
  await ofCompany.getByRole('list', { name: /^Months of/ }).waitFor();
  await expectNoOverflow(ofCompany);
  await expectAccessible(ofCompany);

  const page = await open('/exceptions?tab=corrections', width);
  await pressOn(page, 'Close Months');
  const dialog = page.getByRole('dialog', { name: 'Close Months' });
  await dialog.getByRole('combobox', { name: 'Month' }).waitFor();
  await dialog
    .getByRole('status')
    .filter({ hasText: /^Loading/ })
    .first()
    .waitFor({ state: 'detached' });
  await expectNoOverflow(page);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Close Months');
});

test('on a phone the answers to an exception lie over the rows below', async () => {
  const page = await open('/exceptions', 360);
  await page
    .getByRole('button', { name: /^Answer: / })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Accept As It Is' }).click();
  await page.getByRole('dialog', { name: 'Accept As It Is' }).waitFor();
});

test('a mark is seen where the column of controllers has no room', async () => {
  const { json } = await site.server.ask('GET /attendance?per_page=1', { token: site.token });
  const record_id = answerDecoder('GET /attendance')(json.data).data[0]?.id;
  const body = { corrections: [{ kind: 'set_aside', record_id }], reason: 'A test of the door' };
  expect((await site.server.ask('POST /corrections', { token: site.token, body })).status).toBe(201);
  const page = await open('/attendance?start_date=&end_date=', 820);
  const mark = page.getByRole('rowheader').getByText('Set aside').first();
  await mark.waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  await mark.waitFor({ state: 'hidden' });
});
