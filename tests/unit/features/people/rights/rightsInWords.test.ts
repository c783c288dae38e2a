// What permissions mean in words.

import { describe, expect, test } from 'vitest';
import { defaultRoles } from '../../../../../server/features/people/roleQueries.ts';
import { permissionLabels, topics } from '../../../../../src/features/people/rights/permissionLabels.ts';
import { rightsInWords } from '../../../../../src/features/people/rights/rightsInWords.ts';
import { features } from '../../../../../src/shared/contract/features.ts';
import { allPermissions, type Permission } from '../../../../../src/shared/contract/permissions.ts';

const inWords = (...names: string[]) => rightsInWords(names, features);
const topic = (title: string, ...names: Permission[]) => {
  const found = inWords(...names).topics.find((each) => each.title === title);
  return found && [found.may, found.mayNot];
};

test('nothing is allowed by no permission', () => {
  const { topics: told, nothing, strange, needsEveryCompany } = inWords();
  expect([told, strange, needsEveryCompany]).toEqual([[], [], '']);
  expect(nothing).toMatch(/^companies, .* or \w/);
});

test('names that are no permissions of the contract are kept as they are, whatever they look like', () => {
  const names = ['attendance.read', '__proto__', 'constructor', 'toString', '', 'Companies.View'];
  expect(inWords(...names)).toMatchObject({ topics: [], strange: names, everyCompany: false });
});

test('every permission has words of its own, and every topic is one that people are told of', () => {
  const told = Object.values(permissionLabels).map(
    ({ topic: of, verb, words }) => `${of}: ${verb ?? ''}${words ?? ''}`,
  );
  expect(new Set(told).size).toBe(allPermissions.length - 1);
  expect(new Set(Object.values(permissionLabels).map((deed) => deed.topic))).toEqual(new Set(Object.keys(topics)));
  for (const name of allPermissions.filter((each) => each !== 'companies.all')) {
    const alone = inWords(name, 'companies.all').topics;
    expect(alone, name).toHaveLength(1);
    expect(alone[0]?.may, name).toMatch(/^May [a-z].*\.$/);
  }
});

test.each<[string, Permission[], string, string]>([
  [
    'Employees',
    ['employees.view'],
    'May see employees.',
    'May not add, change or delete them, or change employee IDs.',
  ],
  [
    'Employees',
    ['employees.view', 'employees.edit', 'employees.edit_id'],
    'May see and change employees, and change employee IDs.',
    'May not add or delete them.',
  ],
  [
    'Employees',
    ['employees.create'],
    'May add employees.',
    'May not see, change or delete them, or change employee IDs.',
  ],
  [
    'Doors and devices',
    ['devices.view'],
    'May see access controllers, and see devices and what they sent.',
    'May not add, change or delete them, or connect devices and set their rules.',
  ],
  [
    'Attendance',
    ['attendance.view', 'corrections.create'],
    'May see and correct attendance.',
    'May not approve corrections of others or mark records as processed.',
  ],
  [
    'Attendance',
    ['attendance.process'],
    'May mark records as processed.',
    'May not see or correct attendance, or approve corrections of others.',
  ],
  [
    'Presence and timesheets',
    ['presence.view', 'timesheets.view'],
    'May see who is in and see timesheets.',
    'May not take roll calls or close and reopen months.',
  ],
])('%s with %j: %s %s', (title, names, may, mayNot) => {
  expect(topic(title, ...names)).toEqual([may, mayNot]);
});

describe('permissions that affect all companies', () => {
  test('are no right without access to every company, and that is said', () => {
    const role = inWords('settings.view', 'settings.edit', 'roles.delete');
    expect(role.topics.map(({ may }) => may)).toEqual(['May see settings.']);
    expect(role.needsEveryCompany).toBe('change settings and delete roles');
    expect(role.nothing).toContain('roles');
  });

  test('are one with it', () => {
    const role = inWords('settings.view', 'settings.edit', 'companies.all');
    expect(role).toMatchObject({ everyCompany: true, needsEveryCompany: '' });
    expect(topic('Settings', 'settings.view', 'settings.edit', 'companies.all')).toEqual([
      'May see and change settings.',
      'May not add or delete them.',
    ]);
  });
});

test('features that a server lacks are not mentioned, unless the role names them', () => {
  const plain = rightsInWords(['attendance.view'], []);
  expect(plain.topics).toEqual([
    { title: 'Attendance', may: 'May see attendance.', mayNot: 'May not mark records as processed.' },
  ]);
  expect(plain.nothing).not.toContain('presence');
  expect(rightsInWords(['presence.view'], []).topics[0]?.may).toBe('May see who is in.');
});

test('the first roles say what their descriptions promise', () => {
  const all = Object.fromEntries(defaultRoles.map(({ name, permissions }) => [name, inWords(...permissions)]));
  expect(Object.keys(all)).toEqual(['viewer', 'manager', 'hr_manager', 'auditor']);
  expect(Object.entries(all).map(([name, { everyCompany }]) => [name, everyCompany])).toEqual([
    ['viewer', false],
    ['manager', false],
    ['hr_manager', false],
    ['auditor', true],
  ]);
  for (const { topics: told, strange, needsEveryCompany } of Object.values(all)) {
    expect([strange, needsEveryCompany]).toEqual([[], '']);
    expect(told.length).toBeGreaterThan(3);
  }
  for (const name of ['viewer', 'auditor'])
    for (const { may } of all[name]?.topics ?? []) expect(may).toMatch(/^May (see [^,.]*(, | and |\.))+/);
});
