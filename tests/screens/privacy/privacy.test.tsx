// The Privacy screen: rules that are saved only after showing what they delete, legal holds, and erasures, which a hold
// forbids, a wrong name stops, and which leave the person shown as erased.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { one, sql } from '../../../server/platform/db/db.ts';
import { startConsole, type TestConsole } from '../../support/console/console.tsx';
import {
  allByRole,
  byRole,
  click,
  field,
  maybeByRole,
  press,
  text,
  type,
  until,
} from '../../support/console/render.tsx';
import { clickButton, errorAt, fill, openDialog, optionsOf, untilText } from '../steps.ts';

const rules = 'GET /privacy/rules';
const preview = 'POST /privacy/rules/preview';
const saveRules = 'PUT /privacy/rules';

let app: TestConsole;
let company: number;
beforeAll(async () => {
  app = await startConsole();
  const { id } = await one<{ id: number }>(
    app.server.db,
    sql`insert into companies (name, unique_identifier, created_at)
      values ('Seaport', 'CMP-SEAPORT', '2026-01-01 00:00:00') returning id`,
  );
  company = id;
  for (const name of ['Anna Kent', 'Bert Kent'])
    await app.server.db.run(
      sql`insert into employees (company_id, employee_id, name, email, employed_until, created_at)
        values (${company}, ${name}, ${name}, ${`${name.slice(0, 4)}@seaport.example`}, '2026-01-31',
          '2026-01-01 00:00:00')`,
    );
});
afterAll(() => app.stop());

/** Signs in as somebody with only these permissions. */
const as = (...names: string[]) =>
  app.answer('GET /auth/user', {
    change: (user) => ({
      ...Object(user),
      roles: [{ id: 1, name: 'officer', permissions: names.map((name, id) => ({ id, name })) }],
    }),
  });

describe('retention', () => {
  const form = () => until(() => document.querySelector<HTMLElement>('form[aria-label="Retention rules"]'));

  test('shows why the rules did not load, with Retry', async () => {
    app.answer(rules, { status: 500, message: 'Out of order' });
    await app.open('/privacy');
    await until(() => byRole('alert'));
    expect(text(byRole('alert'))).toContain('Out of order');
    app.passThrough(rules);
    await clickButton('Retry');
    await form();
  });

  test('says when the job ran, and how much it removed to those only who are told', async () => {
    const ran = (removed: unknown) => (answer: unknown) => ({
      ...Object(answer),
      last_run: { at: '2026-05-12T04:00:00', removed },
    });
    app.answer(rules, { change: ran([{ what: 'Attendance records', rows: 1_200 }]) });
    await app.open('/privacy');
    await untilText('and removed 1,200 Attendance records.');
    app.answer(rules, { change: ran(null) });
    await app.open('/privacy');
    await until(() => text().includes('The daily job last ran ') && !text().includes('and removed'));
    app.passThrough(rules);
  });

  test('keeps everything for ever until somebody says otherwise', async () => {
    await app.open('/privacy');
    expect(field('Attendance', await form()).value).toBe('');
    expect(optionsOf('Attendance').slice(0, 3)).toEqual(['Forever', '1 month', '3 months']);
    expect(text()).toContain('The daily job has not run yet.');
    await clickButton('Save Rules');
    expect(maybeByRole('dialog')).toBeUndefined();
  });

  test('shows what would go, and why it could not be counted', async () => {
    await app.open('/privacy');
    await type(field('Attendance', await form()), '1');
    app.answer(preview, { status: 500, message: 'Too much to count' });
    const dialog = await openDialog('Preview the Removal', 'What Would Be Removed');
    await until(() => text(dialog).includes('Too much to count'));
    app.answer(preview, {
      data: {
        classes: [
          {
            data_class: 'attendance',
            keep_months: 1,
            before: '2026-10-23',
            oldest: '2024-03-01T08:00:00+00:00',
            goes: [{ what: 'Attendance records', rows: 13_337 }],
            held: [{ what: 'Attendance records', rows: 12 }],
            warning: 'Laws ask for more',
          },
        ],
      },
    });
    await clickButton('Retry', dialog);
    await until(() => text(dialog).includes('13,337'));
    expect(text(dialog)).toContain('What is from before 23 Oct 2026; the oldest is of 1 Mar 2024.');
    expect(text(dialog)).toContain('Stays, by legal holdsAttendance records12');
    expect(text(dialog)).toContain('Laws ask for more.');
    expect(maybeByRole('button', 'Save Rules', dialog)).toBeUndefined();
    expect(app.bodies(saveRules)).toEqual([]);
  });

  test('saves after what goes was shown, and says what the server refuses', async () => {
    await app.open('/privacy');
    await type(field('Sent e-mails', await form()), '12');
    const dialog = await openDialog('Save Rules', 'Save Retention Rules');
    await until(() => text(dialog).includes('removes nothing'));
    app.answer(saveRules, { status: 500, message: 'Not now' });
    await clickButton('Save Rules', dialog);
    await until(() => text(dialog).includes('Not now'));
    app.passThrough(saveRules);
    await clickButton('Save Rules', dialog);
    await untilText('Retention rules saved');
    await until(() => maybeByRole('dialog') === undefined);
    expect(app.bodies(saveRules).at(-1)).toEqual({ rules: [{ data_class: 'mails', keep_months: 12 }] });
    await app.open('/privacy');
    expect(field('Sent e-mails', await form()).value).toBe('12');
  });

  test('asks before a page with unsaved rules is left', async () => {
    const isHeld = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    await app.open('/privacy');
    await form();
    expect(isHeld()).toBe(false);
    await type(field('Attendance'), '12');
    expect(isHeld()).toBe(true);
  });

  test('leaves alone what somebody else has set since the form was opened', async () => {
    await app.open('/privacy');
    await type(field('Device notes', await form()), '24');
    const token = await app.server.signIn(app.server.users.administrator);
    const body = { rules: [{ data_class: 'attendance', keep_months: 36 }] };
    expect((await app.server.ask(saveRules, { token, body })).status).toBe(200);
    const dialog = await openDialog('Save Rules', 'Save Retention Rules');
    await until(() => byRole('region', 'Attendance', dialog));
    await clickButton('Save Rules', dialog);
    await until(() => field('Attendance').value === '36');
    expect(field('Device notes').value).toBe('24');
    await until(() => maybeByRole('dialog') === undefined);
    await type(field('Attendance'), '');
    await clickButton('Save Rules', await openDialog('Save Rules', 'Save Retention Rules'));
    await until(() => app.bodies(saveRules).length === 2);
    expect(app.bodies(saveRules).at(-1)).toEqual({ rules: [{ data_class: 'attendance', keep_months: null }] });
  });

  test('is read-only for those who may only see it', async () => {
    as('privacy.view', 'companies.all');
    await app.open('/privacy');
    expect(field('Attendance', await form()).readOnly).toBe(true);
    expect(maybeByRole('button', 'Save Rules')).toBeUndefined();
    await until(() => byRole('button', 'Preview the Removal'));
    await click(byRole('link', 'Legal Holds'));
    await untilText('No legal holds');
    expect(maybeByRole('button', 'Place Legal Hold')).toBeUndefined();
    await click(byRole('link', 'People'));
    await until(() => byRole('list', 'People'));
    expect(maybeByRole('button', /^(Erase|Place a legal hold on) /)).toBeUndefined();
  });
});

test('is no screen of a server that does not announce it, nor of those who may not see it', async () => {
  as('employees.view', 'roles.view');
  await app.open('/profile');
  await until(() => byRole('link', 'Roles'));
  expect(maybeByRole('link', 'Privacy')).toBeUndefined();
  app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), features: [] }) });
  await app.open('/privacy');
  await until(() => byRole('heading', 'Dashboard'));
});

const rowOf = (name: string) =>
  until(() => allByRole('listitem').find((item) => item.querySelector('strong')?.textContent === name));

async function findPerson(name: string): Promise<HTMLElement> {
  await app.open('/privacy?part=people');
  await type(await until(() => field('Search people')), name);
  return rowOf(name);
}

describe('legal holds and erasures', () => {
  beforeEach(() => app.server.db.run(sql`delete from legal_holds`));

  test('a hold needs somebody and a reason, is listed, and can be ended', async () => {
    await app.open('/privacy?part=holds');
    const dialog = await openDialog('Place Legal Hold', 'Place Legal Hold');
    expect(field('Which Employee', dialog).getAttribute('aria-required')).toBe('true');
    await clickButton('Place Legal Hold', dialog);
    expect(errorAt('Reason', dialog)).toContain('Reason is required');
    expect(text(dialog)).toContain('Please choose an employee');
    app.answer('GET /companies/all', { status: 500 });
    app.answer('GET /companies', { status: 500, message: 'The disk is full' });
    await click(byRole('radio', 'Company', dialog));
    await until(() => text(dialog).includes('Failed to fetch companies'));
    await clickButton('Place Legal Hold', dialog);
    expect(errorAt('Which Company', dialog)).toContain('Please choose a company');
    expect(text(dialog)).toContain('Failed to fetch companies');
    app.passThrough('GET /companies/all');
    await clickButton('Retry', dialog);
    await click(field('Which Company', dialog));
    await until(() => byRole('option', 'Seaport', dialog));
    app.answer('GET /privacy/people', { status: 500, message: 'The disk is full' });
    await click(byRole('radio', 'User', dialog));
    await until(() => text(dialog).includes('The disk is full'));
    app.passThrough('GET /privacy/people');
    await clickButton('Retry', dialog);
    await until(() => !maybeByRole('button', 'Retry', dialog));
    await click(byRole('radio', 'Employee', dialog));
    await type(field('Which Employee', dialog), 'anna k');
    await until(() => byRole('option', /^Anna Kent/, dialog));
    await press(field('Which Employee', dialog), 'Enter');
    await fill({ Reason: 'Case 12' }, dialog);
    await clickButton('Place Legal Hold', dialog);
    await untilText('Legal hold placed');
    const row = await rowOf('Anna Kent · Seaport');
    expect(text(row)).toMatch(/Case 12Employee, held by Ada Thornbury since \d\d:/);
    await clickButton(/^End hold on Anna Kent/);
    await click(await until(() => byRole('button', 'End Hold', byRole('alertdialog', 'End Legal Hold'))));
    await untilText('No legal holds');
  });

  test('a person protected by a hold is not erased', async () => {
    const row = await findPerson('Anna Kent');
    await clickButton('Place a legal hold on Anna Kent', row);
    const dialog = await until(() => byRole('dialog', 'Legal Hold on Anna Kent'));
    await fill({ Reason: 'Case 13' }, dialog);
    await clickButton('Place Legal Hold', dialog);
    await until(async () => text(await rowOf('Anna Kent')).includes('Legal hold'));
    await clickButton('Erase Anna Kent');
    const erasing = await until(() => byRole('dialog', 'Erase Personal Data of Anna Kent'));
    await until(() => text(erasing).includes('A legal hold protects the data of Anna Kent: Case 13'));
    expect(maybeByRole('button', 'Erase', erasing)).toBeUndefined();
    expect(app.bodies('POST /privacy/erasures')).toEqual([]);
  });

  test('an erasure needs a reason and the name, says what it did, and the person is shown as erased', async () => {
    await clickButton('Erase Bert Kent', await findPerson('Bert Kent'));
    const dialog = await until(() => byRole('dialog', 'Erase Personal Data of Bert Kent'));
    await until(() => byRole('region', 'Stays', dialog));
    await fill({ Name: 'Bert' }, dialog);
    await clickButton('Erase', dialog);
    expect(errorAt('Reason', dialog)).toContain('Reason is required');
    expect(errorAt('Name', dialog)).toContain('Please type the name as it is written: Bert Kent');
    expect(app.bodies('POST /privacy/erasures')).toEqual([]);
    await fill({ Reason: 'He asked for it', Name: 'Bert Kent' }, dialog);
    await clickButton('Erase', dialog);
    await untilText('Erased. The audit log says who did it, when and why.');
    await clickButton('Close', dialog.querySelector('footer') ?? dialog);
    await until(() => maybeByRole('dialog') === undefined);
    await app.open('/privacy?part=people&state=erased');
    const erased = await until(() => byRole('list', 'People'));
    await until(() => text(erased).includes('Erased employee'));
    expect(text(erased)).not.toContain('Bert');
    expect(maybeByRole('button', /^Erase /, erased)).toBeUndefined();
  });

  test('an erasure whose dialog was closed meanwhile is told, and the list shows it', async () => {
    await app.server.db.run(sql`insert into employees (company_id, name, employee_id, employed_until, created_at)
      select id, 'Dina Kent', 'K-5', '2026-01-31', '2026-01-01 00:00:00' from companies where name = 'Seaport'`);
    await clickButton('Erase Dina Kent', await findPerson('Dina Kent'));
    const dialog = await until(() => byRole('dialog', 'Erase Personal Data of Dina Kent'));
    await until(() => byRole('button', 'Erase', dialog));
    await fill({ Reason: 'She asked for it', Name: 'Dina Kent' }, dialog);
    let arrive = () => {};
    app.answer('POST /privacy/erasures', { when: new Promise<void>((resolve) => (arrive = resolve)) });
    await clickButton('Erase', dialog);
    await until(() => app.bodies('POST /privacy/erasures').length === 1);
    await clickButton('Cancel', dialog);
    await clickButton('Discard', await until(() => byRole('alertdialog')));
    arrive();
    await untilText('The personal data of Dina Kent was erased');
    await untilText('No one found');
  });

  test('an erasure whose answer was lost is shown as done', async () => {
    await app.server.db.run(sql`insert into employees (company_id, name, employee_id, employed_until, created_at)
      select id, 'Eve Kent', 'K-6', '2026-01-31', '2026-01-01 00:00:00' from companies where name = 'Seaport'`);
    await clickButton('Erase Eve Kent', await findPerson('Eve Kent'));
    const dialog = await until(() => byRole('dialog', 'Erase Personal Data of Eve Kent'));
    await until(() => byRole('button', 'Erase', dialog));
    await fill({ Reason: 'She asked for it', Name: 'Eve Kent' }, dialog);
    app.answer('POST /privacy/erasures', {
      change() {
        throw new Error('lost');
      },
    });
    await clickButton('Erase', dialog);
    await untilText('Erased. The audit log says who did it, when and why.');
    expect(text(dialog)).not.toContain('erased already');
    await clickButton('Close', dialog.querySelector('footer') ?? dialog);
    await until(() => maybeByRole('dialog') === undefined);
  });

  test('asks for a last day of employment that nobody entered, and goes on when it is over', async () => {
    await app.server.db.run(sql`insert into employees (company_id, name, employee_id, created_at)
      select id, 'Carla Kent', 'K-3', '2026-01-01 00:00:00' from companies where name = 'Seaport'`);
    await clickButton('Erase Carla Kent', await findPerson('Carla Kent'));
    const dialog = await until(() => byRole('dialog', 'Erase Personal Data of Carla Kent'));
    await until(() => text(dialog).includes('The last day of employment of Carla Kent is not known.'));
    expect(text(dialog)).not.toContain('works here');
    await clickButton('Continue', dialog);
    expect(errorAt('Last Day of Employment', dialog)).toContain('Please enter the last day of employment');
    await fill({ 'Last Day of Employment': '2999-12-31' }, dialog);
    await clickButton('Continue', dialog);
    await until(() => text(dialog).includes('Carla Kent works here until 2999-12-31.'));
    await fill({ 'Last Day of Employment': '2026-01-31' }, dialog);
    await clickButton('Continue', dialog);
    await until(() => byRole('button', 'Erase', dialog));
    await fill({ Reason: 'She asked for it', Name: 'Carla Kent' }, dialog);
    await clickButton('Erase', dialog);
    await untilText('Erased. The audit log says who did it, when and why.');
    expect(app.bodies('POST /privacy/erasures').at(-1)).toMatchObject({ last_day: '2026-01-31' });
    await clickButton('Close', dialog.querySelector('footer') ?? dialog);
    await until(() => maybeByRole('dialog') === undefined);
  });

  test('takes a name as it is seen, with accents and spaces as keyboards type them', async () => {
    const name = 'Zoe\u0308  Kent';
    await app.server.db.run(sql`insert into employees (company_id, name, employee_id, employed_until, created_at)
      select id, ${name}, 'K-4', '2026-01-31', '2026-01-01 00:00:00' from companies where name = 'Seaport'`);
    await clickButton(/^Erase Zo/, await findPerson(name));
    const dialog = await until(() => byRole('dialog', /^Erase Personal Data of Zo/));
    await until(() => byRole('button', 'Erase', dialog));
    await fill({ Reason: 'She asked for it', Name: 'Zoë Kent' }, dialog);
    await clickButton('Erase', dialog);
    await untilText('Erased. The audit log says who did it, when and why.');
    await clickButton('Close', dialog.querySelector('footer') ?? dialog);
    await until(() => maybeByRole('dialog') === undefined);
  });

  test('shows what is stored of a user who was deleted', async () => {
    const token = await app.server.signIn(app.server.users.administrator);
    const body = { name: 'Dora', email: 'dora@seaport.example', password: 'long enough', roles: [], companies: [] };
    const { id } = Object((await app.server.ask('POST /users', { token, body })).json.data);
    await app.server.ask(`DELETE /users/${id}`, { token });
    await app.open('/privacy?part=people&kind=users&state=deleted');
    await clickButton(`Personal data of User ${id}`, await rowOf(`User ${id}`));
    const dialog = await until(() => byRole('dialog', `Personal Data of User ${id}`));
    await until(() => text(byRole('list', 'What is stored', dialog)).includes('Audit Entries About Them'));
  });

  test('erases a user with an account only for those who may delete users', async () => {
    const { name } = app.server.users.manager;
    as('privacy.view', 'privacy.manage', 'users.view', 'companies.all');
    await app.open('/privacy?part=people&kind=users');
    const row = await rowOf(name);
    expect(maybeByRole('button', `Place a legal hold on ${name}`, row)).toBeDefined();
    expect(maybeByRole('button', `Erase ${name}`, row)).toBeUndefined();
    await clickButton(`Personal data of ${name}`, row);
    const dialog = await until(() => byRole('dialog', `Personal Data of ${name}`));
    await until(() => byRole('list', 'What is stored', dialog));
    expect(maybeByRole('button', 'Erase Personal Data', dialog)).toBeUndefined();
    as('privacy.view', 'privacy.manage', 'users.view', 'users.delete', 'companies.all');
    await app.open('/privacy?part=people&kind=users');
    await until(async () => byRole('button', `Erase ${name}`, await rowOf(name)));
  });

  test('says that nobody was erased, and that nobody is found', async () => {
    await app.open('/privacy?part=people&kind=users&state=erased');
    await untilText('No one has been erased yet');
    await type(field('Search people'), 'xyzzy');
    await untilText('No one found');
  });
});
