// The audit in a browser: verified in a worker, exported, and shown without running what entries contain.

import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { one, sql } from '../../server/platform/db/db.ts';
import { createSite } from '../../server/platform/http/staticSite.ts';
import { expectAccessible, expectNoOverflow, testBrowser } from '../support/browser/browser.ts';
import { readXlsx } from '../support/exports/readers.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

const browser = testBrowser();
const hostile = '<img src=x onerror="document.body.dataset.hacked=1"><a href="javascript:alert(1)">x</a>';

let server: TestServer;
let token = '';
let middle = 0;

beforeAll(async () => {
  server = await startServer({ site: createSite(inject('site')) });
  token = await server.signIn(server.users.administrator);
  const body = { key: 'note', value: hostile, type: 'string', description: hostile, is_public: false };
  await server.ask('POST /settings', { token, body });
  const { id } = await one<{ id: number }>(server.db, sql`select id from settings where setting_key = 'note'`);
  for (let round = 0; round < 5; round += 1)
    await server.ask(`PUT /settings/${id}`, { token, body: { ...body, value: `${hostile} ${round}` } });
  ({ id: middle } = await one<{ id: number }>(server.db, sql`select max(id) - 2 as id from audit`));
});
afterAll(() => server.stop());

const open = (address: string) => browser.open(server.url + address, { token });
const headOf = () => one<{ hash: string; last_id: number }>(server.db, sql`select hash, last_id from audit_head`);

test('shows hostile values as text, in the list, in an entry and in a history', async () => {
  const page = await open('/audit?subject=settings');
  // Successive edits of one setting share a row.
  await page.getByRole('button', { name: /^Show the \d+ entries/ }).click();
  await page
    .getByRole('button', { name: /^View entry/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(`${hostile} 4`).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('link', { name: 'Its history' }).click();
  await page.waitForURL(/subject_id=/);
  await page.getByText('Record: setting note').waitFor();
  expect(await page.locator('main img, dialog img, a[href^="javascript"]').count()).toBe(0);
  expect(await page.evaluate(() => document.body.dataset.hacked)).toBeUndefined();
});

test('by keyboard alone: filters, an entry, and back to where it was opened', async () => {
  const page = await open('/audit');
  const first = page.getByRole('button', { name: /^View entry/ }).first();
  await first.waitFor();
  await page.getByRole('button', { name: 'Type: All' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.insertText('Setting');
  await page.keyboard.press('Enter');
  await page.waitForURL(/subject=settings/);
  await first.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: /^Entry/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: /^Entry/ }).waitFor({ state: 'detached' });
  expect(await first.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('the whole audit is exported and verified, and the first broken line of a changed file is named', async () => {
  const page = await open('/audit');
  const { file } = await browser.download(page, async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: /All Entries, JSONL/ }).click();
  });
  const lines = (await file.text()).trimEnd().split('\n');
  expect(lines).toHaveLength((await headOf()).last_id);
  await page.getByRole('button', { name: 'Verify' }).click();
  const dialog = page.getByRole('dialog', { name: 'Verify the Audit' });
  const choose = (changed: readonly string[]) =>
    dialog.getByLabel('File to verify').setInputFiles({
      name: 'audit.jsonl',
      mimeType: 'application/jsonl',
      buffer: Buffer.from(`${changed.join('\n')}\n`),
    });
  await choose(lines);
  await dialog.getByText(`The file is whole: ${lines.length} entries.`).waitFor();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoOverflow(page);
  await choose(lines.map((line, index) => (index === 3 ? line.replace('settings', 'settingz') : line)));
  await dialog.getByText('Line 4 is broken: entry 4 was altered').waitFor();
  await choose(lines.toSpliced(2, 1));
  await dialog.getByText('Line 3 is broken: entry 3 is missing').waitFor();
  await dialog.getByLabel('Hash that you noted earlier').fill((await headOf()).hash);
  await choose(lines.slice(0, -1));
  await dialog.getByText('no entry has the hash that was noted').waitFor();
  await choose(lines);
  await dialog.getByText('the hash that you noted is among theirs').waitFor();
});

test('the entries that the filters find are exported to Excel, as text', async () => {
  const page = await open('/audit?subject=settings');
  const { file } = await browser.download(page, async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: /These Entries, Excel/ }).click();
  });
  const { 'About this export': about, ...entries } = await readXlsx(file);
  const { last_id, hash } = await headOf();
  expect(about?.rows).toEqual(
    expect.arrayContaining([
      ['Filter: Type', 'setting'],
      ['Entries in this file', '6'],
      ['Last entry of the audit', String(last_id)],
      ['Hash of the last entry', hash],
    ]),
  );
  const sheets = JSON.stringify(entries);
  expect(sheets.match(/Changed the setting/g)).toHaveLength(5);
  expect(sheets.match(/Added the setting/g)).toHaveLength(1);
  expect(sheets).not.toContain('Signed in');
});

test('the audit of the server is verified, and what was altered in the database is named', async () => {
  const page = await open('/audit');
  await page.getByRole('button', { name: 'Verify' }).click();
  const dialog = page.getByRole('dialog', { name: 'Verify the Audit' });
  const verify = () => dialog.getByRole('button', { name: 'Verify the Server’s Audit' }).click();
  const { hash, last_id } = await headOf();
  await dialog.getByLabel('Hash that you noted earlier').fill('abc');
  await dialog.getByText('A hash has 64 characters').waitFor();
  await dialog.getByLabel('Hash that you noted earlier').fill(hash);
  await verify();
  await dialog.getByText('The audit is whole').waitFor();

  await server.db.exec('drop trigger audit_is_not_changed; drop trigger audit_is_not_deleted');
  await server.db.run(sql`update audit set entry = replace(entry, 'settings', 'settingz') where id = ${middle}`);
  await verify();
  await dialog.getByText(`The audit is broken: entry ${middle} was altered`).waitFor();
  await server.db.run(sql`update audit set entry = replace(entry, 'settingz', 'settings') where id = ${middle}`);

  const { hash: before } = await one<{ hash: string }>(
    server.db,
    sql`select hash from audit where id = ${last_id - 1}`,
  );
  await server.db.exec('pragma foreign_keys = off');
  await server.db.run(sql`delete from audit where id = ${last_id}`);
  await server.db.run(sql`update audit_head set last_id = ${last_id - 1}, hash = ${before}`);
  await verify();
  await dialog.getByText('no entry has the hash that was noted').waitFor();
});
