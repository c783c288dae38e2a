// Roles by permissions, on the screen and in a file.

import { expect, test } from 'vitest';
import { matrixRows, moduleRows } from '../../../../../src/features/people/roles/RolesMatrix.tsx';
import type { PermissionEntry, Role } from '../../../../../src/shared/contract/people.ts';

const entry = (id: number, name: string, display_name = ''): PermissionEntry => ({
  id,
  name,
  display_name,
  module: name.split('.')[0] ?? '',
});
const see = entry(1, 'employees.view', 'View employees');
const erase = entry(2, 'employees.delete', 'Delete employees');
const lunch = entry(3, 'lunch.order');
const nowhere = { ...entry(4, 'sing'), module: '' };
const role = (id: number, display_name: string, ...permissions: PermissionEntry[]): Role => ({
  id,
  name: display_name.toLowerCase(),
  display_name,
  description: '',
  is_system: false,
  requires_second_factor: false,
  permissions,
});

test('nothing is made of nothing', () => {
  expect([moduleRows({}, []), matrixRows({}, [])]).toEqual([[], [['Module', 'Permission', 'Name']]]);
});

test('has a row for each permission that the server lists or a role has, once', () => {
  const roles = [role(1, 'Cook', see, lunch, nowhere), role(2, 'Guest', lunch)];
  expect(matrixRows({ employees: [see, erase] }, roles)).toEqual([
    ['Module', 'Permission', 'Name', 'Cook', 'Guest'],
    ['Employees', 'View employees', 'employees.view', 'Yes', ''],
    ['Employees', 'Delete employees', 'employees.delete', '', ''],
    ['Lunch', 'lunch.order', 'lunch.order', 'Yes', 'Yes'],
    ['Other', 'sing', 'sing', 'Yes', ''],
  ]);
});
