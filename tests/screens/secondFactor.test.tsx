// Second factors in the console: the step after the password, on the login page and over a screen, setting one up if a
// role requires it, and what administrators do. Passkeys need a real browser: see tests/browser.

import { afterEach, describe, expect, test } from 'vitest';
import { sql } from '../../server/platform/db/db.ts';
import { testConsole } from '../support/console/console.tsx';
import { byRole, click, maybeByRole, text, until } from '../support/console/render.tsx';
import { secondFactors } from '../support/signIn/secondFactors.ts';
import { card, clickButton, errorAt, fill, openDialog, untilText } from './steps.ts';

const app = testConsole();

const factors = secondFactors(
  () => app.server,
  () => new Date(),
);

afterEach(async () => {
  const { db } = app.server;
  for (const table of [sql`authenticator_apps`, sql`recovery_codes`, sql`login_attempts`]) {
    await db.run(sql`delete from ${table}`);
  }
  await db.run(sql`update roles set requires_second_factor = false`);
});

const setUp = async (person: 'administrator' | 'manager') =>
  factors.addApp(await app.server.signIn(app.server.users[person]));

async function typePassword(person: 'administrator' | 'manager') {
  const { email, password } = app.server.users[person];
  await fill({ Email: email, Password: password });
  await clickButton('Sign in');
}

describe('signing in', () => {
  test('asks for the code after the password, says what is wrong with it, and returns to the page', async () => {
    const { key } = await setUp('administrator');
    await app.openSignedOut('/companies?page=2');
    await until(() => byRole('heading', 'Rollcall'));
    await typePassword('administrator');
    await untilText('The six digits');
    expect(localStorage.getItem('auth_token')).toBeNull();
    await clickButton('Sign in');
    expect(errorAt('Code')).toContain('Code is required');
    await fill({ Code: '12' });
    await clickButton('Sign in');
    await until(() => errorAt('Code').includes('This code is wrong'));
    await fill({ Code: factors.codeOf(key, 1) });
    await clickButton('Sign in');
    await untilText('Page 2 of 3');
    expect(localStorage.getItem('auth_token')).toMatch(/.{20}/);
  });

  test('takes a recovery code instead, and can start again', async () => {
    const { codes } = await setUp('administrator');
    await app.openSignedOut('/login');
    await until(() => byRole('heading', 'Rollcall'));
    await typePassword('administrator');
    await untilText('The six digits');
    await clickButton('Start again');
    await typePassword('administrator');
    await untilText('The six digits');
    await clickButton('Use a recovery code');
    await fill({ 'Recovery code': codes[0] ?? '' });
    await clickButton('Sign in');
    await untilText('Welcome back');
  });
});

test('a server that announces no second factors is not asked for them', async () => {
  app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), features: [] }) });
  await app.open('/profile');
  await until(() => byRole('heading', 'Change password'));
  expect(text()).not.toContain('Second factor');
  expect(app.seen.map(({ key }) => key)).not.toContain('GET /auth/second-factors');
  app.passThrough('GET /auth/user');
});

test('a user who must have one is led to it from every screen, and continues once it is set up', async () => {
  await app.server.db.run(sql`update roles set requires_second_factor = true where name = 'hr_manager'`);
  await app.open('/employees', 'manager');
  await until(() => byRole('heading', 'Set up a second factor'));
  await openDialog('Set Up Authenticator App', 'Set Up Authenticator App');
  await untilText('Or type the key');
  const dialog = await until(() => byRole('dialog', 'Set Up Authenticator App'));
  const key = dialog.querySelector('code')?.textContent ?? '';
  await fill({ Code: factors.codeOf(key) }, dialog);
  await clickButton('Set Up', dialog);
  const codes = await until(() => byRole('dialog', 'Your Recovery Codes'));
  expect(codes.querySelectorAll('code')).toHaveLength(10);
  await clickButton('I Have Kept Them', codes);
  await until(() => byRole('heading', 'Employees'));
});

test('nothing follows a confirmation that was cancelled on its way', async () => {
  const authenticator_app = { created_at: '2026-11-01T08:00:00Z', last_used_at: '' };
  app.answer('GET /auth/second-factors', { change: (known) => ({ ...Object(known), authenticator_app }) });
  let arrive = () => {};
  const when = new Promise<void>((resolve) => (arrive = resolve));
  app.answer('POST /auth/confirm', { data: { confirmation: 'given' }, when });
  await app.open('/profile');
  const confirm = async () => {
    const dialog = await openDialog('New Codes', 'New Recovery Codes');
    await fill({ Password: 'my own' }, dialog);
    await clickButton('Make New Codes', dialog);
    return dialog;
  };
  const first = await confirm();
  await until(() => app.bodies('POST /auth/confirm').length === 1);
  await clickButton('Cancel', first);
  arrive();
  app.answer('POST /auth/confirm', { status: 422, message: 'The password is wrong' });
  await confirm();
  await untilText('The password is wrong');
  expect(app.bodies('POST /auth/recovery-codes')).toEqual([]);
});

test('an administrator asks a role for one, and takes that back', async () => {
  await app.open('/roles');
  const role = await card('HR Manager');
  await clickButton(/Ask for a second factor: HR Manager$/, role);
  // A question whose answer was lost stays the same, and asking again does no more.
  app.answer('PUT /roles/{id}/second-factor', {
    change() {
      throw new Error('lost');
    },
  });
  await clickButton('Ask for One', await until(() => byRole('alertdialog', 'Ask for a second factor')));
  await until(() => text(byRole('alertdialog')).includes('Failed to save role'));
  await until(() => text(byRole('article', 'HR Manager')).includes('Second Factor: On'));
  app.passThrough('PUT /roles/{id}/second-factor');
  await clickButton('Ask for One', await until(() => byRole('alertdialog', 'Ask for a second factor')));
  await until(() => maybeByRole('alertdialog') === undefined);
  await until(() => text(byRole('article', 'HR Manager')).includes('Second Factor: On'));
  await clickButton(/Ask for no second factor: HR Manager$/, byRole('article', 'HR Manager'));
  await clickButton('Ask for None', await until(() => byRole('alertdialog', 'Ask for no second factor')));
  await until(() => text(byRole('article', 'HR Manager')).includes('Second Factor: Off'));
});

test('an administrator sees the second factor of a user, and resets it', async () => {
  await setUp('manager');
  const { name } = app.server.users.manager;
  await app.open('/users');
  await click(await until(() => byRole('button', `Account of ${name}`)));
  await click(await until(() => byRole('menuitem', 'Second Factor')));
  const dialog = await until(() => byRole('dialog', `Second factor of ${name}`));
  await until(() => text(dialog).includes('10 codes left'));
  await clickButton('Reset', dialog);
  await clickButton('Reset', await until(() => byRole('alertdialog', 'Reset the second factor')));
  await untilText('Second factor reset');
  expect(await app.server.db.all(sql`select user_id from authenticator_apps`)).toEqual([]);
});

// The last test, since it ends the console's own session.
test('asks for the second factor over a screen whose session ended, and keeps the screen', async () => {
  await app.open('/companies?page=2');
  await untilText('Page 2 of 3');
  // Setting one up elsewhere ends this session.
  const { codes } = await setUp('administrator');
  await clickButton('Previous');
  const dialog = await until(() => byRole('dialog', 'Sign in again'));
  await fill({ Password: app.server.users.administrator.password }, dialog);
  await clickButton('Sign in', dialog);
  await untilText('The six digits');
  const second = await until(() => byRole('dialog', 'Sign in again'));
  await clickButton('Use a recovery code', second);
  await fill({ 'Recovery code': codes[0] ?? '' }, second);
  await clickButton('Sign in', second);
  await untilText('Page 1 of 3');
  await until(() => maybeByRole('dialog', 'Sign in again') === undefined);
});
