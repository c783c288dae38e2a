// Sessions: one's own on Profile, and any user's for administrators.

import { expect, test } from 'vitest';
import { testConsole } from '../support/console/console.tsx';
import { allByRole, byRole, click, maybeByRole, text, until } from '../support/console/render.tsx';
import { card, clickButton, untilText } from './steps.ts';

const app = testConsole();

const panel = () => until(() => byRole('heading', 'Your sessions').closest('section'));
const session = (id: number, more: object = {}) => ({
  id,
  device: 'Firefox on Linux',
  began_by: 'password',
  first_address: '192.0.2.7',
  last_address: '192.0.2.7',
  created_at: '2026-11-20T10:00:00',
  last_seen_at: '2026-11-23T10:00:00',
  ...more,
});

test('marks this session, says device, address, first and last seen, and ends another', async () => {
  const other = session(2, { device: 'Safari on iPhone', last_address: '198.51.100.4', began_by: 'single_sign_on' });
  app.answer('GET /sessions', { data: [session(1, { is_current: true }), other, session(3, { device: '' })] });
  app.answer('DELETE /sessions/{id}', { data: null });
  await app.open('/profile');
  const [own, phone, unknown] = await until(() => {
    const rows = allByRole('listitem', undefined, byRole('list', 'Your sessions'));
    return rows.length === 3 && rows;
  });
  expect(text(own)).toMatch(/Firefox on Linux.*This session.*Last seen .*, from 192\.0\.2\.7.*Signed in 20 Nov/);
  expect(maybeByRole('button', /^End session/, own)).toBeUndefined();
  expect(text(phone)).toMatch(/Signed in 20 Nov( 2026| 10:00) by single sign-on, from 192\.0\.2\.7/);
  expect(text(unknown)).toContain('Unknown device');
  await clickButton('End session: Safari on iPhone, 198.51.100.4', phone);
  await untilText('Session ended');
  expect(app.seen.map(({ path }) => path)).toContain('/sessions/2');
});

test('ends all others after a question, and the list shows what is left', async () => {
  await app.server.signIn(app.server.users.administrator);
  await app.open('/profile');
  await click(await until(() => maybeByRole('button', 'End All Others')));
  const question = await until(() => byRole('alertdialog', 'End All Others'));
  expect(text(question)).toContain('must sign in again');
  await clickButton('End All Others', question);
  await untilText('All other sessions ended');
  await until(() => allByRole('listitem', undefined, byRole('list', 'Your sessions')).length === 1);
  expect(maybeByRole('button', 'End All Others')).toBeUndefined();
});

test('opens the sign-in dialog over the screen when the session was ended elsewhere', async () => {
  await app.open('/profile');
  await panel();
  await app.server.db.exec('delete from sessions');
  await clickButton('Refresh Session');
  await until(() => maybeByRole('dialog', /sign in/i));
  await untilText('Your session has ended. Please sign in again');
});

test('says why they could not be loaded', async () => {
  app.answer('GET /sessions', { status: 500, message: 'Something went wrong on the server' });
  await app.open('/profile', 'manager');
  await untilText('Something went wrong on the server');
});

test('is not there with a server that does not offer it', async () => {
  app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), features: [] }) });
  await app.open('/profile', 'manager');
  await until(() => byRole('heading', 'Change password'));
  expect(maybeByRole('heading', 'Your sessions')).toBeUndefined();
});

test("shows administrators a user's sessions, and ends one or all", async () => {
  app.answer('GET /users/{id}/sessions', { data: [session(7), session(8, { device: 'Chrome on Windows' })] });
  app.answer('DELETE /user-sessions/{id}', { status: 403, message: "You can't change Mina" });
  app.answer('DELETE /users/{id}/sessions', { data: { ended: 2 } });
  await app.open('/users', 'auditor');
  const { name } = app.server.users.manager;
  await clickButton(`Account of ${name}`, await card(name));
  expect((await until(() => allByRole('menuitem'))).map(text)).toEqual(['Personal Data']);

  await app.openSignedOut('/login');
  localStorage.setItem('auth_token', await app.server.signIn(app.server.users.administrator));
  await app.openSignedOut('/users');
  await clickButton(`Account of ${name}`, await card(name));
  await click(await until(() => byRole('menuitem', 'Sessions')));
  const dialog = await until(() => byRole('dialog', `Sessions of ${name}`));
  await click(await until(() => byRole('button', 'End session: Chrome on Windows, 192.0.2.7', dialog)));
  await untilText("You can't change Mina");
  await clickButton('End All', dialog);
  await clickButton('End All', await until(() => byRole('alertdialog', 'End All Sessions')));
  await untilText('All sessions of the user ended');
});

test('says that a user is not signed in', async () => {
  app.answer('GET /users/{id}/sessions', { data: [] });
  localStorage.setItem('auth_token', await app.server.signIn(app.server.users.administrator));
  await app.openSignedOut('/users');
  const { name } = app.server.users.manager;
  await clickButton(`Account of ${name}`, await card(name));
  await click(await until(() => byRole('menuitem', 'Sessions')));
  await untilText('Not signed in');
});
