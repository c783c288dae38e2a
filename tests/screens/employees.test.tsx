// Employees: company filter, cards, and the form's permissions.

import { describe, expect, test } from 'vitest';
import { testConsole } from '../support/console/console.tsx';
import { listen } from '../support/console/listen.ts';
import {
  allByRole,
  byRole,
  field,
  firstFrame,
  maybeByRole,
  nameOf,
  text,
  type,
  until,
} from '../support/console/render.tsx';
import { card, clickButton, errorAt, fill, openDialog, optionsOf, untilText } from './steps.ts';

const app = testConsole();

const pages = () => app.seen.filter(({ key }) => key === 'GET /employees').map(({ path }) => path);
/** A company's id from the filter, since the sample data assigns ids. */
const companyId = async (name: string) => {
  await until(() => optionsOf('Company', byRole('main')).includes(name));
  const option = [...field('Company', byRole('main')).querySelectorAll('option')].find((one) => one.text === name);
  return option?.value ?? '';
};

test('a card shows every known field, and Unknown Company', async () => {
  app.answer('GET /employees', {
    data: [
      {
        id: 1,
        company: { name: 'Alder & Sons' },
        name: 'Zoë Quill',
        employee_id: '007',
        crm_employee_id: 'P-7',
        email: 'zoe@alder.example',
        phone: 'ext. 7',
        department: 'Post',
        position: 'Clerk',
        is_active: true,
      },
      {
        id: 2,
        company: null,
        company_id: 4_000,
        name: 'Nobody’s',
        employee_id: 8,
        email: null,
        is_active: false,
      },
    ],
  });
  let arrive = () => {};
  app.answer('GET /companies/all', { when: new Promise<void>((resolve) => (arrive = resolve)) });
  await app.open('/employees');
  const full = text(await card('Zoë Quill'));
  for (const words of ['Alder & Sons', '007', 'P-7', 'zoe@alder.example', 'ext. 7', 'Post', 'Clerk', 'Active'])
    expect(full).toContain(words);
  const nobodys = await card('Nobody’s');
  expect(text(nobodys)).not.toContain('Unknown Company');
  arrive();
  await until(() => text(nobodys).includes('Unknown Company'));
  const bare = text(nobodys);
  expect(bare).toContain('Inactive');
  expect(bare).not.toMatch(/null|Email|CRM/);
});

describe('the company filter', () => {
  test('requests that company from page 1, is in the URL, and can be cleared', async () => {
    await app.open('/employees?page=2');
    const id = await companyId('Atelier Béranger');
    const said = listen();
    await type(field('Company'), id);
    await until(() => pages().at(-1) === `/employees?page=1&company_id=${id}`);
    expect(location.search).toBe(`?company_id=${id}`);
    await until(() => [...document.querySelectorAll('article')].every((one) => text(one).includes('Atelier Béranger')));
    await until(() => /^\d+ found$/.test(said.at(-1) ?? ''));
    await clickButton('Clear Filter');
    await until(() => pages().at(-1) === '/employees?page=1');
    expect(maybeByRole('button', 'Clear Filter')).toBeUndefined();
    expect(location.search).toBe('');
  });

  test.each([
    ['on their way', { when: new Promise(() => {}) }, 'Loading companies…'],
    ['not loaded', { status: 500 }, 'Failed to fetch companies'],
  ])('shows that the companies are %s', async (_, answer, words) => {
    app.answer('GET /companies/all', answer);
    app.answer('GET /companies', answer);
    await app.open('/employees');
    await until(() => optionsOf('Company', byRole('main')).join() === `All Companies,${words}`);
  });

  test('says when the company has no employees', async () => {
    app.answer('GET /employees', { data: [] });
    await app.open('/employees?company_id=3');
    await untilText('No employees found for the selected company');
    expect(text()).not.toContain('Get started by adding your first employee');
  });
});

describe('the form', () => {
  test('rejects missing values and sends nothing', async () => {
    await app.open('/employees');
    const form = await openDialog('Add Employee', 'Add Employee');
    await fill({ Email: 'nope' }, form);
    await clickButton('Create Employee', form);
    expect(errorAt('Company', form)).toBe('Company is required');
    expect(errorAt('Employee ID', form)).toBe('Employee ID is required');
    expect(errorAt('Name', form)).toBe('Name is required');
    expect(errorAt('Email', form)).toBe('Email is invalid');
    expect(app.bodies('POST /employees')).toEqual([]);
  });

  test('adds an employee to the company the list is filtered by', async () => {
    await app.open('/employees');
    const id = await companyId('Atelier Béranger');
    await type(field('Company'), id);
    const form = await openDialog('Add Employee', 'Add Employee');
    await fill({ 'Employee ID': '0042', Name: 'Zoë Quill' }, form);
    await fill({ 'Employed From': '2026-02-01', 'Employed Until': '2026-01-31' }, form);
    await clickButton('Create Employee', form);
    expect(errorAt('Employed Until', form)).toContain('The last day must not be before the first');
    await fill({ 'Employed Until': '' }, form);
    await clickButton('Create Employee', form);
    await untilText('Employee created successfully');
    expect(app.bodies('POST /employees')).toEqual([
      {
        company_id: Number(id),
        employee_id: '0042',
        name: 'Zoë Quill',
        email: '',
        phone: '',
        department: '',
        position: '',
        crm_employee_id: '',
        employed_from: '2026-02-01',
        employed_until: '',
      },
    ]);
    const added = await card('Zoë Quill');
    expect(text(added)).toContain('0042');
    await until(() => document.activeElement === added);
    expect(new URLSearchParams(location.search).get('company_id')).toBe(id);
    expect(field('Company', byRole('main')).value).toBe(id);
  });

  test('has no dates of an employment for another server, and sends what the specification names', async () => {
    app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), features: ['search'] }) });
    await app.open('/employees?q=Quill');
    const form = await openDialog('Edit Zoë Quill', 'Edit Employee');
    expect(text(form)).not.toContain('Employed');
    await clickButton('Update Employee', form);
    await untilText('Employee updated successfully');
    const fields = ['crm_employee_id', 'department', 'email', 'employee_id', 'name', 'phone', 'position'];
    expect(app.bodies('PUT /employees/{id}').map((body) => Object.keys(Object(body)).sort())).toEqual([fields]);
  });

  test('locks the company of an existing employee, and sends the ID when the user may change it', async () => {
    await app.open('/employees?q=Quill');
    await card('Zoë Quill');
    await firstFrame();
    const form = await openDialog('Edit Zoë Quill', 'Edit Employee');
    expect(field('Company', form).readOnly).toBe(true);
    await until(() => field('Company', form).value === 'Atelier Béranger');
    expect(text(form)).toContain('The company cannot be changed');
    expect(document.activeElement).toBe(field('Employee ID', form));
    await fill({ 'Employee ID': '0043', Position: 'Clerk' }, form);
    await clickButton('Update Employee', form);
    await untilText('Employee updated successfully');
    expect(app.bodies('PUT /employees/{id}')).toEqual([
      {
        employee_id: '0043',
        name: 'Zoë Quill',
        email: '',
        phone: '',
        department: '',
        position: 'Clerk',
        crm_employee_id: '',
        employed_from: '2026-02-01',
        employed_until: '',
        version: expect.any(String),
      },
    ]);
  });

  test('locks the ID without permission, says why, and does not send it', async () => {
    await app.open('/employees?q=Quill', 'manager');
    const form = await openDialog('Edit Zoë Quill', 'Edit Employee');
    expect(field('Employee ID', form).readOnly).toBe(true);
    expect(text(form)).toContain('employees.edit_id');
    await fill({ Position: 'Head clerk' }, form);
    await clickButton('Update Employee', form);
    await untilText('Employee updated successfully');
    const [sent] = app.bodies('PUT /employees/{id}');
    expect(sent).not.toHaveProperty('employee_id');
    expect(sent).toMatchObject({ position: 'Head clerk' });
  });

  test('shows a taken ID at its field and other failures above the form', async () => {
    await app.open('/employees');
    const id = await companyId('Atelier Béranger');
    const form = await openDialog('Add Employee', 'Add Employee');
    await fill({ Company: id, 'Employee ID': '0043', Name: 'Somebody else' }, form);
    await clickButton('Create Employee', form);
    await until(() => errorAt('Employee ID', form).includes('This ID is already used in this company'));
    app.answer('POST /employees', { status: 500 });
    await clickButton('Create Employee', form);
    await until(() => text(byRole('alert', undefined, form)).includes('Failed to save employee'));
  });

  test('adds one after another in the same company', async () => {
    await app.open('/employees');
    const id = await companyId('Atelier Béranger');
    const form = await openDialog('Add Employee', 'Add Employee');
    await fill({ Company: id, 'Employee ID': '0101', Name: 'Ida First', Email: 'ida@example.com' }, form);
    await clickButton('Save and Add Another', form);
    await until(() => text(form).includes('Employee created successfully'));
    expect([field('Company', form).value, field('Name', form).value, field('Email', form).value]).toEqual([id, '', '']);
    expect(document.activeElement).toBe(field('Employee ID', form));
    await fill({ 'Employee ID': '0102', Name: 'Ivo Second' }, form);
    await clickButton('Save and Add Another', form);
    await until(() => text(form).includes('Employee created successfully (2 so far)'));
    await fill({ 'Employee ID': '0102', Name: 'Taken' }, form);
    await clickButton('Save and Add Another', form);
    await until(() => errorAt('Employee ID', form).includes('This ID is already used in this company'));
    // After a refused Save and Add Another, the main button still closes the form.
    await fill({ 'Employee ID': '0103' }, form);
    await clickButton('Create Employee', form);
    await until(() => !form.isConnected);
    expect(app.bodies('POST /employees')).toHaveLength(4);
    await card('Taken');
  });

  test('takes values for a new employee from the address, but no bad ones', async () => {
    await app.open('/employees');
    const id = await companyId('Atelier Béranger');
    await app.open(`/employees?view=list&add=1&employee_id=77777&company_id=${id}`);
    const form = await until(() => byRole('dialog', 'Add Employee'));
    await until(() => field('Company', form).value === id && field('Employee ID', form).value === '77777');
    expect(location.search).toBe(`?view=list&company_id=${id}`);
    await app.open(`/employees?add=1&employee_id=${'x'.repeat(300)}&company_id=999999`);
    const other = await until(() => byRole('dialog', 'Add Employee'));
    expect(field('Employee ID', other).value).toBe('');
    await until(() => optionsOf('Company', other).length > 1);
    await clickButton('Create Employee', other);
    expect(errorAt('Company', other)).toBe('Company is required');
    expect(app.bodies('POST /employees')).toEqual([]);
  });

  test('keeps the filters, as deleting does', async () => {
    await app.open('/employees');
    const id = await companyId('Atelier Béranger');
    await type(field('Company'), id);
    await type(field('Search employees'), 'Zoë');
    await until(() => byRole('status', /match.*“Zoë”$/));
    const form = await openDialog('Edit Zoë Quill', 'Edit Employee');
    await clickButton('Update Employee', form);
    await untilText('Employee updated successfully');
    app.answer('DELETE /employees/{id}', { data: null });
    await clickButton('Delete Zoë Quill');
    await clickButton('Delete', await until(() => byRole('alertdialog')));
    await untilText('Employee deleted successfully');
    expect(location.search).toBe(`?company_id=${id}&q=Zo%C3%AB`);
  });

  test('shows a deletion that fails after its confirmation was closed as a toast, not in the next confirmation', async () => {
    await app.open('/employees');
    let fail = () => {};
    const when = new Promise<void>((resolve) => (fail = resolve));
    app.answer('DELETE /employees/{id}', { when, status: 409, message: 'This one has records' });
    const names = await until(() => {
      const [one, other] = allByRole('button', /^Delete /).map(nameOf);
      return one !== undefined && other !== undefined && [one, other];
    });
    const [first = '', next = ''] = names;
    await clickButton(first);
    await clickButton('Delete', await until(() => byRole('alertdialog')));
    await clickButton('Cancel', await until(() => byRole('alertdialog')));
    await clickButton(next);
    const question = await until(() => byRole('alertdialog'));
    fail();
    await untilText('This one has records');
    // The message is a toast and not in the open confirmation.
    expect(text(question)).toMatch(/^Delete Employee ?Are you sure/);
    await clickButton('Cancel', question);
    await untilText('This one has records');
  });
});
