// Invitations by mail: inviting, the cards of people who have not signed in yet, and the page that the link opens.

import { afterEach, describe, expect, test } from 'vitest';
import { sql } from '../../server/platform/db/db.ts';
import { startConsole, testConsole } from '../support/console/console.tsx';
import { plain } from '../support/console/dialects.ts';
import { byRole, click, field, maybeByRole, text, until } from '../support/console/render.tsx';
import { invitee, inviteUser, mailedToken, userIn } from '../support/people/users.ts';
import { card, cardTitles, clickButton, errorAt, fill, openDialog, untilText } from './steps.ts';

const app = testConsole();
afterEach(async () => {
  await app.server.db.run(sql`delete from login_attempts`);
  await app.server.db.run(sql`delete from users where email like '%reader%' or email = ${invitee.email}`);
});

const invite = async () =>
  userIn(await inviteUser(app.server, await app.server.signIn(app.server.users.administrator)));

async function openLink(token = mailedToken(app.server)): Promise<void> {
  await app.openSignedOut(`/invitation#token=${token}`);
}

describe('the page of the link', () => {
  test.each([
    ['of a link that nobody was sent', 'invented', 'This invitation was used already, has expired, or was taken back'],
    ['without a token', '', 'Open this page by the link in your invitation'],
  ])('%s says so in one sentence, with the way out', async (_, token, words) => {
    await openLink(token);
    await untilText(words);
    expect(maybeByRole('textbox')).toBeUndefined();
    expect(byRole('link', 'sign in').getAttribute('href')).toBe('/login');
    await click(byRole('link', 'ask for a new link'));
    await until(() => byRole('heading', 'Forgot password'));
  });

  test('says when the server cannot be asked, and asks again', async () => {
    await invite();
    app.answer('POST /auth/invitation', { status: 500 });
    await openLink();
    await untilText('The invitation could not be opened');
    app.passThrough('POST /auth/invitation');
    await clickButton('Retry');
    await untilText('Ada Thornbury has invited you');
  });

  test('names who invited, clears the address, and signs in with the chosen password', async () => {
    const { email } = await invite();
    await openLink();
    await untilText('Hello Nina Reader. Ada Thornbury has invited you');
    expect(location.href).toMatch(/\/invitation$/);
    expect(text(byRole('heading'))).toBe('Rollcall');
    expect(field('Email').value).toBe(email);
    await fill({ Password: 'short', 'Repeat the password': 'other' });
    await clickButton('Save Password and Sign In');
    expect(errorAt('Password')).toContain('Password must be at least 8 characters');
    expect(errorAt('Repeat the password')).toBe('Passwords do not match');
    expect(app.bodies('POST /auth/invitation/accept')).toEqual([]);
    await fill({ Password: 'chosen by Nina', 'Repeat the password': 'chosen by Nina' });
    await clickButton('Save Password and Sign In');
    await untilText('Welcome back, Nina Reader');
    expect(location.pathname).toBe('/');
    await app.server.signIn({ email, password: 'chosen by Nina' });
  });

  test('says who is signed in here, and signs in as the invited person all the same', async () => {
    await invite();
    await app.open(`/invitation#token=${mailedToken(app.server)}`);
    await untilText('You are signed in as Ada Thornbury. This signs you out first.');
    await fill({ Password: 'chosen by Nina', 'Repeat the password': 'chosen by Nina' });
    await clickButton('Save Password and Sign In');
    await untilText('Welcome back, Nina Reader');
  });

  test('says that the link is dead if it is taken back while the form is filled', async () => {
    const { id } = await invite();
    await openLink();
    await untilText('Hello Nina Reader');
    await app.server.db.run(sql`update invitations set token_hash = null where user_id = ${id}`);
    await fill({ Password: 'chosen by Nina', 'Repeat the password': 'chosen by Nina' });
    await clickButton('Save Password and Sign In');
    await untilText('This invitation was used already, has expired, or was taken back');
    expect(byRole('link', 'ask for a new link')).toBeDefined();
  });
});

describe('Add User', () => {
  test('invites by mail if nothing else is chosen, and says what that means', async () => {
    await app.open('/users');
    const form = await openDialog('Add User', 'Add User');
    expect(byRole('radio', 'Invite by mail', form).matches(':checked')).toBe(true);
    await until(() => text(form).includes('a link that works for 7 days'));
    await until(() => text(form).includes('This server has no mail server.'));
    await fill({ Name: 'Nina Reader', Email: 'nina@rollcall.example' }, form);
    await clickButton('Create User', form);
    await untilText('User created successfully');
    expect(app.bodies('POST /users')).toEqual([{ ...invitee, password: '', invite: true }]);
    const shown = text(await card('Nina Reader'));
    expect(shown).toContain('Invited, not yet signed in');
    expect(shown).toContain('Not mailed: no mail server');
  });

  test('asks a server of the specification alone for a password only', async () => {
    const other = await startConsole(plain);
    await other.open('/users');
    const form = await openDialog('Add User', 'Add User');
    expect(maybeByRole('radio', undefined, form)).toBeUndefined();
    expect(field('Password', form).required).toBe(true);
    other.answer('POST /users', { data: null });
    await fill({ Name: 'Nina', Email: 'nina@rollcall.example', Password: 'long enough' }, form);
    await clickButton('Create User', form);
    await untilText('User created successfully');
    expect(other.bodies('POST /users')).toEqual([{ ...invitee, name: 'Nina', password: 'long enough' }]);
    expect(other.seen.filter(({ key }) => key.includes('invitation'))).toEqual([]);
    await other.stop();
  });
});

describe('the card of somebody who is invited', () => {
  test.each([
    [{ ended: true }, 'Invitation ended', 'They cannot sign in'],
    [{ expires_at: '2026-01-02T03:04:05Z' }, 'Invitation expired', 'Expired on 2 Jan 2026'],
    [{ is_mailed: true }, 'Invited, not yet signed in', 'Valid until 1 Jan 2099'],
    [{ mail_error: 'connection refused' }, 'Invited, not yet signed in', 'Not mailed yet: connection refused'],
  ])('with %o says: %s', async (change, badge, words) => {
    const invitation = {
      ended: false,
      invited_by: 'Ada',
      sent_at: '2026-11-23T09:00:00Z',
      expires_at: '2099-01-01T12:00:00Z',
      is_mailed: false,
      mail_error: '',
      ...change,
    };
    app.answer('GET /users', { data: [{ id: 8, ...invitee, invitation }] });
    await app.open('/users');
    const shown = text(await card('Nina Reader'));
    expect(shown).toContain(badge);
    expect(shown).toContain(words);
  });

  test('sends it again, and takes it back after a question', async () => {
    await invite();
    const before = app.server.mails.length;
    await app.open('/users');
    await click(await until(() => byRole('button', 'Send Again to Nina Reader')));
    await untilText('Invitation sent');
    expect(app.server.mails.length).toBe(before + 1);
    await click(byRole('button', 'Take Back the invitation of Nina Reader'));
    const question = await until(() => byRole('alertdialog'));
    expect(text(question)).toContain('The user stays, with roles and companies.');
    await clickButton('Take Back', question);
    await untilText('Invitation taken back');
    await until(() => text(byRole('article', 'Nina Reader')).includes('Invitation ended'));
    expect(maybeByRole('button', /^Take Back/)).toBeUndefined();
    await click(byRole('button', 'Invite Again: Nina Reader'));
    await until(() => text(byRole('article', 'Nina Reader')).includes('Invited, not yet signed in'));
  });

  test('shows why it could not be sent again', async () => {
    await invite();
    app.answer('POST /users/{id}/invitation', { status: 429, message: 'Too many attempts. Please try again later' });
    await app.open('/users');
    await click(await until(() => byRole('button', 'Send Again to Nina Reader')));
    await untilText('Too many attempts. Please try again later');
  });

  test('is found by the filter, which is there only where somebody is invited', async () => {
    await app.open('/users');
    await card('Ada Thornbury');
    expect(maybeByRole('combobox', 'Sign-in')).toBeUndefined();
    await invite();
    await app.open('/users');
    await until(() => maybeByRole('combobox', 'Sign-in'));
    await app.open('/users?invited=1');
    await until(() => cardTitles().join() === 'Nina Reader');
    await until(() => text(byRole('combobox', 'Sign-in')).includes('Not Yet Signed In (1)'));
  });

  test('offers nothing to a user who may only view users', async () => {
    await invite();
    await app.open('/users', 'auditor');
    expect(text(await card('Nina Reader'))).toContain('Invited, not yet signed in');
    expect(maybeByRole('button', /Send Again|Take Back/)).toBeUndefined();
  });
});
