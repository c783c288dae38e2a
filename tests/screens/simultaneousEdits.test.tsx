// Two people edit one record: the second to save sees, field by field, what the first saved, and neither's work is
// lost. With a server that has versions, and with one of the specification.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { one, sql } from '../../server/platform/db/db.ts';
import type { CallKey } from '../../src/shared/contract/calls.ts';
import { allPermissions } from '../../src/shared/contract/permissions.ts';
import { startConsole, type TestConsole } from '../support/console/console.tsx';
import { plain } from '../support/console/dialects.ts';
import type { Call } from '../support/console/proxy.ts';
import {
  allByRole,
  byRole,
  click,
  field,
  maybeByRole,
  nameOf,
  settle,
  text,
  until,
} from '../support/console/render.tsx';
import { addColleague } from '../support/people/users.ts';
import { card, clickButton, errorAt, fill, openDialog, untilText } from './steps.ts';

const title = 'Changed while you were editing';

describe.each([
  { server: 'a server with versions', dialect: undefined, who: 'Grace' },
  { server: 'a server of the specification', dialect: plain, who: undefined },
])('with $server', ({ dialect, who }) => {
  let app: TestConsole;
  /** The token of a colleague who may do the same. */
  let token: string;
  beforeAll(async () => {
    app = await startConsole(dialect);
    token = await addColleague(app.server.db, 'Grace', allPermissions, [], new Date());
  });
  afterAll(() => app.stop());

  const company = {
    crm_company_id: '',
    contact_email: 'a@one.example',
    contact_phone: '1',
    system_url: '',
    address: '',
  };
  let made = 0;
  const ask = async (key: string, body?: object): Promise<Record<string, unknown>> => {
    const { status, json } = await app.server.ask(key, { token, ...(body && { body }) });
    expect(status, json.message).toBeLessThan(300);
    return Object(json.data);
  };
  async function addCompany() {
    const body = { ...company, name: `Twice edited ${++made}` };
    const { id } = await ask('POST /companies', body);
    return { id: Number(id), ...body };
  }
  async function openCompany(name: string) {
    await app.open(`/companies?q=${encodeURIComponent(name)}`);
    await card(name);
    const dialog = await openDialog(`Edit ${name}`, 'Edit Company');
    await until(() => field('Contact Phone', dialog));
    return dialog;
  }
  const stored = (id: number) => ask(`GET /companies/${id}`);
  const comparison = (dialog: HTMLElement) => until(() => byRole('region', title, dialog));
  const sent = (key: CallKey) => app.bodies(key).at(-1);

  test('what only one of both changed is merged and shown; saving again saves both', async () => {
    const { id, name, ...body } = await addCompany();
    const dialog = await openCompany(name);
    await ask(`PUT /companies/${id}`, { ...body, name, contact_phone: '+47 1' });
    await fill({ 'Contact Email': 'mine@one.example' }, dialog);
    await clickButton('Update Company', dialog);

    const shown = await comparison(dialog);
    expect(document.activeElement).toBe(byRole('heading', title, shown));
    const rows = [...shown.querySelectorAll('dl > div')].map((row) => text(row));
    expect(rows).toEqual(['Contact Emailmine@one.exampleYours', 'Contact Phone+47 1Theirs']);
    expect(text(shown)).toContain(who ? `${who} changed Contact Phone` : 'Somebody has saved changes');
    expect(allByRole('radio', undefined, shown)).toEqual([]);
    expect([field('Contact Phone', dialog).value, field('Contact Email', dialog).value]).toEqual([
      '+47 1',
      'mine@one.example',
    ]);
    expect(await stored(id)).toMatchObject({ contact_phone: '+47 1', contact_email: 'a@one.example' });

    await clickButton('Update Company', dialog);
    await untilText('Company updated successfully');
    expect(maybeByRole('dialog', 'Edit Company')).toBeUndefined();
    expect(await stored(id)).toMatchObject({ contact_phone: '+47 1', contact_email: 'mine@one.example' });
    expect(Object(sent('PUT /companies/{id}')).version).toEqual(who ? expect.any(String) : undefined);
  });

  test.each([
    { choice: 'Keep theirs', now: '+47 1' },
    { choice: 'Use mine', now: '+47 2' },
  ])('what both changed is asked for: $choice', async ({ choice, now }) => {
    const { id, name, ...body } = await addCompany();
    const dialog = await openCompany(name);
    await ask(`PUT /companies/${id}`, { ...body, name, contact_phone: '+47 1' });
    await fill({ 'Contact Phone': '+47 2' }, dialog);
    await clickButton('Update Company', dialog);

    const question = byRole('group', 'Contact Phone', await comparison(dialog));
    expect(text(question)).toBe('Contact PhoneKeep theirs+47 1Use mine+47 2');
    expect(field('Contact Phone', dialog).value).toBe('+47 2');
    // Without an answer nothing is sent, and the question gets the focus.
    const before = app.bodies('PUT /companies/{id}').length;
    await clickButton('Update Company', dialog);
    await until(() => text(question).includes('Choose which one to keep'));
    expect(document.activeElement).toBe(byRole('radio', 'Keep theirs', question));
    expect(app.bodies('PUT /companies/{id}')).toHaveLength(before);

    await click(byRole('radio', choice, question));
    expect(field('Contact Phone', dialog).value).toBe(now);
    expect(errorAt('Contact Phone', dialog)).toBe('');
    await clickButton('Update Company', dialog);
    await untilText('Company updated successfully');
    expect(await stored(id)).toMatchObject({ contact_phone: now });
  });

  test('typing another value answers the question; a third edit is met, too', async () => {
    const { id, name, ...body } = await addCompany();
    const dialog = await openCompany(name);
    await ask(`PUT /companies/${id}`, { ...body, name, contact_phone: '+47 1' });
    await fill({ 'Contact Phone': '+47 2' }, dialog);
    await clickButton('Update Company', dialog);
    await comparison(dialog);
    await fill({ 'Contact Phone': '+47 3' }, dialog);
    await ask(`PUT /companies/${id}`, { ...body, name, contact_phone: '+47 1', address: 'One Way' });
    await clickButton('Update Company', dialog);
    await until(() => field('Address', dialog).value === 'One Way');
    expect(field('Contact Phone', dialog).value).toBe('+47 3');
    await clickButton('Update Company', dialog);
    await untilText('Company updated successfully');
    expect(await stored(id)).toMatchObject({ contact_phone: '+47 3', address: 'One Way' });
  });

  test('saving the same values as another user asks nothing', async () => {
    const { id, name, ...body } = await addCompany();
    const dialog = await openCompany(name);
    await ask(`PUT /companies/${id}`, { ...body, name, contact_phone: '+47 1' });
    await fill({ 'Contact Phone': '+47 1' }, dialog);
    await clickButton('Update Company', dialog);
    await untilText('Company updated successfully');
    expect(await stored(id)).toMatchObject({ contact_phone: '+47 1' });
  });

  test('a record that somebody deleted is said to be gone, and what was typed stays', async () => {
    const { id, name } = await addCompany();
    const dialog = await openCompany(name);
    await ask(`DELETE /companies/${id}`);
    await fill({ 'Contact Phone': '+47 2' }, dialog);
    await clickButton('Update Company', dialog);
    await until(() => text(dialog).includes('Company not found'));
    expect(field('Contact Phone', dialog).value).toBe('+47 2');
  });

  if (!who)
    test('a record that cannot be read again is not saved, and is with the next press', async () => {
      const { id, name } = await addCompany();
      const dialog = await openCompany(name);
      await fill({ 'Contact Phone': '+47 2' }, dialog);
      app.answer('GET /companies/{id}', { status: 500, message: 'Out of order' });
      await clickButton('Update Company', dialog);
      await until(() => text(dialog).includes('the record could not be read again (Out of order)'));
      expect(text(byRole('alert', undefined, dialog))).toContain('Your changes are kept, but not saved yet. Try again');
      expect(sent('PUT /companies/{id}')).toBeUndefined();
      expect(field('Contact Phone', dialog).value).toBe('+47 2');
      app.passThrough('GET /companies/{id}');
      await clickButton('Update Company', dialog);
      await untilText('Company updated successfully');
      expect(await stored(id)).toMatchObject({ contact_phone: '+47 2' });
    });

  interface Form {
    readonly what: string;
    /** Opens the form; `theirs` changes the record as somebody else, and `now` reads what is stored. */
    open(): Promise<{ dialog: HTMLElement; theirs(): Promise<unknown>; now(): Promise<unknown> }>;
    /** The field that they change, and its value then. */
    readonly theirField: readonly [label: string, value: string];
    mine(dialog: HTMLElement): Promise<void>;
    readonly submit: string;
    readonly done: string;
    /** The record with both changes. */
    readonly both: object;
  }

  const change = async (path: string, difference: object, pick = (record: Record<string, unknown>) => record) => {
    const { version: _, ...record } = pick(await ask(`GET ${path}`));
    return ask(`PUT ${path}`, { ...record, ...difference });
  };
  const openCard = async (path: string, name: string, button: string, dialog: string) => {
    await app.open(`${path}?q=${encodeURIComponent(name)}`);
    await card(name);
    return openDialog(button, dialog);
  };

  const forms: readonly Form[] = [
    {
      what: 'a URL',
      async open() {
        const { id, name } = await addCompany();
        const url = { url_type: 'website', url: 'https://one.example', description: '', is_active: true };
        const { id: urlId } = await ask(`POST /companies/${id}/urls`, url);
        await openCard('/companies', name, `URLs of ${name}`, `Manage URLs - ${name}`);
        return {
          dialog: await openDialog('Edit https://one.example', 'Edit URL'),
          theirs: () => ask(`PUT /company-urls/${urlId}`, { ...url, is_active: false }),
          now: async () => Object(await ask(`GET /companies/${id}/urls`))[0],
        };
      },
      theirField: ['Active', 'No'],
      mine: (dialog) => fill({ 'Description (optional)': 'Ours' }, dialog),
      submit: 'Update URL',
      done: 'URL updated successfully',
      both: { is_active: false, description: 'Ours' },
    },
    {
      what: 'an access controller',
      async open() {
        const { id } = await addCompany();
        const body = { company_id: id, name: `Door ${made}` };
        const { id: door } = await ask('POST /access-controllers', body);
        return {
          dialog: await openCard('/access-controllers', body.name, `Edit ${body.name}`, 'Edit Access Controller'),
          theirs: () => change(`/access-controllers/${door}`, { is_active: false }),
          now: () => ask(`GET /access-controllers/${door}`),
        };
      },
      theirField: ['Active', 'No'],
      mine: (dialog) => fill({ Location: 'Hall' }, dialog),
      submit: 'Update',
      done: 'Access Controller updated successfully',
      both: { is_active: false, location: 'Hall' },
    },
    {
      what: 'an employee',
      async open() {
        const { id } = await addCompany();
        const body = { company_id: id, employee_id: `E${made}`, name: `Kim Number ${made}` };
        const { id: employee } = await ask('POST /employees', body);
        return {
          dialog: await openCard('/employees', body.name, `Edit ${body.name}`, 'Edit Employee'),
          theirs: () => change(`/employees/${employee}`, { department: 'Sales' }),
          now: () => ask(`GET /employees/${employee}`),
        };
      },
      theirField: ['Department', 'Sales'],
      mine: (dialog) => fill({ Position: 'Lead' }, dialog),
      submit: 'Update Employee',
      done: 'Employee updated successfully',
      both: { department: 'Sales', position: 'Lead' },
    },
    {
      what: 'a setting',
      async open() {
        const key = `greeting_${++made}`;
        await ask('POST /settings', { key, value: 'Hello', type: 'string', description: '', is_public: false });
        await app.open('/settings');
        return {
          dialog: await openDialog(`Edit ${key}`, 'Edit Setting'),
          theirs: () => ask(`PUT /settings/${key}`, { description: 'On the door' }),
          now: () => ask(`GET /settings/${key}`),
        };
      },
      theirField: ['Description', 'On the door'],
      mine: (dialog) => fill({ Value: 'Welcome' }, dialog),
      submit: 'Update Setting',
      done: 'Setting updated successfully',
      both: { description: 'On the door', value: 'Welcome' },
    },
    {
      what: 'a role',
      async open() {
        const name = `helper${'_'.repeat(++made)}`;
        const role = { name, display_name: `Helper ${made}`, description: '', permissions: [1] };
        const { id } = await ask('POST /roles', role);
        const dialog = await openCard('/roles', role.display_name, `Edit ${role.display_name}`, 'Edit Role');
        await until(() => byRole('group', 'Permissions', dialog));
        return {
          dialog,
          theirs: () => ask(`PUT /roles/${id}`, { ...role, permissions: [] }),
          now: () => ask(`GET /roles/${id}`),
        };
      },
      theirField: ['Permissions', 'Empty'],
      mine: (dialog) => fill({ Description: 'Helps' }, dialog),
      submit: 'Update Role',
      done: 'Role updated successfully',
      both: { permissions: [], description: 'Helps' },
    },
    {
      what: 'a user',
      async open() {
        const user = { name: `Lin ${++made}`, email: `lin${made}@rollcall.example`, roles: [], companies: [] };
        const { id } = await ask('POST /users', { ...user, password: 'a long password' });
        return {
          dialog: await openCard('/users', user.name, `Edit ${user.name}`, 'Edit User'),
          theirs: () => ask(`PUT /users/${id}`, { ...user, email: `new${made}@rollcall.example` }),
          now: async () => {
            const { email, name } = await ask(`GET /users/${id}`);
            return { email: String(email).replace(/\d+/, ''), name: String(name).replace(/\d+/, '') };
          },
        };
      },
      theirField: ['Email', ''],
      mine: (dialog) => fill({ Name: 'Lin the Second' }, dialog),
      submit: 'Update User',
      done: 'User updated successfully',
      both: { email: 'new@rollcall.example', name: 'Lin the Second' },
    },
    {
      what: 'an HR sync configuration',
      async open() {
        const { id, name } = await addCompany();
        const path = `/companies/${id}/hr-sync/config`;
        const button = `HR Sync Configuration of ${name}`;
        const dialog = await openCard('/companies', name, button, `HR Sync Configuration - ${name}`);
        await until(() => field('Sync time threshold hour', dialog));
        const config = (record: Record<string, unknown>) => Object(record.hr_sync_config);
        return {
          dialog,
          theirs: () => change(path, { auto_detect_breaks: false, version: undefined }, config),
          now: async () => config(await ask(`GET ${path}`)),
        };
      },
      theirField: ['Auto detect breaks', 'No'],
      mine: (dialog) => fill({ 'Sync time threshold hour': '7' }, dialog),
      submit: 'Save Configuration',
      done: 'HR sync configuration saved successfully',
      both: { auto_detect_breaks: false, sync_time_threshold_hour: 7 },
    },
  ];

  /** Only our own server has these. */
  const ownForms: readonly Form[] = [
    {
      what: 'day rules',
      async open() {
        const { id } = await addCompany();
        await app.open(`/companies?id=${id}&tab=day-rules`);
        const dialog = await until(() => byRole('region', 'Day rules'));
        await until(() => field('A working day begins at', dialog));
        return {
          dialog,
          theirs: () => change(`/companies/${id}/day-rules`, { needs_second_person: true }),
          now: () => ask(`GET /companies/${id}/day-rules`),
        };
      },
      theirField: ['A second person approves corrections', 'Yes'],
      mine: (dialog) => fill({ 'A working day begins at': '04:00' }, dialog),
      submit: 'Save Day Rules',
      done: 'Day rules saved successfully',
      both: { needs_second_person: true, starts_at: '04:00' },
    },
    {
      what: 'an HR connection',
      async open() {
        const { id } = await addCompany();
        await ask(`POST /companies/${id}/urls`, { url_type: 'hr_system', url: 'https://hr.example' });
        const path = `/companies/${id}/hr-connection`;
        const settings = { database: 'hr', user: 'rollcall', company: '1', time_zone: 'UTC' };
        const secrets = { password: 'a long secret' };
        const body = { connector: 'tryton', settings, secrets, match_by: 'number', expires_on: '' };
        await ask(`PUT ${path}`, body);
        await app.open(`/companies?id=${id}&tab=hr`);
        const dialog = await until(() => byRole('region', 'HR connection'));
        await until(() => field('Credentials expire on', dialog));
        return {
          dialog,
          theirs: () => ask(`PUT ${path}`, { ...body, secrets: {}, match_by: 'email' }),
          now: () => ask(`GET ${path}`),
        };
      },
      theirField: ['Match employees by', 'E-mail'],
      mine: (dialog) => fill({ 'Credentials expire on': '2027-01-01' }, dialog),
      submit: 'Save Connection',
      done: 'Connection saved successfully',
      both: { match_by: 'email', expires_on: '2027-01-01' },
    },
    {
      what: 'the rules of a device',
      async open() {
        const { id } = await addCompany();
        const { id: door } = await ask('POST /access-controllers', { company_id: id, name: `Door ${made}` });
        const path = `/access-controllers/${door}/device`;
        await ask(`POST ${path}/pairing`, { kind: 'zkteco' });
        const rules = (setup: Record<string, unknown>) => Object(setup.rules);
        await app.open(`/access-controllers?id=${door}&tab=rules`);
        return {
          dialog: await openDialog('Change Rules', `Change Rules - Door ${made}`),
          theirs: () => change(path, { direction: 'in', version: undefined }, rules),
          now: async () => rules(await ask(`GET ${path}`)),
        };
      },
      theirField: ['Which way was it?', 'Always in'],
      mine: (dialog) => fill({ 'Silent after (minutes)': '77' }, dialog),
      submit: 'Save Rules',
      done: 'Device rules saved successfully',
      both: { direction: 'in', silent_after_minutes: 77 },
    },
  ];

  test.each([...forms, ...(who ? ownForms : [])])('the form of $what', async (form) => {
    const { dialog, theirs, now } = await form.open();
    await theirs();
    await form.mine(dialog);
    await clickButton(form.submit, dialog);
    const shown = await comparison(dialog);
    const [label, value] = form.theirField;
    const row = [...shown.querySelectorAll('dl > div')].find((each) => text(each).endsWith('Theirs'));
    expect(text(row ?? shown)).toMatch(new RegExp(`^${label.replace('?', '\\?')}.*${value}Theirs$`));
    await clickButton(form.submit, dialog);
    await untilText(form.done);
    expect(await now()).toMatchObject(form.both);
  });

  // Only a server with versions reports that another secret was stored.
  if (who)
    test('of a secret that both replaced, neither is shown', async () => {
      const { id } = await addCompany();
      const body = { company_id: id, name: `Secret door ${made}` };
      const { id: door } = await ask('POST /access-controllers', body);
      const dialog = await openCard('/access-controllers', body.name, `Edit ${body.name}`, 'Edit Access Controller');
      await change(`/access-controllers/${door}`, { webhook_secret: 'the secret of theirs' });
      await fill({ 'Webhook Secret': 'the secret of mine' }, dialog);
      await clickButton('Update', dialog);
      const shown = await comparison(dialog);
      expect(text(byRole('group', 'Webhook Secret', shown))).toBe('Webhook SecretKeep theirsChangedUse mineChanged');
      expect(text(shown)).toContain('Grace changed a secret');
      await click(byRole('radio', 'Keep theirs', shown));
      await clickButton('Update', dialog);
      await untilText('Access Controller updated successfully');
      const kept = sql`select webhook_secret from access_controllers where id = ${Number(door)}`;
      expect(await one(app.server.db, kept)).toEqual({ webhook_secret: 'the secret of theirs' });
    });

  test('a refusal that does not say what was changed is shown until it is saved', async () => {
    const { id, name } = await addCompany();
    const dialog = await openCard(
      '/companies',
      name,
      `HR Sync Configuration of ${name}`,
      `HR Sync Configuration - ${name}`,
    );
    await until(() => field('Sync time threshold hour', dialog));
    app.answer('PUT /companies/{id}/hr-sync/config', { status: 412 });
    await fill({ 'Sync time threshold hour': '7' }, dialog);
    await clickButton('Save Configuration', dialog);
    await until(() => text(dialog).includes('HTTP error! status: 412'));
    app.passThrough('PUT /companies/{id}/hr-sync/config');
    await clickButton('Save Configuration', dialog);
    await untilText('HR sync configuration saved successfully');
    expect(text(dialog)).not.toContain('HTTP error');
    const { hr_sync_config } = await ask(`GET /companies/${id}/hr-sync/config`);
    expect(hr_sync_config).toMatchObject({ sync_time_threshold_hour: 7 });
  });

  test('a form that stays open begins its next edit with what it saved', async () => {
    const { name } = await addCompany();
    const dialog = await openCard(
      '/companies',
      name,
      `HR Sync Configuration of ${name}`,
      `HR Sync Configuration - ${name}`,
    );
    for (const hour of ['7', '8']) {
      await until(() => field('Sync time threshold hour', dialog));
      await fill({ 'Sync time threshold hour': hour }, dialog);
      await clickButton('Save Configuration', dialog);
      const isSaved = ({ key, status }: Call) => key === 'PUT /companies/{id}/hr-sync/config' && status === 200;
      await until(() => app.seen.filter(isSaved).length === Number(hour) - 6);
      await untilText('HR sync configuration saved successfully');
      await settle();
    }
    expect(maybeByRole('region', title, dialog)).toBeUndefined();
    expect(nameOf(dialog)).toContain(name);
  });
});
