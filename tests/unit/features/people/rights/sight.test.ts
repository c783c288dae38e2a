// What somebody with some roles and companies will see, found out by the console's own functions.

import { describe, expect, test } from 'vitest';
import { routesFor } from '../../../../../src/app/shownRoutes.ts';
import type { CurrentUser } from '../../../../../src/shared/contract/session.ts';
import { features } from '../../../../../src/shared/contract/features.ts';
import { allPermissions } from '../../../../../src/shared/contract/permissions.ts';
import { isNotable, sightOf } from '../../../../../src/features/people/rights/sight.ts';
import { companiesSeen, summaryOf } from '../../../../../src/features/people/rights/summaryOf.ts';
import { firstRoles } from '../../../../../server/features/people/firstRoles.ts';

const role = (name: string, permissions: readonly string[]) => ({
  id: 1,
  name: name.toLowerCase(),
  display_name: name,
  is_system: false,
  permissions: permissions.map((each) => ({ name: each })),
});
const first = (name: string) => {
  const found = firstRoles.find((each) => each.name === name);
  if (!found) throw new Error(`There is no ${name}`);
  return role(found.display_name, found.permissions);
};
const self = (permissions: readonly string[], announced: readonly string[]): CurrentUser => ({
  id: 9,
  name: 'Ada',
  email: 'ada@rollcall.example',
  role: '',
  roles: [role('Administrator', permissions)],
  companies: [],
  created_at: '',
  features: [...announced],
  business_timezone: '',
  second_factor_due: false,
});
const ours = self(allPermissions, features);
const three = [{ name: 'Alder' }, { name: 'Birch' }, { name: 'Cedar' }];
const see = (roles: ReturnType<typeof role>[], companies = three, by = ours) =>
  sightOf({ roles, companies }, by, routesFor);

describe('bad choices are told', () => {
  test('no role at all', () => {
    const sight = see([]);
    expect([sight.hasRole, isNotable(sight)]).toEqual([false, true]);
    expect(isNotable(see([], []))).toBe(false); // nothing is chosen yet
    expect(summaryOf(sight, 'Nina')).toBe('Nina will see nothing without a role');
    expect(companiesSeen(sight)).toBe('nothing');
  });

  test('a role, but no company', () => {
    const sight = see([first('viewer')], []);
    expect([sight.companies, isNotable(sight)]).toEqual([{ reach: 'none' }, true]);
    expect(summaryOf(sight, 'Nina')).toBe('Nina will see no company, so all lists are empty');
  });

  test('three companies that make no difference beside a role that sees every one', () => {
    const sight = see([first('viewer'), first('auditor')]);
    expect([sight.companies, isNotable(sight)]).toEqual([{ reach: 'every', by: 'Auditor', ignored: 3 }, true]);
    expect(summaryOf(sight, 'Nina')).toMatch(/^Nina will see every company, whatever is chosen, and \d+ screens$/);
  });
});

test('a viewer of three companies sees these, and the screens that are about them', () => {
  const sight = see([first('viewer')]);
  expect(sight.companies).toEqual({ reach: 'some', names: ['Alder', 'Birch', 'Cedar'] });
  expect(sight.screens).toEqual([
    'Dashboard',
    'Companies',
    'Access Controllers',
    'Attendance',
    'Employees',
    'Profile',
    'Who Is In',
    'Timesheets',
    'Exceptions',
    'Devices',
  ]);
  expect(sight.refused).toEqual([]);
  expect(sight.rights.topics.every(({ may }) => may.startsWith('May see'))).toBe(true);
  expect([sight.isKnown, isNotable(sight)]).toEqual([true, false]);
});

test('links of the specification that lead nowhere are named', () => {
  const sight = see([role('Clerk', ['employees.view'])]);
  expect(sight.screens).toEqual(['Dashboard', 'Employees', 'Profile']);
  expect(sight.refused).toEqual(['Companies', 'Access Controllers', 'Attendance']);
});

describe('another server', () => {
  const named = ['attendance.read_all', 'people.write'];

  test('with names of its own is not guessed at', () => {
    const sight = see([role('Boss', named)], three, self(named, []));
    expect(sight).toMatchObject({ isKnown: false, rights: { strange: named } });
    expect(sight.companies).toEqual({ reach: 'some', names: ['Alder', 'Birch', 'Cedar'] });
    expect(summaryOf(sight, 'Nina')).toBe('Only the server knows what Nina will see');
    expect(isNotable(sight)).toBe(false);
  });

  test('with our names is told as ours, without what it does not announce', () => {
    const sight = see([first('viewer')], three, self(allPermissions, []));
    expect(sight.isKnown).toBe(true);
    expect(sight.screens).not.toContain('Who Is In');
    expect(sight.screens).toContain('Attendance');
  });

  test('that adds names to ours is told as far as they are known', () => {
    const sight = see([role('Viewer', ['attendance.view', 'lunch.order'])]);
    expect(sight).toMatchObject({ isKnown: true, rights: { strange: ['lunch.order'] } });
  });
});
