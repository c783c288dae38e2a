// Codes that belong to nobody, assigning them, and an employee's codes.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { one, sql } from '../../../server/platform/db/db.ts';
import { startConsole, type TestConsole } from '../../support/console/console.tsx';
import {
  allByRole,
  byRole,
  click,
  field,
  maybeByRole,
  press,
  text,
  type,
  until,
} from '../../support/console/render.tsx';
import { clickButton, errorAt, openDialog, untilText } from '../steps.ts';
import { pageOf, unknownCodes } from './answers.ts';
import { minutesAgo } from './storedDevice.ts';

let app: TestConsole;
let person: { id: number; name: string; company_id: number; company: string };

const listed = 'GET /unknown-codes';
const assign = 'POST /employee-codes';

beforeAll(async () => {
  app = await startConsole();
  person = await one(
    app.server.db,
    sql`select employees.id, employees.name, employees.company_id, companies.name as company
      from employees join companies on companies.id = employees.company_id order by employees.id limit 1`,
  );
});
afterAll(() => app.stop());

const ofCompany = () =>
  unknownCodes.map((code) => ({ ...code, company: { id: person.company_id, name: person.company } }));

async function open(filters = '', as?: 'auditor') {
  app.answer(listed, { data: pageOf(ofCompany()) });
  await app.open(`/access-controllers?list=codes${filters}`, as);
  await until(() => byRole('heading', 'Unknown Codes'));
}
const rows = () => allByRole('row').filter((row) => row.querySelector('th[scope=row]'));
const asked = () => String(app.seen.findLast(({ key }) => key === listed)?.query);

async function choose(name: string, dialog: HTMLElement) {
  await click(field('Employee', dialog));
  await until(() => allByRole('option', undefined, dialog).length > 1);
  await type(field('Employee', dialog), name);
  await press(field('Employee', dialog), 'Enter');
}

test('lists each code with how often, when and where it was sent', async () => {
  await open();
  await until(() => rows().length === 2);
  expect(text(rows()[0])).toContain('471112 events');
  expect(text(rows()[0])).toContain(`Main Gate, Loading Dock${person.company}`);
  expect(text(rows()[1])).toContain('000421 event');
});

test('a company and a device are asked for, as the claims link to them', async () => {
  await open('&access_controller_id=1');
  await until(() => asked().includes('access_controller_id=1'));
  await clickButton(/^Remove filter Device/);
  await until(() => !asked().includes('access_controller_id'));
});

test('a code is assigned for a time, and how many records that resolved is said', async () => {
  await open();
  const code = { id: 1, company: ofCompany()[0]?.company, code: '4711', employee: { ...person, employee_id: 'E' } };
  app.answer(assign, { data: { code, records: 12 } });
  const dialog = await openDialog('Assign to Employee: 4711', 'Assign Code 4711');
  await clickButton('Assign Code', dialog);
  await until(() => errorAt('Employee', dialog) === 'Please choose an employee');
  await choose(person.name, dialog);
  await type(field('Valid From', dialog), '2026-11-10');
  await type(field('Valid Until', dialog), '2026-11-01');
  await clickButton('Assign Code', dialog);
  await until(() => errorAt('Valid Until', dialog).endsWith('The last day must not be before the first'));
  await type(field('Valid Until', dialog), '');
  await clickButton('Assign Code', dialog);
  await untilText(`Code 4711 is ${person.name}’s now. 12 records got their person.`);
  expect(app.bodies(assign)).toEqual([
    {
      code: '4711',
      company_id: person.company_id,
      employee_id: person.id,
      valid_from: '2026-11-10',
      valid_until: '',
    },
  ]);
  await until(() => !maybeByRole('dialog'));
});

test('the employee whose ID differs only in leading zeros is suggested', async () => {
  await open();
  const employee = { ...person, company: null, employee_id: '421', is_active: true };
  app.answer('GET /companies/{id}/employees', {
    data: [
      { ...employee, id: 7001 },
      { ...employee, employee_id: '42' },
    ],
  });
  const dialog = await openDialog('Assign to Employee: 00042', 'Assign Code 00042');
  await until(() => text(dialog).includes(`${person.name} is suggested, because the ID 42 differs only in`));
  await clickButton('Cancel', dialog);
  await until(() => !maybeByRole('dialog'));
  app.passThrough('GET /companies/{id}/employees');
});

test('assigning a code gives its past events to the employee, and keeps it from others', async () => {
  const { db } = app.server;
  const at = minutesAgo(90);
  await db.run(
    sql`insert into attendance (company_id, employee_code, access_controller_id, event_type, occurred_at, created_at)
      select ${person.company_id}, '7341', min(id), 'check-in', ${at}, ${at}
      from access_controllers where company_id = ${person.company_id}`,
  );
  await app.open(`/access-controllers?list=codes&company_id=${person.company_id}`);
  const dialog = await openDialog('Assign to Employee: 7341', 'Assign Code 7341');
  await choose(person.name, dialog);
  await clickButton('Assign Code', dialog);
  await untilText(`Code 7341 is ${person.name}’s now. 1 record got its person.`);
  await until(() => maybeByRole('button', 'Assign to Employee: 7341') === undefined);
  expect(await one(db, sql`select employee_id from attendance where employee_code = '7341'`)).toEqual({
    employee_id: person.id,
  });

  app.answer(listed, {
    data: pageOf(
      ofCompany()
        .map((code) => ({ ...code, code: '7341' }))
        .slice(0, 1),
    ),
  });
  await app.open('/access-controllers?list=codes');
  const again = await openDialog('Assign to Employee: 7341', 'Assign Code 7341');
  await choose(person.name, again);
  await clickButton('Assign Code', again);
  await until(() => /7341/.test(text(byRole('alert', undefined, again))));
});

test('says in the form why it cannot be assigned', async () => {
  await open();
  app.answer(assign, { status: 422, message: 'Another employee has this code at that time' });
  const dialog = await openDialog('Assign to Employee: 4711', 'Assign Code 4711');
  await choose(person.name, dialog);
  await clickButton('Assign Code', dialog);
  await untilText('Another employee has this code at that time');
});

test('the code may be the ID of somebody new', async () => {
  await open();
  await click(await until(() => byRole('button', 'Add Employee With This ID: 00042')));
  const dialog = await until(() => byRole('dialog', 'Add Employee'));
  expect(field('Employee ID', dialog).value).toBe('00042');
});

test('a user who may only view sees the codes alone', async () => {
  await open('', 'auditor');
  await until(() => rows().length === 2);
  expect(allByRole('button', /Assign|Add Employee/)).toEqual([]);
});

test('says that every code is known, and why the list cannot be shown', async () => {
  await open();
  app.answer(listed, { data: pageOf([]) });
  await app.open('/access-controllers?list=codes');
  await untilText('Every code is known');
  app.answer(listed, { status: 500 });
  await app.open('/access-controllers?list=codes');
  await until(() => byRole('button', 'Retry'));
});

test('an employee has further codes, of which each can be removed', async () => {
  const list = 'GET /employee-codes';
  const remove = 'DELETE /employee-codes/{id}';
  const code = {
    id: 5,
    company: { id: person.company_id, name: person.company },
    code: '4711',
    employee: { id: person.id, name: person.name, employee_id: 'E', department: '' },
    valid_from: '2026-11-01',
    valid_until: '2026-11-30',
    author: 'Ada Thornbury',
    created_at: '2026-11-20 10:00:00',
  };
  app.answer(list, { data: pageOf([code]) });
  app.answer(remove, { data: null });
  await app.open(`/employees?id=${person.id}`);
  await click(await until(() => byRole('link', 'Codes')));
  await untilText('Valid 1 – 30 Nov 2026 · assigned by Ada Thornbury, 20 Nov 2026');
  await clickButton('Remove code 4711');
  const question = await until(() => byRole('alertdialog', 'Remove Code'));
  app.answer(list, { data: pageOf([]) });
  await clickButton('Remove', question);
  await untilText('No other codes');
  expect(app.seen.some(({ key }) => key === remove)).toBe(true);
});
