// The payroll file and the digest on a company's page, and the digest in Profile; with a server without them, neither
// appears.

import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sql } from '../../server/platform/db/db.ts';
import { payrollPresets } from '../../src/shared/contract/payrollPresets.ts';
import { testConsole } from '../support/console/console.tsx';
import { act, byRole, click, field, maybeByRole, settle, text, until } from '../support/console/render.tsx';
import { clickButton, fill, openDialog, untilText } from './steps.ts';

const app = testConsole();

const save = 'PUT /companies/{id}/payroll';

test('a template begins with a preset, is refused at its place, previewed, and saved', async () => {
  await app.open('/companies?id=1&tab=months');
  await clickButton('Cancel', await openDialog('Set Up Payroll File', 'Payroll File'));
  await until(() => !maybeByRole('dialog', 'Payroll File'));
  const dialog = await openDialog('Set Up Payroll File', 'Payroll File');
  await fill({ 'Start from': 'lug' }, dialog);
  await until(() => field('Column 4: content', dialog).value === 'kind_code');
  await click(byRole('button', 'Remove Column 1', dialog));
  await clickButton('Save Template', dialog);
  expect(text(dialog)).toContain('Please add a column with the employee ID');
  expect(app.bodies(save)).toEqual([]);
  await fill({ 'Start from': 'csv' }, dialog);
  const names = () => [1, 2, 3].map((column) => field(`Column ${column}: name`, dialog).value);
  const [one, two, three] = names();
  byRole('button', 'Move Column 3 up', dialog).focus();
  for (let press = 0; press < 3; press++) await click(document.activeElement ?? dialog);
  expect(names()).toEqual([three, one, two]);
  await fill({ 'Start from': 'lug' }, dialog);
  await fill({ 'Start from': 'csv' }, dialog);
  await clickButton('Preview This Template', dialog);
  await until(() => byRole('list', 'Totals', dialog));
  await clickButton('Save Template', dialog);
  await untilText('Payroll file saved successfully');
  expect(app.bodies(save)).toEqual([{ ...payrollPresets.csv?.template, mail_day: 0, mail_to: '' }]);
  await clickButton('Preview');
  await until(() => byRole('list', 'Totals'));
  byRole('heading', /^\w+ \d{4} \(not closed\): \d+ lines?/);
});

test('after a preset was tried, the template is restored by its name', async () => {
  await app.open('/companies?id=1&tab=months');
  const dialog = await openDialog('Change Template', 'Payroll File');
  const nameOfFirst = () => field('Column 1: name', dialog).value;
  expect(nameOfFirst()).toBe('Employee ID');
  await fill({ 'Mail it on day': '5', 'Start from': 'lug' }, dialog);
  await until(() => nameOfFirst() === 'Personalnummer');
  await fill({ 'Start from': '' }, dialog);
  await until(() => nameOfFirst() === 'Employee ID');
  expect(field('Mail it on day', dialog).value).toBe('5');
});

/** Saves a template as somebody else, optionally with other columns. */
async function saveElsewhere(columns = payrollPresets.csv?.template.columns) {
  const token = await app.server.signIn(app.server.users.administrator);
  const body = { ...payrollPresets.csv?.template, columns, mail_day: 0, mail_to: '' };
  expect((await app.server.ask('PUT /companies/1/payroll', { token, body })).status).toBe(200);
}

test('a template that somebody else has changed meanwhile keeps both changes', async () => {
  await saveElsewhere();
  await app.open('/companies?id=1&tab=months');
  const dialog = await openDialog('Change Template', 'Payroll File');
  await saveElsewhere(payrollPresets.csv?.template.columns.toReversed());
  await fill({ 'Lines above the table': 'Firma 7' }, dialog);
  await clickButton('Save Template', dialog);
  const shown = await until(() => byRole('region', 'Changed while you were editing', dialog));
  expect(text(shown)).toContain('changed Columns');
  expect(text(shown)).toMatch(/Columns.*; Employee ID Employee IDTheirs/);
  await clickButton('Save Template', dialog);
  await until(() => !maybeByRole('dialog', 'Payroll File'));
  const columns = payrollPresets.csv?.template.columns.toReversed();
  expect(app.bodies(save).at(-1)).toMatchObject({ columns, preamble: 'Firma 7' });
});

test('a preview says how many more problems there are', async () => {
  await saveElsewhere();
  const problem = { employee: 'Ada', column: 'Name', message: 'windows-1252 has no “Ł”' };
  const change = (data: unknown) => ({ ...Object(data), problems: [problem], total_problems: 1_234 });
  app.answer('POST /companies/{id}/payroll/preview', { change });
  await app.open('/companies?id=1&tab=months');
  await clickButton('Preview');
  await untilText('And 1,233 more problems');
});

test('a payroll file is told by its content, and one that was changed is not', async () => {
  const content = 'Employee ID,Hours\r\n1001,8.00\r\n';
  await app.server.db.run(
    sql`insert into payroll_files (company_id, month, way, made_at, total_lines, sha256, statement, signature, mailed_to)
      values (1, '2026-09', 'download', '2026-10-02 08:00:00', 1, ${hash('sha256', content)}, '', '', '')`,
  );
  await app.open('/attendance');
  await clickButton('More Actions');
  await click(await until(() => byRole('menuitem', 'Verify File')));
  const dialog = await until(() => byRole('dialog', 'Verify File'));
  const choose = async (text: string) => {
    const input = field('File to verify', dialog);
    Object.defineProperty(input, 'files', { value: [new File([text], 'payroll.csv')], configurable: true });
    await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
  };
  await choose(content);
  await until(() => /September 2026, with 1 line\. It is unchanged since/.test(text(dialog)));
  await choose(content.replace('8.00', '9.00'));
  const isUnknown = () =>
    text(dialog).includes('payroll.csv is not a payroll file made here, or it has been changed since');
  await until(isUnknown);

  let arrive = () => {};
  let hasArrived = false;
  const change = (data: unknown) => {
    hasArrived = true;
    return data;
  };
  app.answer('GET /payroll-files', { when: new Promise<void>((resolve) => (arrive = resolve)), change });
  const asked = () => app.seen.filter(({ key }) => key === 'GET /payroll-files').length;
  await choose(content);
  await until(() => asked() === 3);
  app.passThrough('GET /payroll-files');
  await choose(content.replace('8.00', '9.00'));
  await until(isUnknown);
  arrive();
  await until(() => hasArrived);
  for (let rounds = 0; rounds < 10; rounds += 1) await settle();
  expect(isUnknown()).toBe(true);
});

test('a file that was mailed says whether it was sent, still waits, or was never taken', async () => {
  const { db } = app.server;
  const file = (id: number, fileMonth: string) =>
    db.run(sql`insert into payroll_files (id, company_id, month, way, made_at, total_lines, sha256, statement, signature, mailed_to)
      values (${id}, 1, ${fileMonth}, 'mail', '2026-10-02 08:00:00', 1, '', '', '', 'payroll@office.example')`);
  const mail = (id: number, expiresAt: string, sentAt: string | null) =>
    db.run(sql`insert into outbox (recipient, subject, body, created_at, expires_at, sent_at, payroll_file_id, last_error)
      values ('payroll@office.example', '', '', '2026-10-02 08:00:00', ${expiresAt}, ${sentAt}, ${id}, '550 no such user')`);
  await file(101, '2026-04');
  await mail(101, '2026-10-05 08:00:00', '2026-10-02 09:00:00');
  await file(102, '2026-05');
  await mail(102, '9999-10-05 08:00:00', null);
  await file(103, '2026-06');
  await mail(103, '2026-10-05 08:00:00', null);
  await file(104, '2026-07');
  await app.open('/companies?id=1&tab=months');
  const list = await until(() => byRole('list', 'Files that were made'));
  const endOf = (title: string) => {
    const item = [...list.children].find((each) => text(each).startsWith(title));
    return text(item ?? list).replace(/^.*office\.example|SHA-256.*$/g, '');
  };
  expect(endOf('April')).toMatch(/^, sent /);
  expect(endOf('May')).toBe(', not sent yet (550 no such user)');
  expect(endOf('June')).toBe(
    '. The mail server did not take it in three days (550 no such user): download it, and pass it on',
  );
  expect(endOf('July')).toBe('');
});

test('the digest is mailed on the days that are chosen, and Profile turns it off', async () => {
  await app.open('/companies?id=1&tab=day-rules');
  const form = await until(() => byRole('region', 'Digest by mail'));
  await click(await until(() => field('Monday', form)));
  await clickButton('Save Digest', form);
  await untilText('Digest saved successfully');
  expect(app.bodies('PUT /companies/{id}/digest')).toEqual([{ weekdays: [1] }]);
  expect(text(form)).toContain('None so far');
  await app.server.db.run(sql`update digests set mailed_on = '2031-03-12', mailed_to = 1`);
  await app.open('/profile');
  await app.open('/companies?id=1&tab=day-rules');
  await untilText('Last written on 12 Mar 2031, to 1 recipient');
  await app.open('/profile');
  const wish = await until(() => field(/^Digests by mail/));
  await until(() => !wish.disabled);
  let refuse = () => {};
  const when = new Promise<void>((resolve) => (refuse = resolve));
  app.answer('PUT /auth/digest', { status: 503, message: 'Not now', when });
  await click(wish);
  // The checkbox stays enabled: a browser takes the focus from a control that becomes disabled.
  expect(wish.disabled).toBe(false);
  refuse();
  await untilText('Not now');
  app.passThrough('PUT /auth/digest');
  await click(wish);
  await untilText('Preference saved successfully');
  expect(app.bodies('PUT /auth/digest')).toEqual([{ wants_digest: false }, { wants_digest: false }]);
});

test('a server without them has neither', async () => {
  app.answer('GET /auth/user', {
    change: (user) => ({
      ...Object(user),
      features: Object(user).features.filter((each: string) => !['payroll', 'digest'].includes(each)),
    }),
  });
  await app.open('/companies?id=1&tab=months');
  await until(() => byRole('region', 'Months'));
  expect(maybeByRole('region', 'Payroll file')).toBeUndefined();
  await app.open('/profile');
  await until(() => byRole('heading', 'Preferences'));
  expect(text()).not.toContain('Digests by mail');
});
