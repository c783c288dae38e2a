// The profile: the user with their permissions, refreshing them, and changing the password.

import { describe, expect, test } from 'vitest';
import { showTheme } from '../../src/platform/boot/siteData.ts';
import { testConsole } from '../support/console/console.tsx';
import { byRole, click, field, maybeByRole, text, until } from '../support/console/render.tsx';
import { clickButton, errorAt, fill, untilText } from './steps.ts';

const app = testConsole();

const person = { id: 3, name: 'Zoë Quill', email: 'zoe@rollcall.example' };
const role = (id: number, name: string, ...permissions: string[]) => ({
  id,
  name,
  display_name: '',
  permissions,
});
const panel = (title: string) => until(() => byRole('heading', title).closest('section'));

test('shows name, e-mail and role', async () => {
  await app.open('/profile');
  const account = text(await panel('Account'));
  for (const words of [app.server.users.administrator.name, app.server.users.administrator.email, 'Administrator'])
    expect(account).toContain(words);
});

test("counts each role's permissions, and each permission once in total", async () => {
  app.answer('GET /auth/user', {
    data: { ...person, roles: [role(1, 'keeper', 'a', 'b'), role(2, 'clerk', 'b')] },
  });
  await app.open('/profile');
  const roles = text(await panel('Roles'));
  expect(roles).toMatch(/keeper\s*2 permissions.*clerk\s*1 permission(?!s)/);
  expect(roles).toContain('Total: 2 permissions');
});

test('says when there is no role and omits missing fields', async () => {
  app.answer('GET /auth/user', { data: { ...person, roles: null, companies: null, role: null } });
  await app.open('/profile');
  expect(text(await panel('Roles'))).toContain('No roles assigned. Contact an administrator.');
  expect(text(await panel('Account'))).not.toMatch(/Companies|Role|Joined|null/);
});

describe('refreshing the session', () => {
  test('is confirmed, and the navigation updates at once', async () => {
    await app.open('/profile');
    await until(() => byRole('link', 'Settings'));
    app.answer('GET /auth/user', { data: { ...person, roles: [] } });
    await clickButton('Refresh Session');
    await untilText('Session refreshed successfully! Please refresh the page to see updated permissions.');
    expect(maybeByRole('link', 'Settings')).toBeUndefined();
    expect(text()).toContain('Welcome back, Zoë Quill');
  });

  test('shows a failure and keeps the current user', async () => {
    await app.open('/profile');
    await until(() => byRole('button', 'Refresh Session'));
    app.answer('GET /auth/user', { status: 500 });
    await clickButton('Refresh Session');
    await until(() => text(byRole('alert')).includes('Failed to refresh session'));
    expect(byRole('link', 'Settings')).toBeDefined();
  });
});

test('a chosen theme is shown at once, also by the browser around the page, and kept', async () => {
  const frames = ['light', 'dark'].map((name) => {
    const frame = document.createElement('meta');
    frame.name = 'theme-color';
    frame.content = name;
    document.head.append(frame);
    return frame;
  });
  await app.open('/profile');
  await click(await until(() => field('Dark')));
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(frames.map(({ media }) => media)).toEqual(['not all', 'all']);
  showTheme();
  expect(document.documentElement.dataset.theme).toBe('dark');
  await click(field('System'));
  expect(document.documentElement.dataset.theme).toBe('');
  expect(frames.map(({ media }) => media)).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']);
  for (const frame of frames) frame.remove();
});

describe('changing the password', () => {
  const passwords = (current: string, next: string, again = next) => ({
    'Current password': current,
    'New password': next,
    'Repeat the new password': again,
  });

  test('rejects missing, short and different passwords', async () => {
    await app.open('/profile');
    await panel('Change password');
    await clickButton('Change Password');
    expect(errorAt('Current password')).toBe('Current password is required');
    expect(errorAt('New password')).toContain('Password is required');
    await fill(passwords('x', 'short', 'shirt'));
    await clickButton('Change Password');
    expect(errorAt('New password')).toContain('Password must be at least 8 characters');
    expect(errorAt('Repeat the new password')).toBe('Passwords do not match');
    expect(app.bodies('POST /auth/change-password')).toEqual([]);
  });

  test('shows a wrong current password at its field', async () => {
    await app.open('/profile');
    await panel('Change password');
    await fill(passwords('not my password', 'a new password'));
    await clickButton('Change Password');
    await until(() => byRole('alert'));
    expect(field('New password').value).toBe('a new password');
  });

  test('saves the new password and clears the form', async () => {
    const { auditor } = app.server.users;
    await app.open('/profile', 'auditor');
    await panel('Change password');
    await fill(passwords(auditor.password, 'a new password'));
    await clickButton('Change Password');
    await untilText('Password changed successfully');
    expect(app.bodies('POST /auth/change-password')).toEqual([
      {
        current_password: auditor.password,
        password: 'a new password',
        password_confirmation: 'a new password',
      },
    ]);
    expect(field('New password').value).toBe('');
    await app.server.signIn({ email: auditor.email, password: 'a new password' });
  });
});
