// Invitations by mail: what a link does, what ends it, and who may send one.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findInvited } from '../../../../server/features/people/invitations.ts';
import { roleId } from '../../../../server/features/people/roleQueries.ts';
import { cheapCost, createPasswords, type Passwords } from '../../../../server/platform/access/passwords.ts';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { tooManyAttempts } from '../../../../server/platform/domainErrors.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { signedIn } from '../../../../src/shared/contract/login.ts';
import {
  acceptInvitation,
  invitee,
  inviteUser,
  mailedToken,
  openInvitation,
  userIn,
} from '../../../support/people/users.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

const dead = { status: 422, token: ['This invitation was used already, has expired, or was taken back'] };

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let now: Date;
  let administrator: string;
  let meanwhile: (() => Promise<unknown>) | undefined;
  const { hash, verify } = createPasswords(cheapCost);
  const passwords: Passwords = {
    verify,
    async hash(password) {
      const hashed = await hash(password);
      const work = meanwhile;
      meanwhile = undefined;
      await work?.();
      return hashed;
    },
  };

  beforeEach(async () => {
    now = new Date('2026-11-23T09:00:00Z');
    const sample = { employeesPerCompany: 1, days: 1 };
    server = await startServer({ createDatabase: create, clock: () => now, passwords, sample });
    administrator = await server.signIn(server.users.administrator);
  });
  afterEach(() => server.stop());

  const later = (days: number) => {
    now = new Date(now.getTime() + days * 24 * 60 * 60_000);
  };
  const as = (token: string) => (key: string, body?: unknown) => server.ask(key, { token, body });
  const invited = async (more: object = {}) => {
    const user = userIn(await inviteUser(server, administrator, more));
    return { ...user, token: mailedToken(server) };
  };
  const opened = async (token: string) => {
    const { status, json } = await openInvitation(server, token);
    return { status, token: json.errors?.token };
  };
  const accepted = async (token: string) => {
    const { status, json } = await acceptInvitation(server, token);
    return { status, token: json.errors?.token };
  };
  const signIn = async (password: string) =>
    (await server.ask('POST /auth/login', { body: { email: invitee.email, password } })).status;
  const forgot = async (email = invitee.email) => {
    const before = server.mails.length;
    const { json } = await server.ask('POST /auth/forgot-password', { body: { email } });
    await server.settled();
    return { answer: json, mails: server.mails.length - before };
  };
  const edit = async (id: number, fields: object) =>
    expect((await as(administrator)(`PUT /users/${id}`, { ...invitee, ...fields })).status).toBe(200);
  const unsent = () =>
    server.db.all<{ body: string }>(sql`select body from outbox where sent_at is null and body <> '' order by id`);

  describe('a link', () => {
    test('that nobody was sent opens nothing, however it looks', async () => {
      await invited();
      for (const token of ['', ' ', 'invented', "' or 1=1 --", 'x'.repeat(10_000)]) {
        expect([await opened(token), await accepted(token)]).toEqual([dead, dead]);
      }
    });

    test('names who invited, signs in once with the chosen password, and is dead then', async () => {
      const companies = (await server.db.all<{ id: number }>(sql`select id from companies order by id limit 3`)).map(
        ({ id }) => id,
      );
      const { id, token, invitation } = await invited({ roles: [await roleId(server.db, 'viewer')], companies });
      expect(invitation).toMatchObject({
        ended: false,
        invited_by: 'Ada Thornbury',
        expires_at: '2026-11-30T09:00:00Z',
      });
      const mail = server.mails.at(-1);
      expect(mail?.to).toBe('nina@rollcall.example');
      expect(mail?.body).toContain('Ada Thornbury (administrator@rollcall.example) has invited you');
      expect(mail?.body).toContain('for 7 days, until 2026-11-30 09:00:00 UTC');
      // Browsers do not send what follows the #, so no log contains it.
      expect(mail?.body).toContain(`https://console.example/invitation#token=${token}`);
      expect((await openInvitation(server, token)).json.data).toEqual({
        name: 'Nina Reader',
        email: 'nina@rollcall.example',
        invited_by: 'Ada Thornbury',
        expires_at: '2026-11-30T09:00:00Z',
      });

      const { status, json } = await acceptInvitation(server, token);
      expect(status).toBe(200);
      const login = signedIn(json.data);
      expect(login.user).toMatchObject({ id, role: 'Viewer', features: expect.arrayContaining(['invitations']) });
      expect(login.user.companies).toHaveLength(3);
      expect((await as(login.token)('GET /companies')).json).toMatchObject({ data: { total: 3 } });
      expect([await opened(token), await accepted(token)]).toEqual([dead, dead]);
      expect(await signIn('chosen by Nina')).toBe(200);
      expect(userIn(await as(administrator)(`GET /users/${id}`)).invitation).toBeNull();
    });

    test('works until the seventh day is over', async () => {
      const { token } = await invited();
      later(6.99);
      expect((await opened(token)).status).toBe(200);
      later(0.02);
      expect([await opened(token), await accepted(token)]).toEqual([dead, dead]);
      expect(await unsent()).toHaveLength(1);
    });

    test('stays usable after a password that breaks a rule', async () => {
      const { token } = await invited();
      const short = await acceptInvitation(server, token, 'short');
      expect(short.json.errors).toEqual({ password: ['Password must be at least 8 characters'] });
      const other = await acceptInvitation(server, token, 'long enough', 'something else');
      expect(other.json.errors).toEqual({ password_confirmation: ['Passwords do not match'] });
      expect((await accepted(token)).status).toBe(200);
    });

    test('stays usable though the server was too busy for it many times', async () => {
      const { token } = await invited();
      for (let attempt = 0; attempt < 31; attempt++) {
        meanwhile = async () => {
          throw tooManyAttempts('Too many users are signing in. Please try again in a moment', 5);
        };
        expect((await accepted(token)).status).toBe(429);
      }
      expect((await accepted(token)).status).toBe(200);
    });

    test('is used by one of two requests at once', async () => {
      const { token } = await invited();
      const both = await Promise.all([accepted(token), accepted(token)]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    });

    test.each([
      ['taken back', ({ id }: { id: number }) => as(administrator)(`DELETE /users/${id}/invitation`)],
      ['sent again', ({ id }: { id: number }) => as(administrator)(`POST /users/${id}/invitation`)],
      ['deleted with the user', ({ id }: { id: number }) => as(administrator)(`DELETE /users/${id}`)],
    ])('that is %s while the password is hashed signs nobody in', async (_, act) => {
      const user = await invited();
      meanwhile = () => act(user);
      expect(await accepted(user.token)).toEqual(dead);
      const sessions = sql`select count(*) as total from sessions where user_id = ${user.id}`;
      expect(await one(server.db, sessions)).toEqual({ total: 0 });
    });
  });

  describe('the account', () => {
    test('exists at once with roles and companies, and no password opens it', async () => {
      const { id } = await invited({ roles: [await roleId(server.db, 'viewer')] });
      expect(userIn(await as(administrator)(`GET /users/${id}`))).toMatchObject({ role: 'Viewer' });
      const answers = [await signIn(' '), await signIn('scrypt$15$8$3$$'), await signIn('nina')];
      expect(answers).toEqual([422, 401, 401]);
    });

    test('without a right link answers like an unknown e-mail', async () => {
      await invited();
      const ask = (email: string) => server.ask('POST /auth/login', { body: { email, password: 'a password' } });
      const [theirs, unknown] = [await ask(invitee.email), await ask('nobody@rollcall.example')];
      expect({ ...theirs.json, request_id: '' }).toEqual({ ...unknown.json, request_id: '' });
      const mailed = await forgot();
      expect(mailed.answer).toEqual((await forgot('nobody@rollcall.example')).answer);
      expect(mailed.mails).toBe(1);
    });

    test('gets another link by Forgot Password, also when the first has expired, which ends the invitation', async () => {
      const { id, token } = await invited();
      later(8);
      await forgot();
      const password = 'chosen late by Nina';
      const body = { token: mailedToken(server), email: invitee.email, password, password_confirmation: password };
      expect((await server.ask('POST /auth/reset-password', { body })).status).toBe(200);
      expect(await signIn(password)).toBe(200);
      expect(
        userIn(await as(await server.signIn(server.users.administrator))(`GET /users/${id}`)).invitation,
      ).toBeNull();
      expect(await opened(token)).toEqual(dead);
    });
  });

  describe('an administrator', () => {
    test('sends it again: the old link and its waiting mail are dead', async () => {
      const { id, token } = await invited();
      later(8);
      administrator = await server.signIn(server.users.administrator);
      const sent = await as(administrator)(`POST /users/${id}/invitation`);
      expect([sent.status, sent.json.message]).toEqual([200, 'Invitation sent']);
      expect(userIn(sent).invitation).toMatchObject({ expires_at: '2026-12-08T09:00:00Z' });
      expect(await opened(token)).toEqual(dead);
      const waiting = await unsent();
      expect(waiting.map(({ body }) => body.includes(mailedToken(server)))).toEqual([true]);
      expect((await accepted(mailedToken(server))).status).toBe(200);
    });

    test('takes it back: nothing lets the person in, until they are invited again', async () => {
      const { id, token } = await invited();
      await forgot();
      const reset = mailedToken(server);
      const ended = await as(administrator)(`DELETE /users/${id}/invitation`);
      expect(userIn(ended).invitation).toMatchObject({ ended: true });
      expect(await opened(token)).toEqual(dead);
      const body = { token: reset, email: invitee.email, password: 'a password', password_confirmation: 'a password' };
      expect((await server.ask('POST /auth/reset-password', { body })).status).toBe(422);
      expect((await forgot()).mails).toBe(0);
      expect(await findInvited(server.db, invitee.email, now)).toBeUndefined();
      expect((await as(administrator)(`DELETE /users/${id}/invitation`)).status).toBe(409);

      expect((await as(administrator)(`POST /users/${id}/invitation`)).status).toBe(200);
      expect((await accepted(mailedToken(server))).status).toBe(200);
    });

    test('changes the e-mail: the link that was sent to the old one is dead', async () => {
      const { id, token } = await invited();
      await edit(id, { email: 'nina.reader@rollcall.example' });
      expect([await opened(token), await accepted(token)]).toEqual([dead, dead]);
      expect(await unsent()).toEqual([]);
      expect(userIn(await as(administrator)(`GET /users/${id}`)).invitation).toMatchObject({ ended: true });
      expect((await forgot('nina.reader@rollcall.example')).mails).toBe(0);
      await as(administrator)(`POST /users/${id}/invitation`);
      expect(server.mails.at(-1)?.to).toBe('nina.reader@rollcall.example');
    });

    test('deletes the user: the waiting mail goes with them', async () => {
      const { id } = await invited();
      expect(await unsent()).toHaveLength(1);
      expect((await as(administrator)(`DELETE /users/${id}`)).status).toBe(200);
      expect(await unsent()).toEqual([]);
    });

    test('sets a password in its place: the link is dead, the password works', async () => {
      const { id, token } = await invited();
      await edit(id, { password: 'set by Ada' });
      expect(await opened(token)).toEqual(dead);
      expect(await signIn('set by Ada')).toBe(200);
      expect(userIn(await as(administrator)(`GET /users/${id}`)).invitation).toBeNull();
    });

    test('cannot invite with a password, twice, or somebody who has one', async () => {
      const both = await inviteUser(server, administrator, { password: 'long enough' });
      expect(both.json.errors).toEqual({ password: ['Somebody who is invited chooses their own password'] });
      const { email } = server.users.manager;
      const taken = await inviteUser(server, administrator, { email });
      expect([taken.status, taken.json.errors]).toEqual([422, { email: ['Email is already taken'] }]);
      const { id } = await one<{ id: number }>(server.db, sql`select id from users where email = ${email}`);
      const again = await as(administrator)(`POST /users/${id}/invitation`);
      expect([again.status, again.json.message]).toEqual([
        409,
        'Inès Carvalho has a password already, and can ask for another one at sign-in',
      ]);
      expect((await as(administrator)(`DELETE /users/${id}/invitation`)).status).toBe(409);
      expect(server.mails).toEqual([]);
    });

    test('still sets passwords as the specification says', async () => {
      const body = { ...invitee, password: 'invented by Ada' };
      expect(userIn(await as(administrator)('POST /users', body)).invitation).toBeNull();
      expect(await signIn('invented by Ada')).toBe(200);
      expect(server.mails).toEqual([]);
    });

    test('counts and lists those who have not signed in yet', async () => {
      const overview = async () => (await as(administrator)('GET /invitations')).json.data;
      expect(await overview()).toEqual({ days: 7, sends_mail: false, waiting: 0 });
      const { id, token } = await invited();
      await inviteUser(server, administrator, { name: 'Otto', email: 'otto@rollcall.example' });
      await as(administrator)(`DELETE /users/${id + 1}/invitation`);
      expect(await overview()).toMatchObject({ waiting: 2 });
      const list = async () =>
        answerDecoder('GET /users')((await as(administrator)('GET /users?invited=1')).json.data).data.map(
          ({ name }) => name,
        );
      expect(await list()).toEqual(['Nina Reader', 'Otto']);
      await accepted(token);
      expect(await list()).toEqual(['Otto']);
    });

    test('sees whether the mail went out', async () => {
      const { id } = await invited();
      const state = async () => userIn(await as(administrator)(`GET /users/${id}`)).invitation;
      expect(await state()).toMatchObject({ is_mailed: false, mail_error: '' });
      await server.db.run(sql`update outbox set last_error = 'connection refused'`);
      expect(await state()).toMatchObject({ is_mailed: false, mail_error: 'connection refused' });
      await server.db.run(sql`update outbox set sent_at = created_at`);
      expect(await state()).toMatchObject({ is_mailed: true });
      await server.db.run(sql`delete from outbox`);
      expect(await state()).toMatchObject({ is_mailed: true });
    });
  });

  test('a keeper of some companies invites for these only, and nobody stronger', async () => {
    const ids = await server.db.all<{ id: number }>(
      sql`select id from permissions where name in ('users.view', 'users.create', 'users.edit', 'companies.view')`,
    );
    const role = { name: 'keeper', display_name: 'Keeper', description: '', permissions: ids.map(({ id }) => id) };
    const { json } = await as(administrator)('POST /roles', role);
    const keeperRole = answerDecoder('POST /roles')(json.data)?.id ?? 0;
    const [mine, other] = await server.db.all<{ id: number }>(sql`select id from companies order by id limit 2`);
    const keeper = { name: 'Keeper', email: 'keeper@rollcall.example', password: 'a long password' };
    await as(administrator)('POST /users', { ...keeper, roles: [keeperRole], companies: [mine?.id] });
    const token = await server.signIn(keeper);
    const strong = await roleId(server.db, 'administrator');
    expect((await inviteUser(server, token, { roles: [strong], companies: [mine?.id] })).status).toBe(403);
    expect((await inviteUser(server, token, { companies: [other?.id] })).status).toBe(403);
    expect(server.mails).toEqual([]);
    const theirs = await invited({ companies: [other?.id] });
    expect((await as(token)(`POST /users/${theirs.id}/invitation`)).status).toBe(404);
    expect((await as(token)(`DELETE /users/${theirs.id}/invitation`)).status).toBe(404);
    expect((await as(token)('GET /invitations')).json.data).toMatchObject({ waiting: 0 });
    const stronger = userIn(
      await inviteUser(server, administrator, { email: 'x@rollcall.example', roles: [strong], companies: [mine?.id] }),
    );
    expect((await as(token)(`POST /users/${stronger.id}/invitation`)).status).toBe(403);
    expect((await openInvitation(server, theirs.token)).status).toBe(200);
  });

  test('mails one person at most five times an hour, and limits guesses at links', async () => {
    const { id } = await invited();
    const statuses: number[] = [];
    for (let time = 0; time < 5; time++)
      statuses.push((await as(administrator)(`POST /users/${id}/invitation`)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    expect(server.mails).toHaveLength(5);
    for (let guess = 0; guess < 30; guess++) expect((await opened(`guess ${guess}`)).status).toBe(422);
    expect((await opened(mailedToken(server))).status).toBe(429);
    later(0.05);
    expect((await opened(mailedToken(server))).status).toBe(200);
  });

  test('the token is stored as a hash, and is neither in the audit nor in the log', async () => {
    const { id, token } = await invited();
    await as(administrator)(`DELETE /users/${id}/invitation`);
    await as(administrator)(`POST /users/${id}/invitation`);
    const second = mailedToken(server);
    await accepted(second);
    const stored = JSON.stringify(
      await Promise.all(
        [sql`invitations`, sql`audit`, sql`audit_values`, sql`users`].map((of) =>
          server.db.all(sql`select * from ${of}`),
        ),
      ),
    );
    for (const secret of [token, second, 'chosen by Nina'])
      expect(stored + server.log.join('\n'), secret).not.toContain(secret);
    const acts = await server.db.all<{ action: string }>(
      sql`select action from audit where subject_id = ${id} order by id`,
    );
    expect(acts.map(({ action }) => action)).toEqual([
      'users.invite',
      'users.create',
      'users.end_invitation',
      'users.invite',
      'auth.accept_invitation',
      'auth.login',
    ]);
  });

  test('single sign-on finds the user of an open invitation by e-mail', async () => {
    const { id } = await invited();
    expect(await findInvited(server.db, ' NINA@rollcall.example ', now)).toMatchObject({ id, password_hash: '' });
    expect(await findInvited(server.db, server.users.manager.email, now)).toBeUndefined();
    // Expired, or of a clock that was ahead.
    for (const days of [8, -16]) {
      later(days);
      expect(await findInvited(server.db, invitee.email, now)).toBeUndefined();
    }
  });
});
