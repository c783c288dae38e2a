// API tokens: creating one, which is shown only once, the marks of expiring ones, and revoking.

import { describe, expect, test } from 'vitest';
import { testConsole } from '../support/console/console.tsx';
import { allByRole, byRole, click, field, maybeByRole, text, type, until } from '../support/console/render.tsx';
import { clickButton, errorAt, fill, openDialog, untilText } from './steps.ts';

const app = testConsole();

const day = 24 * 60 * 60_000;
const inDays = (count: number) => new Date(Date.now() + count * day).toISOString();
const token = (id: number, more: object = {}) => ({
  id,
  name: `Machine ${id}`,
  start: 'rc_AbCdE',
  owner: { id: 1, name: 'Ada', email: 'ada@rollcall.example' },
  permissions: ['employees.view', 'attendance.view'],
  companies: null,
  created_at: '2026-01-02T03:04:05Z',
  expires_at: inDays(60),
  last_used_at: '',
  last_used_from: '',
  ...more,
});
const rows = () =>
  until(() => {
    const found = allByRole('listitem', undefined, byRole('list', 'Your API tokens'));
    return found.length > 0 && found;
  });

describe('creating one', () => {
  const open = async () => {
    await app.open('/profile');
    return openDialog('Create Token', 'Create API Token');
  };

  test('sends what was chosen, and shows the token once, with Copy and a question before it is gone', async () => {
    const form = await open();
    await until(() => maybeByRole('checkbox', /^View employees/, form));
    await fill({ Name: 'Payroll export', 'Expires after': '30' }, form);
    await click(byRole('checkbox', /^View employees/, form));
    await click(byRole('radio', 'Some of them', form));
    const companies = await until(() => byRole('group', 'Its companies', form));
    await click(byRole('checkbox', /Atelier/, companies));
    await clickButton('Create Token', form);
    const who = await until(() => byRole('dialog', 'Confirm that it is you'));
    expect(text(who)).toContain('a program acts in your name until it expires');
    await fill({ Password: app.server.users.administrator.password }, who);
    await clickButton('Confirm', who);
    const shown = await until(() => byRole('dialog', 'API Token Created'));
    expect(text(shown)).toMatch(/rc_[0-9A-Za-z]{42}/);
    expect(maybeByRole('button', 'Copy the token', shown)).toBeDefined();
    const sent = {
      name: 'Payroll export',
      expires_in_days: 30,
      companies: [expect.any(Number)],
      permissions: [expect.any(Number)],
    };
    expect(app.bodies('POST /api-tokens')).toEqual([sent, { ...sent, confirmation: expect.stringMatching(/.{20}/) }]);
    await clickButton('Close', shown);
    const question = await until(() => byRole('alertdialog', 'Have you stored the token?'));
    await clickButton('Go Back', question);
    await clickButton('I Have Stored It', shown);
    const [row] = await rows();
    expect(text(row)).toMatch(/Payroll export.*rc_.{5}….*Never used.*Expires \d+ \w+ \d{4}.*Atelier.*1 permission/);
    expect(document.body.textContent).not.toMatch(/rc_[0-9A-Za-z]{42}/);
  });

  test('repeats a confirmed call as it was when its answer was lost, so that the server knows it again', async () => {
    const form = await open();
    await until(() => maybeByRole('checkbox', /^View employees/, form));
    await fill({ Name: 'Lost export' }, form);
    await click(byRole('checkbox', /^View employees/, form));
    await clickButton('Create Token', form);
    const who = await until(() => byRole('dialog', 'Confirm that it is you'));
    app.answer('POST /api-tokens', {
      change() {
        throw new Error('lost');
      },
    });
    await fill({ Password: app.server.users.administrator.password }, who);
    await clickButton('Confirm', who);
    await until(() => text(form).includes('Failed to create the API token'));
    await clickButton('Create Token', form);
    const sent = await until(() => app.bodies('POST /api-tokens').length > 2 && app.bodies('POST /api-tokens'));
    expect(sent[1]).toHaveProperty('confirmation');
    expect(sent[2]).toEqual(sent[1]);
  });

  test('says that a token can no longer be shown whose form was closed meanwhile', async () => {
    const form = await open();
    await until(() => maybeByRole('checkbox', /^View employees/, form));
    await fill({ Name: 'Unseen export' }, form);
    await click(byRole('checkbox', /^View employees/, form));
    let arrive = () => {};
    const held = new Promise<void>((resolve) => (arrive = resolve));
    app.answer('POST /api-tokens', { data: { token: 'rc_0', api_token: token(9) }, when: held });
    await clickButton('Create Token', form);
    await until(() => app.bodies('POST /api-tokens').length === 1);
    await clickButton('Cancel', form);
    await clickButton('Discard');
    arrive();
    await untilText('The token was created, but it can no longer be shown. Please revoke it.');
  });

  test('says at each field what is missing, and sends nothing', async () => {
    const form = await open();
    await until(() => maybeByRole('checkbox', /^View employees/, form));
    await click(byRole('radio', 'Some of them', form));
    await clickButton('Create Token', form);
    expect(errorAt('Name', form)).toContain('Name is required');
    expect(text(form)).toContain('Please choose at least one permission');
    expect(text(form)).toContain('Please choose at least one company');
    expect(app.bodies('POST /api-tokens')).toEqual([]);
  });

  test("shows the server's words at the field", async () => {
    app.answer('POST /api-tokens', {
      status: 422,
      message: 'You have an API token with this name already',
      errors: { name: ['You have an API token with this name already'] },
    });
    const form = await open();
    await until(() => maybeByRole('checkbox', /^View employees/, form));
    await type(field('Name', form), 'Payroll export');
    await click(byRole('checkbox', /^View employees/, form));
    await clickButton('Create Token', form);
    await until(() => errorAt('Name', form).includes('You have an API token with this name already'));
  });

  test('offers no permission that no token can have, and Never only where it is allowed', async () => {
    const form = await open();
    await until(() => maybeByRole('checkbox', /^View employees/, form));
    for (const name of [/Create users/, /Edit roles/, /Access every company/, /API tokens/])
      expect(maybeByRole('checkbox', name, form)).toBeUndefined();
    const options = () => [...field('Expires after', form).querySelectorAll('option')].map((each) => each.textContent);
    expect(options()).toEqual(['7 days', '30 days', '90 days', '180 days', 'A year']);
    expect(field('Expires after', form).value).toBe('90');
    await clickButton('Cancel', form);
    app.answer('GET /api-tokens/choices', { data: { permissions: [], companies: [], may_last: true } });
    await app.open('/profile', 'administrator');
    const again = await openDialog('Create Token', 'Create API Token');
    await until(() =>
      [...field('Expires after', again).querySelectorAll('option')].some((each) => each.textContent === 'Never'),
    );
  });

  test('says why the choices could not be loaded', async () => {
    app.answer('GET /api-tokens/choices', { status: 500, message: 'Something went wrong on the server' });
    const form = await open();
    await until(() => text(form).includes('Something went wrong on the server'));
  });
});

test('marks what has expired or will soon, and says when and from where it was used', async () => {
  app.answer('GET /api-tokens', {
    data: [
      token(1, { expires_at: inDays(-1) }),
      token(2, { expires_at: inDays(2.5), last_used_at: inDays(-1), last_used_from: '192.0.2.7' }),
      token(3, {
        expires_at: '',
        companies: [
          { id: 1, name: 'Alder' },
          { id: 2, name: 'Birch' },
        ],
      }),
      token(4, { companies: [] }),
    ],
  });
  await app.open('/profile');
  const [expired, soon, endless, nowhere] = (await rows()).map((row) => text(row));
  expect(expired).toMatch(/Machine 1.*Expired/);
  expect(soon).toMatch(/Machine 2.*Expires in 3 days.*Last used \d+ \w{3} \d\d:\d\d, from 192\.0\.2\.7/);
  expect(endless).toMatch(/Machine 3.*Never used.*Never expires.*Alder, Birch.*2 permissions/);
  expect(nowhere).toContain('No company');
});

test('revokes one after a question, and keeps it open if that fails', async () => {
  app.answer('GET /api-tokens', { data: [token(1), token(2)] });
  app.answer('DELETE /api-tokens/{id}', {
    status: 404,
    message: 'API token not found. It may have been revoked already',
  });
  await app.open('/profile');
  await rows();
  await clickButton('Revoke Machine 2');
  const question = await until(() => byRole('alertdialog', 'Revoke API Token'));
  expect(text(question)).toContain('Revoke "Machine 2"? Whatever uses it is refused from now on.');
  await clickButton('Revoke', question);
  await untilText('API token not found. It may have been revoked already');
  app.answer('DELETE /api-tokens/{id}', { data: null });
  await clickButton('Revoke', question);
  await untilText('API token revoked');
});

test('is absent for a user who may not create any and has none', async () => {
  await app.open('/profile', 'auditor');
  await until(() => byRole('heading', 'Your sessions'));
  await until(() => app.seen.some(({ key }) => key === 'GET /api-tokens'));
  expect(maybeByRole('heading', 'API tokens')).toBeUndefined();
});

describe('of all users', () => {
  test('are listed with their owners, by pages, and revoked', async () => {
    app.answer('GET /user-api-tokens', {
      data: { data: [token(1), token(2, { owner: { id: 2, name: 'Bo', email: '' } })], total: 60, last_page: 2 },
    });
    app.answer('DELETE /user-api-tokens/{id}', { data: null });
    await app.open('/users');
    const dialog = await openDialog('API Tokens', 'API Tokens of All Users');
    await until(() => text(dialog).includes('Ada · ada@rollcall.example'));
    expect(text(dialog)).toContain('Page 1 of 2');
    await clickButton('Revoke Machine 2 of Bo', dialog);
    await clickButton('Revoke', await until(() => byRole('alertdialog', 'Revoke API Token')));
    await untilText('API token revoked');
  });

  test('are still listed when the last one of the last page was revoked', async () => {
    const answer = (data: object[], last_page: number) =>
      app.answer('GET /user-api-tokens', { data: { data, total: last_page, last_page } });
    const lastAsked = () => app.seen.findLast(({ key }) => key === 'GET /user-api-tokens')?.path;
    answer([token(1)], 2);
    app.answer('DELETE /user-api-tokens/{id}', { data: null });
    await app.open('/users');
    const dialog = await openDialog('API Tokens', 'API Tokens of All Users');
    await clickButton('Next', dialog);
    await until(() => text(dialog).includes('Page 2 of 2'));
    answer([], 1);
    await clickButton(/^Revoke /, dialog);
    await clickButton('Revoke', await until(() => byRole('alertdialog', 'Revoke API Token')));
    await until(() => lastAsked()?.endsWith('?page=1'));
  });

  test('are not there without the permission', async () => {
    await app.open('/users', 'auditor');
    await until(() => byRole('article', app.server.users.manager.name));
    expect(maybeByRole('button', 'API Tokens')).toBeUndefined();
  });
});
