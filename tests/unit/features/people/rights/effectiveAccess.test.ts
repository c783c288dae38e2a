// What somebody with certain roles and companies will see, according to the console's own functions.

import { describe, expect, test } from 'vitest';
import { defaultRoles } from '../../../../../server/features/people/roleQueries.ts';
import { routesFor } from '../../../../../src/app/shownRoutes.ts';
import {
  companiesSeen,
  effectiveAccessOf,
  isNotable,
  summaryOf,
} from '../../../../../src/features/people/rights/effectiveAccess.ts';
import { features } from '../../../../../src/shared/contract/features.ts';
import { allPermissions } from '../../../../../src/shared/contract/permissions.ts';
import type { CurrentUser } from '../../../../../src/shared/contract/session.ts';

const role = (name: string, permissions: readonly string[]) => ({
  id: 1,
  name: name.toLowerCase(),
  display_name: name,
  is_system: false,
  permissions: permissions.map((each) => ({ name: each })),
});
const first = (name: string) => {
  const found = defaultRoles.find((each) => each.name === name);
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
  effectiveAccessOf({ roles, companies }, by, routesFor);

describe('bad choices are told', () => {
  test('no role at all', () => {
    const access = see([]);
    expect([access.hasRole, isNotable(access)]).toEqual([false, true]);
    expect(isNotable(see([], []))).toBe(false); // nothing is chosen yet
    expect(summaryOf(access, 'Nina')).toBe('Nina will see nothing without a role');
    expect(companiesSeen(access)).toBe('nothing');
  });

  test('a role, but no company', () => {
    const access = see([first('viewer')], []);
    expect([access.companies, isNotable(access)]).toEqual([{ reach: 'none' }, true]);
    expect(summaryOf(access, 'Nina')).toBe('Nina will see no company, so all lists are empty');
  });

  test('three companies that make no difference beside a role that sees every one', () => {
    const access = see([first('viewer'), first('auditor')]);
    expect([access.companies, isNotable(access)]).toEqual([{ reach: 'every', by: 'Auditor', ignored: 3 }, true]);
    expect(summaryOf(access, 'Nina')).toMatch(/^Nina will see every company, whatever is chosen, and \d+ screens$/);
  });
});

test('a viewer of three companies sees these, and the screens that are about them', () => {
  const access = see([first('viewer')]);
  expect(access.companies).toEqual({ reach: 'some', names: ['Alder', 'Birch', 'Cedar'] });
  expect(access.screens).toEqual([
    'Dashboard',
    'Who Is In',
    'Exceptions',
    'Attendance',
    'Timesheets',
    'Companies',
    'Employees',
    'Access Controllers',
    'Profile',
  ]);
  expect(access.refused).toEqual([]);
  expect(access.rights.topics.every(({ may }) => may.startsWith('May see'))).toBe(true);
  expect([access.isKnown, isNotable(access)]).toEqual([true, false]);
});

test('links of the specification that lead nowhere are named', () => {
  const access = see([role('Clerk', ['employees.view'])]);
  expect(access.screens).toEqual(['Dashboard', 'Employees', 'Profile']);
  expect(access.refused).toEqual(['Attendance', 'Companies', 'Access Controllers']);
});

describe('another server', () => {
  const named = ['attendance.read_all', 'people.write'];

  test('with names of its own is not guessed at', () => {
    const access = see([role('Boss', named)], three, self(named, []));
    expect(access).toMatchObject({ isKnown: false, rights: { strange: named } });
    expect(access.companies).toEqual({ reach: 'some', names: ['Alder', 'Birch', 'Cedar'] });
    expect(summaryOf(access, 'Nina')).toBe('Only the server knows what Nina will see');
    expect(isNotable(access)).toBe(false);
  });

  test('with our names is told as ours, without what it does not announce', () => {
    const access = see([first('viewer')], three, self(allPermissions, []));
    expect(access.isKnown).toBe(true);
    expect(access.screens).not.toContain('Who Is In');
    expect(access.screens).toContain('Attendance');
  });

  test('with our names but its own rule of who sees every company is not said to show none', () => {
    const named = allPermissions.filter((name) => name !== 'companies.all');
    const access = see([first('viewer')], [], self(named, []));
    expect([access.isKnown, access.isReachKnown, isNotable(access)]).toEqual([true, false, false]);
    expect(summaryOf(access, 'Nina')).toBe('Nina will see 6 screens; of which companies, only the server knows');
    expect(companiesSeen(access)).toBe('only the server knows');
  });

  test('that adds names to ours is told as far as they are known', () => {
    const access = see([role('Viewer', ['attendance.view', 'lunch.order'])]);
    expect(access).toMatchObject({ isKnown: true, rights: { strange: ['lunch.order'] } });
  });
});
