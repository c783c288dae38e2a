// A list that one returns to is shown as last seen while it reloads; forms wait for current data.

import { expect, test } from 'vitest';
import { testConsole } from '../support/console/console.tsx';
import { allByRole, byRole, click, field, text, until } from '../support/console/render.tsx';
import { card, cardTitles, clickButton } from './steps.ts';

const app = testConsole();

const company = (name: string) => ({
  id: 5,
  name,
  unique_identifier: 'CMP-ALDER',
  crm_company_id: 'CRM-7',
  contact_email: 'office@alder.example',
  is_active: true,
  created_at: '2026-03-04 05:06:07',
  urls: [],
});

const goTo = (link: string) => click(byRole('link', link));
const asked = () => app.seen.filter(({ key }) => key === 'GET /companies').length;

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** Opens the companies a second time, while they reload. */
async function returnToCompanies(when: Promise<void>, answer: object): Promise<void> {
  app.answer('GET /companies', { data: [company('Alder & Sons')] });
  await app.open('/companies');
  await card('Alder & Sons');
  await goTo('Roles');
  await until(() => byRole('heading', 'Roles') && allByRole('article').length > 0);
  app.answer('GET /companies', { ...answer, when });
  await goTo('Companies');
  expect(await until(() => byRole('heading', 'Companies') && cardTitles())).toEqual(['Alder & Sons']);
  await until(() => asked() === 2);
}

test('shows the last seen list until the new answer replaces it', async () => {
  const { open, opened } = gate();
  await returnToCompanies(opened, { data: [company('Alder, Sons & Daughters')] });
  expect(cardTitles()).toEqual(['Alder & Sons']);
  open();
  await until(() => cardTitles()[0] === 'Alder, Sons & Daughters');
  expect(asked()).toBe(2);
});

test("enables editing only with the server's current data", async () => {
  const { open, opened } = gate();
  await returnToCompanies(opened, { data: [company('Alder, Sons & Daughters')] });
  await clickButton('Edit Alder & Sons');
  expect(byRole('button', 'Edit Alder & Sons').getAttribute('aria-busy')).toBe('true');
  expect(allByRole('dialog')).toEqual([]);
  open();
  const dialog = await until(() => byRole('dialog', 'Edit Company'));
  expect(field('Name', dialog)).toMatchObject({ value: 'Alder, Sons & Daughters' });
});

test('does not edit a record that no longer exists', async () => {
  const { open, opened } = gate();
  await returnToCompanies(opened, { data: [{ ...company('Birch'), id: 6 }] });
  await clickButton('Edit Alder & Sons');
  open();
  await card('Birch');
  expect(allByRole('dialog')).toEqual([]);
});

test('keeps the last seen list, with an error, when loading fails', async () => {
  const { open, opened } = gate();
  await returnToCompanies(opened, { status: 500, message: 'Out of order' });
  open();
  await until(() => text().includes('Out of order'));
  expect(cardTitles()).toEqual(['Alder & Sons']);
});

test('hides the last seen list from a user who may no longer see it', async () => {
  const { open, opened } = gate();
  await returnToCompanies(opened, { status: 403, message: 'Not yours' });
  open();
  await until(() => text().includes('Not yours'));
  expect(cardTitles()).toEqual([]);
});
