// Sign-in, forgotten password and reset link: their texts and where they lead.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { App } from '../../src/app/App.tsx';
import { start } from '../../src/app/prefetch.ts';
import { apiBase } from '../../src/platform/boot/siteMeta.ts';
import { singleSignOnFailures } from '../../src/shared/contract/singleSignOn.ts';
import { testConsole } from '../support/console/console.tsx';
import { act, byRole, click, field, maybeByRole, render, text, until } from '../support/console/render.tsx';
import { raw, startScriptedServer } from '../support/console/scriptedServer.ts';
import { clickButton, errorAt, fill, untilText } from './steps.ts';

const app = testConsole();

const heading = (title: string) => until(() => byRole('heading', title));
const untilAlert = (words: string) => until(() => text(byRole('alert')).includes(words));

describe('login', () => {
  const signIn = async (password?: string) => {
    const { email, password: known } = app.server.users.administrator;
    await fill({ Email: email, Password: password ?? known });
    await clickButton('Sign in');
  };

  test('shows its title and requires both fields', async () => {
    await app.openSignedOut('/login');
    await untilText('Sign in to your Attendance Management System');
    await clickButton('Sign in');
    expect(errorAt('Email')).toBe('Email is required');
    expect(errorAt('Password')).toBe('Password is required');
    expect(app.seen).toEqual([]);
  });

  test('returns to the requested page and stores the token', async () => {
    await app.openSignedOut('/companies?page=2');
    await heading('Rollcall');
    expect(location.search).toBe(`?next=${encodeURIComponent('/companies?page=2')}`);
    await signIn();
    await untilText('Page 2 of 3');
    expect(localStorage.getItem('auth_token')).toMatch(/.{20}/);
    expect(app.bodies('POST /auth/login')).toEqual([
      { email: app.server.users.administrator.email, password: app.server.users.administrator.password },
    ]);
  });

  test('returns to the previous page after another tab signed out', async () => {
    await app.open('/companies?page=2');
    await untilText('Page 2 of 3');
    localStorage.removeItem('auth_token');
    await act(async () => window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token' })));
    await heading('Rollcall');
    await signIn();
    await untilText('Page 2 of 3');
  });

  test("shows the server's message", async () => {
    await app.openSignedOut('/login');
    await signIn('not my password');
    await untilAlert('Invalid email or password');
    expect(localStorage.getItem('auth_token')).toBeNull();
  });

  test('shows its own message when the server has none', async () => {
    app.answer('POST /auth/login', { status: 500 });
    await app.openSignedOut('/login');
    await signIn();
    await untilAlert('Login failed');
  });

  test('is shown when a stored token is no longer valid, which is removed', async () => {
    localStorage.setItem('auth_token', 'an old one');
    await app.openSignedOut('/employees');
    await heading('Rollcall');
    expect(localStorage.getItem('auth_token')).toBeNull();
  });
});

describe('single sign-on', () => {
  const line = document.createElement('meta');
  line.name = 'single-sign-on';
  line.content = 'Example ID';
  beforeAll(() => document.head.append(line));
  afterAll(() => line.remove());

  test.each([...singleSignOnFailures, 'of a newer server', 'constructor'])(
    'says in one sentence why nobody was signed in: %s',
    async (reason) => {
      await app.openSignedOut(`/login?next=%2Femployees#single-sign-on=${encodeURIComponent(reason)}`);
      await until(() => byRole('alert'));
      expect(text(byRole('alert'))).toMatch(/^[A-Z][^.]+\.( [A-Z][^.]+\.)?$/);
      expect(location.hash).toBe('');
      expect(location.search).toBe('?next=%2Femployees');
      expect(app.seen).toEqual([]);
    },
  );

  test('asks for the second factor, where the account has one', async () => {
    const methods = ['authenticator_app'];
    app.answer('POST /auth/single-sign-on', { data: { second_factor: { ticket: 'x', methods, passkey: null } } });
    await app.openSignedOut('/login#ticket=from-the-provider');
    await until(() => byRole('textbox', 'Code'));
    expect(app.bodies('POST /auth/single-sign-on')).toEqual([{ ticket: 'from-the-provider', verifier: '' }]);
    expect(maybeByRole('button', 'Sign in with Example ID')).toBeUndefined();
  });

  test('is not offered, and its fragment not read, where the page does not name it', async () => {
    line.remove();
    await app.openSignedOut('/login#ticket=from-elsewhere');
    await heading('Rollcall');
    expect(maybeByRole('button', /Sign in with/)).toBeUndefined();
    expect(app.seen).toEqual([]);
    document.head.append(line);
  });
});

describe('an API address that is wrong', () => {
  const wrong = document.createElement('meta');
  wrong.name = 'api-base';
  beforeAll(() => document.head.append(wrong));
  afterAll(() => wrong.remove());

  /** Tries to sign in at this address. */
  async function signInAt(address: string) {
    wrong.content = address;
    history.replaceState(null, '', '/login');
    await render(<App base="" connection={start('', apiBase()).connection} />);
    await until(() => byRole('button', 'Sign in'));
    await fill({ Email: 'zoe@rollcall.example', Password: 'a password' });
    await clickButton('Sign in');
  }

  test.each([200, 404, 405, 502])('is reported when it answers with a page, under %i', async (status) => {
    const site = await startScriptedServer();
    site.answer = raw(status, 'text/html', '<!doctype html><title>A site</title>');
    await signInAt(site.base);
    await untilAlert('API endpoint returned HTML instead of JSON. Please check your API URL configuration.');
    await site.stop();
  });

  test('is reported when it answers with something other than the API', async () => {
    const site = await startScriptedServer();
    site.answer = raw(200, 'text/plain', 'It works');
    await signInAt(site.base);
    await untilAlert('The server sent an answer that is not readable JSON.');
    await site.stop();
  });

  test.each(['http://', 'https://api example/web/api/v1'])('is reported when it is invalid: %s', async (address) => {
    await signInAt(address);
    await untilAlert('The API URL is not valid. Please check your API URL configuration.');
  });

  test('is reported at once to a signed-in user', async () => {
    localStorage.setItem('auth_token', 'a token');
    wrong.content = 'http://';
    history.replaceState(null, '', '/companies');
    await render(<App base="" connection={start('', apiBase()).connection} />);
    await untilAlert('The API URL is not valid.');
  });
});

describe('forgot password', () => {
  test('is reached from login and links back', async () => {
    await app.openSignedOut('/login');
    await click(await until(() => byRole('link', 'Forgot your password?')));
    await heading('Forgot password');
    await click(byRole('link', 'Back to login'));
    await heading('Rollcall');
  });

  test("sends the e-mail address and shows the server's message", async () => {
    await app.openSignedOut('/forgot-password');
    await until(() => byRole('button', 'Send Reset Link'));
    await clickButton('Send Reset Link');
    expect(errorAt('Email')).toBe('Email is required');
    app.answer('POST /auth/forgot-password', { data: null, message: 'Look into your mail' });
    await fill({ Email: 'zoe@rollcall.example' });
    await clickButton('Send Reset Link');
    await untilText('Look into your mail');
    expect(app.bodies('POST /auth/forgot-password')).toEqual([{ email: 'zoe@rollcall.example' }]);
  });

  test.each([
    [{ data: [] }, 'Password reset link sent to your email'],
    [{ status: 500 }, 'An error occurred'],
    [{ status: 429, message: 'Please wait a minute' }, 'Please wait a minute'],
  ])('answered with %o shows: %s', async (answer, words) => {
    app.answer('POST /auth/forgot-password', answer);
    await app.openSignedOut('/forgot-password');
    await until(() => byRole('button', 'Send Reset Link'));
    await fill({ Email: 'zoe@rollcall.example' });
    await clickButton('Send Reset Link');
    await untilText(words);
  });
});

describe('the link of the mail', () => {
  const email = 'auditor@rollcall.example';

  test('sets a new password that works for signing in', async () => {
    await app.server.ask('POST /auth/forgot-password', { body: { email } });
    const link = await until(() => /https:\S+/.exec(app.server.mails.at(-1)?.body ?? '')?.[0]);
    await app.openSignedOut(link.replace(/^https:\/\/[^/]+/, ''));
    await heading('Choose a new password');
    expect(location.href).toMatch(/\/forgot-password$/);
    await fill({ 'New password': 'brand new one', 'Repeat the new password': 'brand new two' });
    await clickButton('Save New Password');
    expect(errorAt('Repeat the new password')).toBe('Passwords do not match');
    await fill({ 'Repeat the new password': 'brand new one' });
    await clickButton('Save New Password');
    await until(() => byRole('status'));
    await app.server.signIn({ email, password: 'brand new one' });
    // Another link, opened in the same tab, asks for a password again.
    location.hash = `token=another&email=${email}`;
    await until(() => field('New password'));
  });

  test('shows why it no longer works', async () => {
    // Earlier versions mailed links of this form.
    await app.openSignedOut(`/forgot-password?token=used&email=${email}`);
    await heading('Choose a new password');
    await fill({ 'New password': 'brand new one', 'Repeat the new password': 'brand new one' });
    expect(location.href).toMatch(/\/forgot-password$/);
    await clickButton('Save New Password');
    await until(() => byRole('alert'));
    expect(app.bodies('POST /auth/reset-password').at(-1)).toMatchObject({ token: 'used', email });
  });
});
