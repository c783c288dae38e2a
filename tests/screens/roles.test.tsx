// Roles: cards, locked roles, and permissions chosen one by one or by module.

import { describe, expect, test } from 'vitest';
import { sql } from '../../server/platform/db/db.ts';
import { testConsole } from '../support/console/console.tsx';
import { allByRole, byRole, click, field, maybeByRole, text, until } from '../support/console/render.tsx';
import { card, clickButton, errorAt, fill, openDialog, untilText } from './steps.ts';

const app = testConsole();

test('a card shows the number of permissions and their modules', async () => {
  const permission = (id: number, module: string) => ({
    id,
    name: `${module}.${id}`,
    display_name: '',
    module,
  });
  app.answer('GET /roles', {
    data: [
      {
        id: 3,
        name: 'night_shift',
        display_name: 'Night Shift',
        description: 'Opens at ten',
        is_system: false,
        permissions: [permission(1, 'hr_sync'), permission(2, 'hr_sync'), permission(3, 'access_controllers')],
      },
    ],
  });
  await app.open('/roles');
  const shown = text(await card('Night Shift'));
  expect(shown).toContain('Custom Role');
  expect(shown).toContain('night_shift');
  expect(shown).toContain('Opens at ten');
  expect(shown).toMatch(/3 permissions.*HR sync.*hr_sync\.1.*hr_sync\.2.*Access controllers.*access_controllers\.3/);
  expect(shown).toMatch(/Modules\s*HR sync, Access controllers/);
});

test('locks system roles and says why', async () => {
  await app.open('/roles');
  const shown = await card('Administrator');
  expect(text(shown)).toContain('System Role');
  for (const name of ['Edit Administrator', 'Delete Administrator']) {
    const button = byRole('button', name, shown);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(button.getAttribute('aria-description')).toBe('System roles cannot be edited or deleted');
    await click(button);
    expect(maybeByRole('dialog') ?? maybeByRole('alertdialog')).toBeUndefined();
  }
});

describe('the form', () => {
  const isChecked = (name: RegExp, form: HTMLElement) => byRole('checkbox', name, form).matches(':checked');

  test('rejects missing values and names with other letters', async () => {
    await app.open('/roles');
    const form = await openDialog('Add Role', 'Add Role');
    await clickButton('Create Role', form);
    expect(errorAt('Role Name', form)).toContain('Role name is required');
    expect(errorAt('Display Name', form)).toBe('Display name is required');
    await fill({ 'Role Name': 'Night Shift' }, form);
    await clickButton('Create Role', form);
    expect(errorAt('Role Name', form)).toContain('Role name must contain only lowercase letters and underscores');
    expect(app.bodies('POST /roles')).toEqual([]);
  });

  test('sends the ids of chosen permissions, whole modules included', async () => {
    await app.open('/roles');
    const form = await openDialog('Add Role', 'Add Role');
    const roles = await until(() => byRole('group', 'Roles', form));
    await fill({ 'Role Name': 'night_shift', 'Display Name': 'Night Shift' }, form);
    await click(byRole('checkbox', 'All of Roles', roles));
    await click(byRole('checkbox', /roles\.delete/, roles));
    expect(text(form)).toContain('3 of ');
    await clickButton('Create Role', form);
    await untilText('Role created successfully');
    const chosen = await app.server.db.all<{ id: number }>(
      sql`select id from permissions where name in ('roles.view', 'roles.create', 'roles.edit') order by id`,
    );
    expect(app.bodies('POST /roles')).toEqual([
      {
        name: 'night_shift',
        display_name: 'Night Shift',
        description: '',
        permissions: chosen.map(({ id }) => id),
      },
    ]);
    await until(() => /3 permissions/.test(text(byRole('article', 'Night Shift'))));
  });

  test("starts with the role's permissions and changes only what was changed", async () => {
    await app.open('/roles');
    const form = await openDialog('Edit Night Shift', 'Edit Role');
    await until(() => maybeByRole('checkbox', /roles\.view/, form));
    expect([isChecked(/roles\.view/, form), isChecked(/roles\.delete/, form)]).toEqual([true, false]);
    await fill({ Description: 'Opens at ten' }, form);
    await click(byRole('checkbox', /roles\.view/, form));
    await clickButton('Update Role', form);
    await untilText('Role updated successfully');
    await until(() => /2 permissions/.test(text(byRole('article', 'Night Shift'))));
    expect(app.bodies('PUT /roles/{id}')).toMatchObject([{ name: 'night_shift', description: 'Opens at ten' }]);
  });

  test('filters the permissions without losing chosen ones', async () => {
    await app.open('/roles');
    const form = await openDialog('Edit Night Shift', 'Edit Role');
    await until(() => byRole('group', 'Permissions', form));
    await fill({ 'Filter permissions': 'edit_id' }, form);
    expect(allByRole('checkbox', undefined, form).length).toBe(2); // the module and the matching permission
    await click(byRole('checkbox', /employees\.edit_id/, form));
    await fill({ 'Filter permissions': 'no such thing' }, form);
    expect(text(form)).toContain('Nothing matches');
    expect(text(form)).toContain('3 of ');
  });

  test('shows when the permissions do not load and when saving fails', async () => {
    app.answer('GET /permissions/by-module', { status: 500 });
    app.answer('POST /roles', { status: 500 });
    await app.open('/roles');
    const form = await openDialog('Add Role', 'Add Role');
    const alert = await until(() => byRole('alert', undefined, form));
    expect(text(alert)).toContain('Failed to fetch roles data');
    app.passThrough('GET /permissions/by-module');
    await click(byRole('button', 'Retry', alert));
    await until(() => byRole('group', 'Permissions', form));
    await fill({ 'Role Name': 'day_shift', 'Display Name': 'Day Shift' }, form);
    expect(field('Role Name', form).value).toBe('day_shift');
    await clickButton('Create Role', form);
    await until(() => text(byRole('alert', undefined, form)).includes('Failed to save role'));
  });
});

test('shows why the server does not delete a role in use', async () => {
  await app.open('/roles');
  await click(await until(() => byRole('button', 'Delete Auditor')));
  await clickButton('Delete', await until(() => byRole('alertdialog')));
  await until(() => text(byRole('alertdialog')).includes('This role is assigned to one user'));
});
