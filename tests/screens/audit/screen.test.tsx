// The audit screen: sentences, filters, one entry with its changes, and each record's history.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { one, sql } from '../../../server/platform/db/db.ts';
import { startConsole, type TestConsole } from '../../support/console/console.tsx';
import {
  allByRole,
  byRole,
  click,
  field,
  firstFrame,
  maybeByRole,
  text,
  until,
} from '../../support/console/render.tsx';
import { clickButton, fill, openDialog, untilText } from '../steps.ts';

let app: TestConsole;
let role: { id: number };

const hostile = '<img src=x onerror="document.body.dataset.hacked=1"><script>1</script>';

beforeAll(async () => {
  app = await startConsole();
  const token = await app.server.signIn(app.server.users.administrator);
  const ask = (key: string, body: object) => app.server.ask(key, { token, body });
  const fields = { name: 'porter', display_name: hostile, description: 'Opens doors', permissions: [] };
  await ask('POST /roles', fields);
  role = await one(app.server.db, sql`select id from roles where name = 'porter'`);
  const { id: permission } = await one<{ id: number }>(
    app.server.db,
    sql`select id from permissions where name = 'companies.view'`,
  );
  await ask(`PUT /roles/${role.id}`, { ...fields, description: '', permissions: [permission] });
  await app.server.ask('POST /auth/login', { body: { email: 'x@y.example', password: 'wrong' } });
});
afterAll(() => app.stop());

const rows = () => allByRole('row').filter((row) => row.querySelector('th[scope=row]'));
const sentences = () => rows().map((row) => text(row.querySelector('th') ?? undefined));
const address = () => Object.fromEntries(new URLSearchParams(location.search));
const me = () => app.server.users.administrator.name;
const changes = (dialog: Element) =>
  [...dialog.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => text(cell)));

test('does not exist with a server that does not announce it, nor for those who may not see it', async () => {
  app.answer('GET /auth/user', {
    change: (user) => ({ ...Object(user), features: Object(user).features.filter((name: string) => name !== 'audit') }),
  });
  await app.open('/audit');
  await until(() => byRole('heading', 'Dashboard'));
  expect(maybeByRole('link', 'Audit')).toBeUndefined();
  app.passThrough('GET /auth/user');
  await app.open('/roles', 'manager');
  await until(() => byRole('heading', 'Roles'));
  expect(maybeByRole('link', 'Audit')).toBeUndefined();
});

test('says in sentences who did what, newest first, and shows markup as text', async () => {
  await app.open('/audit');
  await until(() => rows().length > 2);
  expect(sentences().slice(-4)).toEqual([
    'Somebody failed to sign in',
    `${me()} changed the role ${hostile}`,
    `${me()} added the role ${hostile}`,
    `${me()} signed in`,
  ]);
  expect(allByRole('status').map((each) => text(each))).toContain(`${rows().length} found`);
  expect(document.querySelector('main img, main script')).toBeNull();
  expect(document.body.dataset.hacked).toBeUndefined();
});

test('says whom a correction is about and of which day, how many were marked, and folds the entries of one act', async () => {
  const { db } = app.server;
  const token = await app.server.signIn(app.server.users.administrator);
  const ask = (key: string, body: object) => app.server.ask(key, { token, body });
  const records = await db.all<{ id: number; name: string; day: string }>(
    sql`select attendance.id, employees.name, substr(occurred_at, 1, 10) as day from attendance
      join employees on employees.id = attendance.employee_id where is_processed = false order by attendance.id limit 5`,
  );
  const ids = records.map(({ id }) => id);
  const reason = 'Wrong';
  const made = await ask('POST /corrections', { corrections: [{ kind: 'set_aside', record_id: ids[0] }], reason });
  expect(made.status).toBe(201);
  await ask('POST /attendance/mark-processed', { record_ids: ids.slice(0, 2) });
  await ask('POST /attendance/mark-processed', { record_ids: ids.slice(2) });
  await app.open('/audit');
  await until(() => sentences()[0] === `${me()} marked 5 records as processed`);
  expect(sentences()[1]).toMatch(
    new RegExp(`^${me()} corrected attendance of ${records[0]?.name}, \\d{4}-\\d\\d-\\d\\d$`),
  );
  const folded = rows().length;
  await click(byRole('button', /^Show the 2 entries from/));
  await until(() => rows().length === folded + 1);
  expect(sentences().slice(0, 2)).toEqual([
    `${me()} marked 3 records as processed`,
    `${me()} marked 2 records as processed`,
  ]);
  await db.run(sql`update attendance set is_processed = false, set_aside_by = null`);
});

test('filters by thing, action, person, days and words, and all of it is in the address', async () => {
  await app.open('/audit?subject=roles');
  await until(() => rows().length === 2);
  await firstFrame();
  await click(byRole('button', 'Action: All'));
  const option = await until(() => byRole('option', 'Added the role'));
  option.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
  await until(() => rows().length === 1);
  expect(address()).toEqual({ subject: 'roles', action: 'roles.create' });
  await click(byRole('button', /^Remove filter Action/));
  await until(() => rows().length === 2);
  await click(byRole('button', 'Days: All'));
  await click(await until(() => byRole('button', 'Yesterday')));
  await untilText('No entries found');
  await clickButton('Show All Entries');
  await until(() => rows().length > 2);
  expect(address()).toEqual({});
  await fill({ 'Search the audit': 'doors' });
  await until(() => rows().length === 2);
  expect(address()).toEqual({ q: 'doors' });
});

test('finds a person by what is typed, however many there are', async () => {
  const { db } = app.server;
  for (let number = 100; number < 205; number++)
    await db.run(sql`insert into users (name, email, password_hash, created_at)
      values (${`Abel ${number}`}, ${`abel${number}@crowd.example`}, '', '2026-01-01 00:00:00')`);
  await db.run(sql`insert into users (name, email, password_hash, created_at)
    values ('Zora Last', 'zora@crowd.example', '', '2026-01-01 00:00:00')`);
  await app.open('/audit');
  await until(() => rows().length > 2);
  await firstFrame();
  await click(byRole('button', 'Person: All'));
  await until(() => byRole('option', /^Abel 150/));
  await fill({ Person: 'zora' });
  const option = await until(() => byRole('option', /^Zora Last/));
  option.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
  await untilText('No entries found');
  expect(address()).toEqual({ user_id: expect.stringMatching(/^\d+$/) });
  await db.run(sql`delete from users where email like '%@crowd.example'`);
});

test('says why no people are offered, with Retry', async () => {
  app.answer('GET /users', { status: 500, message: 'Out of order' });
  await app.open('/audit');
  await until(() => rows().length > 2);
  await firstFrame();
  await click(byRole('button', 'Person: All'));
  await untilText('The users could not be loaded. Out of order');
  app.passThrough('GET /users');
  await clickButton('Retry');
  await click(field('Person'));
  await until(() => allByRole('option').length > 2);
});

test('an entry opens with its fields before and after, in words and not by colour alone', async () => {
  await app.open('/audit?subject=roles&action=roles.edit');
  await until(() => rows().length === 1);
  await click(byRole('button', /^View entry \d+, \d\d:\d\d:\d\d: /));
  const dialog = await until(() => byRole('dialog', /^Entry \d+$/));
  await until(() => dialog.querySelector('tbody'));
  expect(changes(dialog)).toEqual([
    ['Description', '→ Changed', 'Opens doors', 'Empty'],
    ['Permissions', '+ Added', '–', 'View companies'],
  ]);
  await clickButton(/^Show \d+ Unchanged Fields$/, dialog);
  expect(changes(dialog)).toContainEqual(['Display name', '= Unchanged', hostile, hostile]);
  expect(dialog.querySelector('img, script')).toBeNull();
  expect(byRole('link', 'Show the record', dialog).getAttribute('href')).toContain('/roles?q=');
  expect(byRole('link', 'Its history', dialog).getAttribute('href')).toBe(`/audit?subject=roles&subject_id=${role.id}`);
  expect(byRole('link', `Everything that ${me()} did`, dialog).getAttribute('href')).toMatch(/^\/audit\?user_id=\d+$/);
  expect(maybeByRole('button', 'Copy Request ID', dialog)).toBeDefined();
});

test('an entry about a record with a page leads to it, whatever its name is today', async () => {
  const placeOf = async (subject: string) => {
    app.answer('GET /audit/{id}', {
      change: (entry) => ({ ...Object(entry), action: `${subject}.edit`, subject, subject_id: 7, subject_name: '' }),
    });
    await app.open('/audit?entry=1');
    const dialog = await until(() => byRole('dialog', 'Entry 1'));
    return (await until(() => byRole('link', 'Show the record', dialog))).getAttribute('href');
  };
  expect(await placeOf('employees')).toBe('/employees?id=7');
  expect(await placeOf('access_controllers')).toBe('/access-controllers?id=7');
  expect(await placeOf('free_days')).toBe('/companies?id=7&tab=day-rules');
});

test('says which values were erased', async () => {
  const { id } = await one<{ id: number }>(app.server.db, sql`select id from audit where action = 'auth.login_failed'`);
  app.answer('GET /audit/{id}', {
    change: (entry) => ({
      ...Object(entry),
      user_name: '',
      user_email: null,
      address: null,
      before: { name: { erased: true }, email: { erased: true } },
      after: { name: 'New', email: { erased: true } },
    }),
  });
  await app.open(`/audit?entry=${id}`);
  const dialog = await until(() => byRole('dialog', `Entry ${id}`));
  await until(() => dialog.querySelector('tbody'));
  expect(changes(dialog)).toEqual([['Name', '→ Changed', 'Erased', 'New']]);
  expect(text(dialog)).toContain('FromErased');
});

const line = (id: number) => ({
  id,
  at: '2026-11-20T08:00:00Z',
  user_id: 1,
  user_name: 'Ada',
  user_email: 'ada@rollcall.example',
  address: '',
  action: 'auth.login',
  subject: 'users',
  subject_id: 1,
  subject_name: 'Ada',
  changed: [],
});

test('goes to older entries and back, and says how far a search got', async () => {
  app.answer('GET /audit', { data: { entries: [line(90), line(80)], next: 80 } });
  await app.open('/audit');
  await untilText('Entries 90 to 80');
  app.answer('GET /audit', { data: { entries: [], next: 40 } });
  await clickButton('Older');
  await untilText('None among the entries from 40 on. Older ones may match.');
  expect(address()).toEqual({ before: '80' });
  app.answer('GET /audit', { data: { entries: [line(5)], next: null } });
  await clickButton('Older');
  await untilText('Entry 5');
  expect(byRole('button', 'Older').getAttribute('aria-disabled')).toBe('true');
  await clickButton('Newest');
  await until(() => address().before === undefined);
});

describe('history', () => {
  test('of a record opens from its card and from its form, latest first', async () => {
    await app.open('/roles');
    const dialog = await openDialog(`History of ${hostile}`, `History of ${hostile}`);
    await until(() => allByRole('listitem', undefined, dialog).length === 2);
    expect(allByRole('listitem', undefined, dialog).map((item) => text(item.querySelector('p') ?? undefined))).toEqual([
      `${me()} changed the role ${hostile}`,
      `${me()} added the role ${hostile}`,
    ]);
    await click(allByRole('button', /^Details of entry/, dialog)[0] ?? dialog);
    await until(() => changes(dialog).length === 2);
    expect(byRole('link', 'Open in Audit', dialog).getAttribute('href')).toBe(
      `/audit?subject=roles&subject_id=${role.id}`,
    );
    await clickButton('Close', dialog);
    const form = await openDialog(`Edit ${hostile}`, 'Edit Role');
    await click(byRole('button', 'History of This Role', form));
    await until(() => allByRole('listitem', undefined, byRole('dialog', /^History of/)).length === 2);
  });

  test('goes on with older entries where they were asked for, and keeps the focus there', async () => {
    app.answer('GET /audit', { data: { entries: [line(90), line(80)], next: 80 } });
    await app.open('/roles');
    const dialog = await openDialog(`History of ${hostile}`, `History of ${hostile}`);
    await until(() => byRole('button', 'Show Older', dialog));
    app.answer('GET /audit', { data: { entries: [line(5)], next: null } });
    await clickButton('Show Older', dialog);
    const details = await until(() => byRole('button', 'Details of entry 5', dialog));
    expect(document.activeElement?.contains(details)).toBe(true);
    expect(document.activeElement?.contains(byRole('button', 'Details of entry 80', dialog))).toBe(false);
    await click(details);
    expect(byRole('button', 'Hide Details of entry 5', dialog).textContent).toBe('Hide Details');
  });

  test('of a record that nothing was recorded about is empty', async () => {
    await app.open('/settings');
    const dialog = await openDialog('History of url_types', 'History of url_types');
    await until(() => text(dialog).includes('No history yet'));
  });

  test('is not offered to those who may not see the audit', async () => {
    await app.open('/employees', 'manager');
    await until(() => allByRole('button', /^Edit /).length > 0);
    expect(allByRole('button', /^History/)).toEqual([]);
  });
});
