// Searching and sorting on a server that does both: the console asks it, for all pages at once.

import { expect, onTestFinished, test, vi } from 'vitest';
import { testConsole } from '../support/console/console.tsx';
import { byRole, field, text, type, until } from '../support/console/render.tsx';
import { cardTitles, clickButton, fill, openDialog, untilText } from './steps.ts';

const app = testConsole();

const asked = () => app.seen.filter(({ key }) => key === 'GET /companies').map(({ query }) => query.toString());
const searchFor = (words: string) => type(field('Search companies'), words);
const status = (words: RegExp) => until(() => byRole('status', words));

async function openCompanies(search = '') {
  await app.open(`/companies${search}`);
  await until(() => cardTitles().length > 0);
}

test('asks once typing pauses, keeps the old rows meanwhile, and shows the answer to the last words', async () => {
  await openCompanies();
  const before = cardTitles();
  // On a busy machine, more time than the typing pause may pass between two of these.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  for (const words of ['dv', 'dvor', 'dvorak']) {
    await searchFor(words);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(cardTitles()).toEqual(before);
  expect(location.search).toBe('?q=dvorak');
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  await status(/^1 company matches “dvorak”$/);
  expect(cardTitles()).toEqual(['Dvořák Strojírna']);
  expect(asked().filter((query) => query.includes('q='))).toEqual(['page=1&q=dvorak']);
});

test('says that nothing was found, and what else limits the search', async () => {
  await app.open('/companies?q=no+such');
  await status(/^No companies match “no such”$/);
  expect(text()).toContain('Nothing found');
  await clickButton('Clear Search');
  await until(() => cardTitles().length === 12);
  expect(location.search).toBe('');
});

test('keeps the words when they could not be searched for, so that others can be tried', async () => {
  await openCompanies();
  app.answer('GET /companies', { status: 503, message: 'Restarting' });
  await searchFor('dvorak');
  await until(() => byRole('alert'));
  expect(field('Search companies').value).toBe('dvorak');
  expect(cardTitles()).toEqual([]);
  await searchFor('');
  await until(() => asked().at(-1) === 'page=1' && byRole('alert'));
  expect(field('Search companies').value).toBe('');
  await type(field('Sort by'), '-created');
  await until(() => asked().at(-1) === 'page=1&sort=-created' && byRole('alert'));
  expect(field('Sort by').value).toBe('-created');
});

test('lists by name, and in the order chosen', async () => {
  await openCompanies();
  const [first = ''] = cardTitles();
  expect(first < 'B').toBe(true);
  await type(field('Sort by'), '-name');
  await until(() => (cardTitles()[0] ?? '') > 'N');
  expect(location.search).toBe('?sort=-name');
  expect(asked().at(-1)).toBe('page=1&sort=-name');
});

test('shows a new company among the newest, where its name has another place', async () => {
  await openCompanies();
  const form = await openDialog('Add Company', 'Add New Company');
  await fill({ Name: 'Zwetschge GmbH' }, form);
  await clickButton('Create Company', form);
  await untilText('Company created successfully');
  await until(() => document.activeElement?.textContent?.includes('Zwetschge GmbH'));
  expect(cardTitles()[0]).toBe('Zwetschge GmbH');
  expect(field('Sort by').value).toBe('-created');
});

test('cuts a search of 10,000 characters', async () => {
  await openCompanies();
  await searchFor('x'.repeat(10_000));
  await until(() => asked().at(-1)?.includes('q=x'));
  expect(asked().at(-1)?.length).toBeLessThan(220);
  await app.open(`/companies?q=${'y'.repeat(5_000)}`);
  await status(/^No companies match/);
  expect(field('Search companies').value).toHaveLength(200);
});
