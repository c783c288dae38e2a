// Whatever is laid out by hand has every field in the record's table.

import { expect, test } from 'vitest';
import { companyFields } from '../../src/shared/contract/companies.ts';
import { controllerFields } from '../../src/shared/contract/controllers.ts';
import { employeeFields } from '../../src/shared/contract/employees.ts';
import { type Fields, fieldsWith, mapFields, namesOf } from '../../src/shared/contract/fields.ts';
import { dateTitle } from '../../src/shared/words/dates.ts';
import { describePeriod } from '../../src/shared/words/periods.ts';
import { testConsole } from '../support/console/console.tsx';
import { byRole, field, text, until } from '../support/console/render.tsx';
import { card, openDialog, untilText } from './steps.ts';

const app = testConsole();

const forms: readonly { path: string; button: string; title: string; fields: Fields }[] = [
  { path: '/companies', button: 'Add Company', title: 'Add New Company', fields: companyFields },
  {
    path: '/access-controllers',
    button: 'Add Controller',
    title: 'Add Access Controller',
    fields: controllerFields,
  },
  { path: '/employees', button: 'Add Employee', title: 'Add Employee', fields: employeeFields },
];

test.each(forms)('the form of $path has every field', async ({ path, button, title, fields }) => {
  await app.open(path);
  const dialog = await openDialog(button, title);
  const names = Object.values(fields).map(({ label }) => field(label, dialog).name);
  expect(names).toEqual(namesOf(fields));
});

test('the card of an employee has every field of the specification, the row and the page have all', async () => {
  const values = mapFields(employeeFields, (name, { isDay }) => (isDay ? `2026-01-${name.length}` : `${name} of Ann`));
  const specified = namesOf(fieldsWith(employeeFields, []));
  app.answer('GET /employees', { data: [{ id: 1, company_id: 1, is_active: true, ...values }] });
  app.answer('GET /employees/{id}', { data: { id: 1, company_id: 1, is_active: true, ...values } });
  await app.open('/employees');
  const shown = text(await card(values.name));
  for (const name of specified) expect(shown).toContain(values[name]);

  await app.open('/employees?view=list');
  const row = await until(() => byRole('row', new RegExp(values.name)));
  const { employed_from: start_date, employed_until: end_date, ...others } = values;
  const employment = describePeriod({ start_date, end_date });
  for (const value of [...Object.values(others), employment]) expect(text(row)).toContain(value);

  await app.open('/employees?id=1&tab=details');
  for (const value of Object.values(values)) await untilText(dateTitle(value));
});
