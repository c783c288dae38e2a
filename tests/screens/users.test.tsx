// Users: cards, and the form with its checklists and password.

import { describe, expect, test } from 'vitest';
import { sql } from '../../server/platform/db/db.ts';
import { testConsole } from '../support/console/console.tsx';
import { allByRole, byRole, click, field, maybeByRole, text, until } from '../support/console/render.tsx';
import { card, clickButton, errorAt, fill, openDialog, untilText } from './steps.ts';

const app = testConsole();

/** Chooses to set a password instead of an invitation. */
const choosePassword = (form: HTMLElement) => click(byRole('radio', 'Set a password now', form));

test('a card marks system roles and inactive companies', async () => {
  app.answer('GET /users', {
    data: [
      {
        id: 8,
        name: 'Zoë Quill',
        email: 'zoe@rollcall.example',
        created_at: '2026-03-04T05:06:07',
        roles: [
          { id: 1, name: 'administrator', display_name: 'Administrator', is_system: 1, permissions: [] },
          { id: 2, name: 'night_shift', display_name: null, is_system: 0, permissions: null },
        ],
        companies: [
          { id: 1, name: 'Alder', is_active: true },
          { id: 2, name: 'Birch', is_active: false },
        ],
      },
      { id: 9, name: 'Nobody', email: null, roles: null, companies: null },
    ],
  });
  await app.open('/users');
  const full = text(await card('Zoë Quill'));
  for (const words of ['zoe@rollcall.example', 'Joined4 Mar 2026', 'Administrator (System)', 'night_shift'])
    expect(full).toContain(words);
  expect(full).toMatch(/Alder(?! \(Inactive\)).*Birch \(Inactive\)/);
  expect(full).not.toContain('night_shift (System)');
  const bare = text(await card('Nobody'));
  expect(bare).toContain('No roles');
  expect(bare).toContain('No companies');
});

test('a card says All Companies for a user whose role sees every company', async () => {
  const held = { id: 1, name: 'auditor', is_system: false, permissions: [{ name: 'companies.all' }] };
  const companies = [{ id: 1, name: 'Alder', is_active: true }];
  app.answer('GET /users', {
    data: [
      { id: 8, name: 'Nina', email: 'nina@rollcall.example', roles: [held], companies },
      { id: 9, name: 'Owen', email: 'owen@rollcall.example', roles: [{ ...held, permissions: [] }], companies },
    ],
  });
  await app.open('/users');
  const nina = text(await card('Nina'));
  expect(nina).toContain('CompaniesAll Companies');
  expect(nina).not.toContain('Alder');
  expect(text(await card('Owen'))).toContain('CompaniesAlder');
});

describe('a chosen role that sees every company', () => {
  test('locks the list of companies with the reason, and keeps its selection', async () => {
    app.answer('POST /users', { data: null });
    await app.open('/users');
    const form = await openDialog('Add User', 'Add User');
    const companies = byRole('group', 'Companies', form);
    const roles = byRole('group', 'Roles', form);
    await until(() => maybeByRole('checkbox', /Atelier/, companies) && maybeByRole('checkbox', /^Auditor/, roles));
    await click(byRole('checkbox', /Atelier/, companies));
    await click(byRole('checkbox', /^Auditor/, roles));
    expect(text(companies)).toBe('CompaniesAuditor sees every company; this list has no effect');
    await click(byRole('checkbox', /^Auditor/, roles));
    expect(text(companies)).toContain('1 of 26 selected');
    await click(byRole('checkbox', /^Auditor/, roles));
    await choosePassword(form);
    await fill({ Name: 'Zoë', Email: 'zoe@rollcall.example', Password: 'long enough' }, form);
    await clickButton('Create User', form);
    await untilText('User created successfully');
    expect(app.bodies('POST /users')).toMatchObject([{ companies: [expect.any(Number)] }]);
  });

  test('locks nothing where the server knows no such permission', async () => {
    app.answer('GET /roles', { data: [{ id: 1, name: 'auditor', permissions: [{ id: 1, name: 'see_everything' }] }] });
    await app.open('/users');
    const form = await openDialog('Add User', 'Add User');
    await click(await until(() => byRole('checkbox', 'auditor', form)));
    await until(() => text(byRole('group', 'Companies', form)).includes('0 of 26 selected'));
  });
});

test('each role is described by its checkbox', async () => {
  await app.open('/users');
  const form = await openDialog('Add User', 'Add User');
  const auditor = await until(() => byRole('checkbox', /^Auditor/, form));
  const description = document.getElementById(auditor.getAttribute('aria-describedby') ?? '');
  expect(description?.textContent).toBe('Sees everything in every company, and changes nothing');
});

describe('the form', () => {
  test('rejects missing and invalid values and sends nothing', async () => {
    await app.open('/users');
    const form = await openDialog('Add User', 'Add User');
    await choosePassword(form);
    await clickButton('Create User', form);
    expect(errorAt('Name', form)).toBe('Name is required');
    expect(errorAt('Email', form)).toBe('Email is required');
    expect(errorAt('Password', form)).toContain('Password is required');
    await fill({ Email: 'zoe@', Password: 'short' }, form);
    await clickButton('Create User', form);
    expect(errorAt('Email', form)).toBe('Email is invalid');
    expect(errorAt('Password', form)).toContain('Password must be at least 8 characters');
    expect(app.bodies('POST /users')).toEqual([]);
  });

  test('sends the ids of the chosen roles and companies, which are described', async () => {
    await app.open('/users');
    const form = await openDialog('Add User', 'Add User');
    const companies = byRole('group', 'Companies', form);
    const roles = byRole('group', 'Roles', form);
    await until(
      () => maybeByRole('checkbox', /Atelier Béranger/, companies) && maybeByRole('checkbox', /^Auditor/, roles),
    );
    expect(text(companies)).toMatch(/Atelier Béranger CMP-\w+ · office@beranger\.example/);
    await fill({ 'Filter companies': 'béranger' }, companies);
    expect(maybeByRole('checkbox', /Ashdown/, companies)).toBeUndefined();
    await click(byRole('checkbox', /Atelier Béranger/, companies));
    await click(byRole('checkbox', /^Auditor/, roles));
    await choosePassword(form);
    await fill({ Name: 'Zoë Quill', Email: 'zoe@rollcall.example', Password: 'long enough' }, form);
    await clickButton('Create User', form);
    await untilText('User created successfully');
    expect(app.bodies('POST /users')).toEqual([
      {
        name: 'Zoë Quill',
        email: 'zoe@rollcall.example',
        password: 'long enough',
        roles: [expect.any(Number)],
        companies: [expect.any(Number)],
      },
    ]);
    const shown = text(await card('Zoë Quill'));
    expect(shown).toContain('Auditor');
    expect(shown).toContain('All Companies');
  });

  test('leaves a blank password out of an edit, so the saved one is kept', async () => {
    await app.open('/users');
    const form = await openDialog('Edit Zoë Quill', 'Edit User');
    expect(field('Password', form).value).toBe('');
    expect(text(form)).toContain('Leave blank to keep the current password');
    await fill({ Name: 'Zoë A. Quill' }, form);
    await clickButton('Update User', form);
    await untilText('User updated successfully');
    const [sent] = app.bodies('PUT /users/{id}');
    expect(sent).toMatchObject({
      name: 'Zoë A. Quill',
      email: 'zoe@rollcall.example',
      roles: [expect.any(Number)],
    });
    expect(sent).not.toHaveProperty('password');
    await app.server.signIn({ email: 'zoe@rollcall.example', password: 'long enough' });
  });

  test('sends a typed password if it is long enough', async () => {
    await app.open('/users');
    const form = await openDialog('Edit Zoë A. Quill', 'Edit User');
    await fill({ Password: 'short' }, form);
    await clickButton('Update User', form);
    expect(errorAt('Password', form)).toContain('Password must be at least 8 characters');
    await fill({ Password: 'another one' }, form);
    await clickButton('Update User', form);
    await untilText('User updated successfully');
    await app.server.signIn({ email: 'zoe@rollcall.example', password: 'another one' });
  });

  test("shows the user's own new name in the header at once", async () => {
    await app.open('/users', 'administrator');
    const { name } = app.server.users.administrator;
    const form = await openDialog(`Edit ${name}`, 'Edit User');
    await untilText(`Welcome back, ${name}`);
    app.answer('PUT /users/{id}', { data: null });
    app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), name: 'Zora New' }) });
    await fill({ Name: 'Zora New' }, form);
    await clickButton('Update User', form);
    await untilText('Welcome back, Zora New');
  });

  test("asks who it is before one's own e-mail changes, and loses nothing that was typed", async () => {
    for (const call of ['GET /auth/user', 'PUT /users/{id}'] as const) app.passThrough(call);
    await app.open('/users', 'administrator');
    const { name, email, password } = app.server.users.administrator;
    const form = await openDialog(`Edit ${name}`, 'Edit User');
    await fill({ Email: 'ada.new@rollcall.example' }, form);
    await clickButton('Update User', form);
    const question = () => until(() => byRole('dialog', 'Confirm that it is you'));
    expect(text(await question())).toContain('a forgotten password is mailed to it');
    await clickButton('Cancel', await question());
    await until(() => maybeByRole('dialog', 'Confirm that it is you') === undefined);
    expect(field('Email', form).value).toBe('ada.new@rollcall.example');

    await clickButton('Update User', form);
    await fill({ Password: 'not this one' }, await question());
    await clickButton('Confirm', await question());
    const dialog = await question();
    await until(() => errorAt('Password', dialog).includes('Password is incorrect'));
    await fill({ Password: password }, dialog);
    await clickButton('Confirm', dialog);
    await untilText('User updated successfully');
    expect(app.bodies('PUT /users/{id}').map((body) => 'confirmation' in Object(body))).toEqual([false, false, true]);
    await app.server.signIn({ email: 'ada.new@rollcall.example', password });
    await app.server.db.run(sql`update users set email = ${email} where email = 'ada.new@rollcall.example'`);
  });

  test('asks nobody where the server does not announce that it can', async () => {
    app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), features: [] }) });
    app.answer('PUT /users/{id}', {
      status: 422,
      message: 'The given data was invalid.',
      errors: { confirmation: ['A word of its own'] },
    });
    await app.open('/users', 'administrator');
    const form = await openDialog(`Edit ${app.server.users.administrator.name}`, 'Edit User');
    await fill({ Email: 'ada.new@rollcall.example' }, form);
    await clickButton('Update User', form);
    await until(() => maybeByRole('alert', undefined, form));
    expect(maybeByRole('dialog', 'Confirm that it is you')).toBeUndefined();
    for (const call of ['GET /auth/user', 'PUT /users/{id}'] as const) app.passThrough(call);
  });

  test('keeps a role and a company missing from the lists', async () => {
    const held = { id: 900, name: 'retired', display_name: 'Retired', is_system: false, permissions: [] };
    const gone = {
      id: 901,
      name: 'Gone Ltd',
      unique_identifier: 'CMP-GONE',
      contact_email: '',
      is_active: false,
    };
    app.answer('GET /users', {
      data: [{ id: 8, name: 'Zoë', email: 'z@rollcall.example', roles: [held], companies: [gone] }],
    });
    app.answer('PUT /users/{id}', { data: null });
    await app.open('/users');
    const form = await openDialog('Edit Zoë', 'Edit User');
    await until(() => byRole('checkbox', /Gone Ltd/, form) && byRole('checkbox', 'Retired', form));
    await clickButton('Update User', form);
    await untilText('User updated successfully');
    expect(app.bodies('PUT /users/{id}')).toMatchObject([{ roles: [900], companies: [901] }]);
  });

  test.each([
    ['GET /roles', 'Roles', 'Loading roles…'],
    ['GET /companies/all', 'Companies', 'Loading companies…'],
  ] as const)('does not say that %s offers nothing before it is here', async (key, label, loading) => {
    let arrive: () => void = () => {};
    app.answer(key, { when: new Promise<void>((resolve) => (arrive = resolve)) });
    await app.open('/users');
    const form = await openDialog('Add User', 'Add User');
    const list = byRole('group', label, form);
    expect(text(list)).toContain(loading);
    expect(text(list)).not.toContain('Nothing to choose from');
    arrive();
    await until(() => allByRole('checkbox', undefined, list).length > 0);
    expect(text(list)).not.toContain(loading);
  });

  test('shows which list did not load and what failed', async () => {
    app.answer('GET /roles', { status: 403, message: "You don't have permission to do this" });
    app.answer('POST /users', { status: 500 });
    await app.open('/users');
    const form = await openDialog('Add User', 'Add User');
    await until(() => text(form).includes("The roles could not be loaded: You don't have permission to do this"));
    await choosePassword(form);
    await fill({ Name: 'Rowan', Email: 'rowan@rollcall.example', Password: 'long enough' }, form);
    await clickButton('Create User', form);
    await until(() => text(byRole('alert', undefined, form)).includes('Failed to save user'));
    app.passThrough('POST /users');
    await fill({ Email: 'zoe@rollcall.example' }, form);
    await clickButton('Create User', form);
    await until(() => errorAt('Email', form) === 'Email is already taken');
  });
});
