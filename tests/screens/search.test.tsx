// Searching and sorting a list over all its pages, on a server that does neither: the console reads the whole list.

import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startConsole, type TestConsole } from '../support/console/console.tsx';
import { plain } from '../support/console/dialects.ts';
import { byRole, click, field, maybeByRole, text, type, until } from '../support/console/render.tsx';
import { cardTitles, clickButton, untilText } from './steps.ts';

let app: TestConsole;
/** Runs before each page of employees is answered. */
let beforePage: (page: number) => unknown;
beforeAll(async () => {
  app = await startConsole(async (call, ask) => {
    if (call.key === 'GET /employees') await beforePage(Number(call.query.get('page')));
    return plain(call, ask);
  });
});
beforeEach(() => {
  beforePage = () => undefined;
});
afterAll(() => app.stop());

const pagesRead = () => app.seen.filter(({ key }) => key === 'GET /employees').map(({ query }) => query.get('page'));
const searchFor = (words: string) => type(field('Search employees'), words);
const status = (words: RegExp) => until(() => byRole('status', words));

async function openEmployees() {
  await app.open('/employees');
  await until(() => cardTitles().length > 0 && text().includes('Page 1 of'));
}

/** Adds an employee, who is not on the first pages. */
async function addEmployee(name: string) {
  const token = await app.server.signIn(app.server.users.administrator);
  const { json } = await app.server.ask('GET /companies/all', { token });
  const [company] = Array.isArray(json.data) ? json.data : [];
  const body = { company_id: company.id, employee_id: `S-${name.length}`, name };
  await app.server.ask('POST /employees', { token, body });
}

test('finds people on every page by the beginning of a word, without accents, and pages what it found', async () => {
  await addEmployee('Zoë Müller-Quist');
  await openEmployees();
  const all = Number(text(byRole('heading', /^Employees/).parentElement ?? undefined).match(/\d+/)?.[0]);
  expect(all).toBeGreaterThan(24);
  await searchFor('MULL zo');
  await status(/^1 employee matches “MULL zo”$/);
  expect(cardTitles()).toEqual(['Zoë Müller-Quist']);
  const read = pagesRead().length;
  await searchFor('quist zoe');
  await status(/^1 employee matches “quist zoe”$/);
  await searchFor('-');
  await status(new RegExp(`^${all} employees match “-”$`));
  await clickButton('Next');
  await untilText('Page 2 of');
  expect(cardTitles()).toHaveLength(12);
  // Reads once: neither keys nor pages cost a request. It sends no parameter that the server does not know.
  expect(pagesRead()).toHaveLength(read);
  expect(app.seen.filter(({ query }) => query.has('q') || query.has('sort'))).toEqual([]);
});

test('says how far it has read; Cancel ends that and shows the list again', async () => {
  await openEmployees();
  beforePage = (page) => page === 4 && new Promise(() => {});
  await searchFor('mull');
  await untilText('Reading 36 of');
  expect(cardTitles()).toHaveLength(12);
  await clickButton('Cancel');
  await until(() => maybeByRole('button', 'Cancel') === undefined);
  expect(field('Search employees').value).toBe('');
  expect(cardTitles()).toHaveLength(12);
});

test('says why it could not read all, keeps what was typed, and tries again', async () => {
  await openEmployees();
  app.answer('GET /employees', { status: 403, message: 'Not today' });
  await searchFor('quist');
  const alert = await until(() => byRole('alert', /Not today/));
  app.passThrough('GET /employees');
  await clickButton('Retry', alert);
  await status(/^1 employee matches “quist”$/);
});

test('tries again where the page from which a search begins could not be loaded', async () => {
  app.answer('GET /employees', { status: 503, message: 'Restarting' });
  await app.open('/employees?q=quist');
  const alert = await until(() => byRole('alert', /Restarting/));
  app.passThrough('GET /employees');
  await clickButton('Retry', alert);
  await status(/^1 employee matches “quist”$/);
});

test('sorts the whole list, and keeps the order in the address', async () => {
  await openEmployees();
  await type(field('Sort by'), '-created');
  await until(() => cardTitles()[0] === 'Zoë Müller-Quist');
  expect(location.search).toBe('?sort=-created');
  await type(field('Sort by'), 'created');
  await until(() => cardTitles()[0] !== 'Zoë Müller-Quist');
});

test('exports what the search found, of all pages', async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await openEmployees();
  await searchFor('quist');
  await status(/^1 employee matches/);
  await clickButton('Export');
  await click(await until(() => byRole('menuitem', /^CSV,/)));
  await untilText('Exported 1 employee to employees-');
  const [titles, row, ...rest] = (await files[0]?.text())?.split('\r\n') ?? [];
  expect(titles).toMatch(/Company,Employee ID,Name,/);
  expect(row).toMatch(/,S-16,Zoë Müller-Quist,/);
  expect(rest).toEqual(['']);
  vi.restoreAllMocks();
});
