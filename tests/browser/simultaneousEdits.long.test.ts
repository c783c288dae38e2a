// Two people edit one company in two browsers, by keyboard: the second sees what the first saved, chooses, and
// neither's work is lost. Also with a server without versions.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createSite } from '../../server/platform/http/staticSite.ts';
import { allPermissions } from '../../src/shared/contract/permissions.ts';
import { expectAccessible, expectFits, testBrowser } from '../support/browser/browser.ts';
import { addColleague } from '../support/people/users.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

const browser = testBrowser();
let server: TestServer;
let tokens: { ada: string; grace: string };

beforeAll(async () => {
  server = await startServer({ site: createSite(inject('site')) });
  const ada = await server.signIn(server.users.administrator);
  tokens = { ada, grace: await addColleague(server.db, 'Grace', allPermissions, [], new Date()) };
});
afterAll(() => server.stop());

const api = '**/web/api/v1/**';

/** Answers as a server of the specification, which announces no features and has no versions. */
const withoutVersions = (page: Page) =>
  page.route(api, async (route) => {
    // Firefox does not reveal the body of a write, so it cannot be forwarded.
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    const body = JSON.stringify(await response.json(), (name, value: unknown) =>
      name === 'version' || name === 'features' ? undefined : value,
    );
    await route.fulfill({ response, body });
  });

async function addCompany(name: string): Promise<number> {
  const { json } = await server.ask('POST /companies', { token: tokens.ada, body: { name, contact_phone: '1' } });
  return Number(Object(json.data).id);
}

async function openForm(name: string, token: string, isPlain: boolean) {
  // Starts on a page that loads nothing more, since leaving it would cancel requests.
  const page = await browser.open(`${server.url}/forgot-password`, { token });
  if (isPlain) await withoutVersions(page);
  await page.goto(`${server.url}/companies?q=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: `Edit ${name}` }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Edit Company' });
  await form.getByLabel('Contact Phone').waitFor();
  return { page, form };
}

describe.each([
  { with: 'a server with versions', isPlain: false },
  { with: 'a server of the specification', isPlain: true },
])('with $with', ({ isPlain }) => {
  test('the second one is shown both, chooses by keyboard, and saves both', async () => {
    const name = `Edited twice ${isPlain}`;
    const id = await addCompany(name);
    const first = await openForm(name, tokens.grace, isPlain);
    const second = await openForm(name, tokens.ada, isPlain);

    // Firefox sends keys to the front window.
    await first.page.bringToFront();
    await first.form.getByLabel('Contact Phone').fill('+47 1');
    await first.form.getByLabel('Address').fill('A very long way to somewhere in the north of the country 1');
    await first.form.getByRole('button', { name: 'Update Company' }).press('Enter');
    await first.page.getByText('Company updated successfully').waitFor();

    const { page, form } = second;
    await page.bringToFront();
    if (!isPlain) browser.allowProblem(/412/);
    await form.getByLabel('Contact Phone').fill('+47 2');
    await form.getByLabel('Contact Email').fill('ada@twice.example');
    await form.getByLabel('Contact Email').press('Enter');

    const shown = form.getByRole('region', { name: 'Changed while you were editing' });
    await shown.getByRole('heading').and(page.locator(':focus')).waitFor();
    expect(await shown.getByText('Grace changed Contact Phone, Address').count()).toBe(isPlain ? 0 : 1);
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 740 });
      await expectAccessible(page);
      await expectFits(page);
    }

    // Saving without an answer moves the focus to the question.
    await form.getByLabel('Contact Email').press('Enter');
    const question = shown.getByRole('group', { name: 'Contact Phone' });
    const theirs = question.getByRole('radio', { name: 'Keep theirs' });
    await theirs.and(page.locator(':focus')).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Space');
    expect(await form.getByLabel('Contact Phone').inputValue()).toBe('+47 1');
    await page.keyboard.press('ArrowDown');
    expect(await form.getByLabel('Contact Phone').inputValue()).toBe('+47 2');
    await form.getByRole('button', { name: 'Update Company' }).press('Enter');
    await page.getByText('Company updated successfully').waitFor();
    await form.waitFor({ state: 'detached' });

    const { json } = await server.ask(`GET /companies/${id}`, { token: tokens.ada });
    expect(json.data).toMatchObject({
      contact_phone: '+47 2',
      contact_email: 'ada@twice.example',
      address: 'A very long way to somewhere in the north of the country 1',
    });
  });
});
