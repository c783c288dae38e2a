import { expect, test } from 'vitest';
import { can, isAdministrative } from '../../../../src/platform/session/permissions.ts';
import type { User } from '../../../../src/shared/contract/session.ts';

const userWith = (...names: string[]): User => ({
  id: 1,
  name: 'Ada',
  email: 'ada@example.com',
  role: '',
  roles: names.map((name, id) => ({ id, name, display_name: name, is_system: false, permissions: [{ name }] })),
  companies: [],
  created_at: '',
});

test('a user has the permissions of each of their roles', () => {
  expect(can(userWith('employees.view', 'employees.edit_id'), 'employees.edit_id')).toBe(true);
  expect(can(userWith('employees.edit'), 'employees.edit_id')).toBe(false);
});

test('permission to see roles, users or settings makes a user administrative', () => {
  const names = ['roles.view', 'users.view', 'settings.view', 'hr_sync.view'];
  expect(names.map((name) => isAdministrative(userWith(name)))).toEqual([true, true, true, false]);
});
