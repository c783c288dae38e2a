// Commands for an operator with access to the machine but no SQL: passwords, the audit, and mails.

import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openExisting } from '../../../../server/platform/db/open.ts';
import { databases, once } from '../../../support/server/databases.ts';
import { install, type Run, variablesFor } from '../../../support/server/installation.ts';
import { auditAsBefore, createOlder } from '../../../support/server/olderDatabases.ts';
import { asker } from '../../../support/server/server.ts';
import type { TestDatabase } from '../../../support/server/testDatabase.ts';
import { secondFactors } from '../../../support/signIn/secondFactors.ts';

const email = 'ada@rollcall.example';
const admin = { ADMIN_EMAIL: email, ADMIN_PASSWORD: 'correct horse' };

const installed = await install();
afterAll(() => installed.remove());

describe.each(databases)('on $name', ({ create }) => {
  let database: TestDatabase;
  let environment: Record<string, string>;
  let server: Run;
  let url: string;
  beforeAll(async () => {
    database = await create();
    environment = variablesFor(database);
    server = installed.start([], { ...environment, ...admin });
    url = await server.url();
  });
  afterAll(async () => {
    await server.kill('SIGTERM');
    await database.remove();
  });

  const command = (...words: string[]) => installed.start(words, environment).ended;
  const jsonLines = async (...words: string[]) => {
    const { code, text } = await command(...words);
    expect(code).toBe(0);
    return text.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []));
  };
  const post = (call: string, body: object) =>
    fetch(`${url}/web/api/v1/auth/${call}`, { method: 'POST', body: JSON.stringify(body) });

  async function change(statement: string): Promise<void> {
    const db = await openExisting(database.location);
    await db.exec(statement);
    await db.close();
  }

  test('reset-password prints a new password, and ends the old one and all sessions', async () => {
    const signedIn = await post('login', { email, password: admin.ADMIN_PASSWORD });
    const { token } = (await signedIn.json()).data;
    const { code, text } = await command('reset-password', email.toUpperCase());
    expect(code).toBe(0);
    const password = /is (\S+)\n$/.exec(text)?.[1];
    expect((await post('login', { email, password })).status).toBe(200);
    expect((await post('login', { email, password: admin.ADMIN_PASSWORD })).status).toBe(401);
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${url}/web/api/v1/auth/user`, { headers })).status).toBe(401);

    const unknown = await command('reset-password', 'nobody@rollcall.example');
    expect(unknown).toEqual({ code: 1, text: 'There is no user with the e-mail nobody@rollcall.example\n' });
    expect(await jsonLines('mails')).toMatchObject([{ recipient: email, subject: 'Your password was changed' }]);
    expect((await jsonLines('audit')).map(({ action, address }) => [action, address])).toEqual([
      ['users.create_first', null],
      ['auth.login', '127.0.0.1'],
      ['users.reset_password', null],
      ['auth.login', '127.0.0.1'],
      ['auth.login_failed', '127.0.0.1'],
    ]);
  });

  test('open-password-sign-in lets everybody in by password again', async () => {
    await change(`update single_sign_on_settings set closes_passwords = ${'DATA_DIR' in environment ? 1 : true}`);
    const { text } = await command('reset-password', email);
    const known = /is (\S+)\n$/.exec(text)?.[1];
    expect((await post('login', { email, password: known })).status).toBe(401);
    expect(await command('open-password-sign-in')).toEqual({
      code: 0,
      text: 'Everybody can sign in by password again\n',
    });
    expect((await post('login', { email, password: known })).status).toBe(200);
    expect((await command('open-password-sign-in')).text).toBe('Sign-in by password was not closed\n');
    expect((await jsonLines('audit')).filter(({ action }) => action === 'single_sign_on.open_passwords')).toHaveLength(
      1,
    );
  });

  test('mails prints what was not delivered, with its link', async () => {
    const before = await jsonLines('mails');
    await post('forgot-password', { email });
    await expect.poll(() => jsonLines('mails')).toHaveLength(before.length + 1);
    const [mail] = (await jsonLines('mails')).slice(before.length);
    expect(mail).toMatchObject({ recipient: email, attempts: 0 });
    expect(mail.body).toMatch(/http:\S+\/forgot-password\S+token=/);
  });

  test('reset-second-factor removes the second factor, and ends all sessions', async () => {
    const { text } = await command('reset-password', email);
    const account = { email, password: /is (\S+)\n$/.exec(text)?.[1] ?? '' };
    const { done, addApp } = secondFactors(
      () => ({ ask: asker(`${url}/web/api/v1`) }),
      () => new Date(),
    );
    const unset = await command('reset-second-factor', email);
    expect(unset).toEqual({ code: 1, text: `${email} has no second factor\n` });
    const signedIn = await done('POST /auth/login', account);
    if (!('token' in signedIn)) throw new Error('No second factor is set up yet');
    await addApp(signedIn.token);
    expect(await done('POST /auth/login', account)).toHaveProperty('second_factor');

    expect(await command('reset-second-factor', email.toUpperCase())).toEqual({
      code: 0,
      text: `The second factor of ${email} was removed. The password alone signs in now\n`,
    });
    expect(await done('POST /auth/login', account)).toHaveProperty('token');
    await expect(done('GET /auth/user', undefined, signedIn.token)).rejects.toThrow('Your session has ended');
    const unknown = await command('reset-second-factor', 'nobody@rollcall.example');
    expect(unknown).toEqual({ code: 1, text: 'There is no user with the e-mail nobody@rollcall.example\n' });
    const actions = (await jsonLines('audit')).map(({ action }) => action);
    expect(actions).toContain('users.reset_second_factor');
    expect((await jsonLines('mails')).map(({ subject }) => subject)).toContain('Your second factor was reset');
  });

  test('admin makes an administrator where none is left, and refuses where there is one', async () => {
    const run = (address: string, password: string) =>
      installed.start(['admin'], { ...environment, ADMIN_EMAIL: address, ADMIN_PASSWORD: password }).ended;
    const refused = { code: 1, text: 'The database already has an administrator: ask them to add more\n' };
    expect(await run('eve@rollcall.example', 'a good password')).toEqual(refused);

    await change('delete from user_roles');
    expect(await run(email.toUpperCase(), 'another password')).toEqual({
      code: 0,
      text: `${email} is an administrator now\n`,
    });
    expect((await post('login', { email, password: 'another password' })).status).toBe(200);
    expect(await run('eve@rollcall.example', 'a good password')).toEqual(refused);

    await change('delete from user_roles');
    expect((await run('eve@rollcall.example', 'a good password')).code).toBe(0);
    const signedIn = await post('login', { email: 'eve@rollcall.example', password: 'a good password' });
    expect((await signedIn.json()).data.user.roles).toMatchObject([{ name: 'administrator' }]);
    const acts = (await jsonLines('audit')).filter(({ action }) => action === 'users.replace_administrator');
    expect(acts.map(({ after }) => [after.email, after.roles, after.is_new])).toEqual([
      [email, ['administrator'], false],
      ['eve@rollcall.example', ['administrator'], true],
    ]);
  });

  test('verify-audit names a missing trigger, and a noted hash that is gone', async () => {
    const whole = await command('verify-audit');
    const head = /hash (\w+)/.exec(whole.text)?.[1] ?? '';
    for (const noted of [head, head.toUpperCase()]) expect((await command('verify-audit', noted)).code).toBe(0);
    for (const cut of [head.slice(1), '']) {
      const { code, text } = await command('verify-audit', cut);
      expect([code, text]).toEqual([1, expect.stringContaining('is not a hash: a hash has 64 characters')]);
    }
    const gone = await command('verify-audit', head.replaceAll(/\d/g, 'f'));
    expect([gone.code, gone.text]).toEqual([1, expect.stringContaining('its end was cut off')]);

    const [trigger, table] =
      'DATA_DIR' in environment ? ['audit_is_not_deleted', ''] : ['audit_is_append_only', 'on audit'];
    await change(`drop trigger ${trigger} ${table}`);
    const { code, text } = await command('verify-audit');
    expect([code, text]).toEqual([1, expect.stringContaining(`no trigger ${trigger}`)]);
  });
});

once(() => {
  test('verify-audit checks a database of an earlier version as it is, and audit says what to do', async () => {
    const location = { dataDir: path.join(installed.folder, 'earlier') };
    const db = await createOlder(location, 17);
    await auditAsBefore(db, {});
    await db.close();
    const { text } = await installed.start(['verify-audit'], { DATA_DIR: location.dataDir }).ended;
    expect(text).toContain('The audit is whole: 1 entries');
    const printed = await installed.start(['audit'], { DATA_DIR: location.dataDir }).ended;
    expect([printed.code, printed.text]).toEqual([1, expect.stringContaining('Start the server once')]);
  });
});
