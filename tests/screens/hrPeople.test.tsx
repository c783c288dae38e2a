// A company's Match Employees: who is matched with whom, choosing by hand, and every state it can be in.

import { beforeEach, describe, expect, test } from 'vitest';
import { testConsole } from '../support/console/console.tsx';
import { allByRole, byRole, click, field, maybeByRole, press, text, type, until } from '../support/console/render.tsx';
import { clickButton, untilText } from './steps.ts';

const app = testConsole();

const readPeople = 'GET /companies/{id}/hr-people';
const saveMatches = 'PUT /companies/{id}/hr-matches';
const readAgain = 'POST /companies/{id}/hr-people/read';

const employee = (id: number, name: string, more: object = {}) => ({
  id,
  employee_id: `00${id}`,
  name,
  email: '',
  person_id: '',
  matched_by: 'nothing',
  proposed_id: '',
  note: '',
  ...more,
});
const person = (id: string, name: string, more: object = {}) => ({
  id,
  number: id,
  name,
  email: '',
  is_active: true,
  ...more,
});
const people = {
  company_name: 'Alder',
  connector_name: 'Odoo',
  has_people: true,
  read_at: '2026-11-23T08:00:00+00:00',
  employees: [
    employee(1, 'Ada', { person_id: '71', matched_by: 'number' }),
    employee(2, 'Grace', { proposed_id: '72' }),
    employee(3, 'Linus', { note: 'Two people in Odoo have the number 003' }),
  ],
  people: [
    person('71', 'Ada Lovelace'),
    person('72', 'Grace Hopper', { email: 'grace@example.com' }),
    person('79', 'Margaret', { is_active: false }),
  ],
};

async function open(change: object = {}, query = ''): Promise<void> {
  app.answer(readPeople, { data: { ...people, ...change } });
  await app.open(`/companies?id=1&tab=hr${query}`);
  await until(() => maybeByRole('heading', 'Match employees'));
}
const rows = () =>
  allByRole('row', undefined, byRole('region', 'Match employees'))
    .slice(1)
    .map((row) => text(row));

describe('lists', () => {
  test('whom nobody is matched with, and why', async () => {
    await open();
    await untilText('Not matched (2)');
    expect(rows()).toEqual([
      'Grace002No oneTake Grace HopperChoose',
      'Linus003Two people in Odoo have the number 003Choose',
    ]);
  });

  test('everybody, and who is only there', async () => {
    await open();
    await click(await until(() => byRole('link', 'All employees (3)')));
    await until(() => rows().length === 3);
    expect(rows()[0]).toBe('Ada001Ada Lovelace71NumberChoose');
    await click(byRole('link', 'Only in Odoo (2)'));
    await until(() => rows().length === 2);
    expect(rows()[1]).toBe('Margaret79NoneNot active');
  });

  test('those that a search finds', async () => {
    await open({}, '&show=all');
    await until(() => rows().length === 3);
    await type(field('Search people'), 'lovelace');
    await until(() => rows().length === 1);
  });
});

test('an old address leads to the lists', async () => {
  app.answer(readPeople, { data: people });
  await app.open('/hr-sync?people=1&show=all');
  await until(() => maybeByRole('heading', 'Match employees'));
  expect(location.pathname + location.search).toBe('/companies?id=1&tab=hr&show=all');
});

describe('matching', () => {
  beforeEach(() => app.answer(saveMatches, { data: people }));

  test('takes a proposal at once', async () => {
    await open();
    await click(await until(() => byRole('button', 'Take Grace Hopper for Grace')));
    await untilText('Matches saved successfully');
    expect(app.bodies(saveMatches)).toEqual([{ matches: [{ employee_id: 2, person_id: '72' }] }]);
  });

  test('chooses somebody, and shows why the server refuses at the field', async () => {
    app.answer(saveMatches, {
      status: 422,
      message: 'Please check the fields',
      errors: { 'matches.0.person_id': ['This person was already chosen for Ada'] },
    });
    await open();
    await click(await until(() => byRole('button', 'Choose for Linus')));
    const choice = await until(() => maybeByRole('combobox', 'Person in Odoo'));
    await type(choice, 'Ada');
    await press(choice, 'Enter');
    await clickButton('Save Match');
    await untilText('This person was already chosen for Ada');
    expect(app.bodies(saveMatches)).toEqual([{ matches: [{ employee_id: 3, person_id: '71' }] }]);
  });
});

describe('says', () => {
  test('that a system without people needs no matches', async () => {
    await open({ has_people: false, connector_name: 'Rollcall JSON' });
    await untilText('Rollcall JSON knows employees by their IDs.');
    expect(maybeByRole('button', 'Read Again')).toBeUndefined();
  });

  test('that nobody was read yet, and why reading failed', async () => {
    app.answer(readAgain, { status: 409, message: 'Odoo does not accept the API key' });
    await open({ read_at: '', employees: [], people: [] });
    await untilText('No people have been read from Odoo yet');
    await clickButton('Read Again');
    await untilText('Odoo does not accept the API key');
  });

  test('that everybody is matched', async () => {
    await open({ employees: people.employees.slice(0, 1) });
    await untilText('Everybody is matched');
  });
});
