// A company's HR Connection: choosing the system, its fields, testing and saving it, and every state it can be in.

import { beforeEach, describe, expect, test } from 'vitest';
import { testConsole } from '../support/console/console.tsx';
import { allByRole, byRole, click, field, maybeByRole, text, type, until } from '../support/console/render.tsx';
import { clickButton, errorAt, fill, untilText } from './steps.ts';

const app = testConsole();

const readConnectors = 'GET /hr-connectors';
const readConnection = 'GET /companies/{id}/hr-connection';
const saveConnection = 'PUT /companies/{id}/hr-connection';
const testConnection = 'POST /companies/{id}/hr-connection/test';

const oneField = (key: string, label: string, more: object = {}) => ({
  key,
  label,
  help: `Help of ${label}`,
  kind: 'text',
  is_required: true,
  options: [],
  initial: '',
  ...more,
});
const connectors = [
  {
    kind: 'rollcall',
    name: 'Rollcall JSON',
    takes: 'event',
    summary: 'Arrives as JSON.',
    address: 'https://hr.example.com/in',
    fields: [],
    has_people: false,
    has_leave: false,
  },
  {
    kind: 'odoo',
    name: 'Odoo',
    takes: 'pair',
    summary: 'Each pair becomes an attendance.',
    address: 'https://acme.odoo.com',
    fields: [
      oneField('database', 'Database'),
      oneField('api_key', 'API Key', { kind: 'secret' }),
      oneField('version', 'Version', {
        kind: 'choice',
        initial: 'new',
        options: [
          { value: 'new', label: 'JSON-2' },
          { value: 'old', label: 'JSON-RPC' },
        ],
      }),
    ],
    has_people: true,
    has_leave: true,
  },
  {
    kind: 'tryton',
    name: 'Tryton',
    takes: 'event',
    summary: 'Each record becomes a line.',
    address: 'https://tryton.example',
    fields: [
      oneField('database', 'Database', { initial: 'tryton' }),
      oneField('password', 'Password', { kind: 'secret' }),
    ],
    has_people: true,
    has_leave: false,
  },
];
const odoo = {
  company_name: 'Alder',
  connector: 'odoo',
  settings: { database: 'alder', version: 'old' },
  match_by: 'number',
  expires_on: '',
  url: 'https://alder.odoo.example',
  secrets_set: ['api_key'],
  problem: '',
  last_test: null,
};
const savedBody = {
  connector: 'odoo',
  settings: { database: 'alder', version: 'old' },
  secrets: { api_key: '' },
  match_by: 'number',
  expires_on: '',
  reads_leave: false,
};
const found = {
  at: '2026-05-12T19:30:00Z',
  is_good: false,
  sentence: 'Odoo answers, but one thing is wrong',
  findings: [
    { what: 'Version', says: '17.0', state: 'good' },
    { what: 'Clock', says: 'It is 34 seconds ahead', state: 'warning' },
    { what: 'Rights', says: 'It may not create attendances', state: 'bad' },
    { what: 'Weather', says: 'It rains', state: 'wet' },
  ],
};

let dialog: HTMLElement;

async function open(connection: object = {}): Promise<void> {
  app.answer(readConnection, { data: { ...odoo, ...connection } });
  await app.open('/companies?id=1&tab=hr');
  dialog = await until(() => maybeByRole('region', 'HR connection'));
  await until(() => maybeByRole('radio', 'Odoo', dialog));
}
const choose = (system: string) => click(byRole('radio', system, dialog));
const link = (name: string) => byRole('link', name, dialog).getAttribute('href');

beforeEach(() => app.answer(readConnectors, { data: connectors }));

test('opens from the row of its company, and from its old address', async () => {
  app.answer('GET /hr-sync/companies', {
    change: (data) =>
      Array.isArray(data)
        ? data.map((company) => ({ ...company, connector_name: 'Odoo', expires_on: '2026-01-31' }))
        : data,
  });
  app.answer(readConnection, { data: odoo });
  await app.open('/hr-sync?q=a');
  const opener = await until(() => allByRole('link').find((each) => text(each) === 'Connection: Odoo'));
  expect(text(opener.closest('tr') ?? opener)).toContain('Credentials expired on 31 Jan 2026');
  await click(opener);
  await until(() => maybeByRole('region', 'HR connection'));
  expect(location.search).toMatch(/^\?id=\d+&tab=hr$/);

  await app.open('/hr-sync?connection=1');
  await until(() => maybeByRole('region', 'HR connection'));
  expect(location.pathname + location.search).toBe('/companies?id=1&tab=hr');
});

test('shows the system, its address and its fields, but no secret', async () => {
  await open();
  expect(byRole('radio', 'Odoo', dialog)).toHaveProperty('checked', true);
  expect(text(dialog)).toContain('Each pair becomes an attendance.');
  expect(link('https://alder.odoo.example (opens in a new tab)')).toBe('https://alder.odoo.example');
  expect(['Database', 'API Key', 'Version', 'Match employees by'].map((label) => field(label, dialog).value)).toEqual([
    'alder',
    '',
    'old',
    'number',
  ]);
  expect(text(dialog)).toContain('Stored. Leave empty to keep it');
  expect(text(dialog)).toContain('Not tested yet.');
});

describe('saving', () => {
  test('sends the fields of the chosen system and nothing else, and keeps what is stored', async () => {
    await open();
    await fill({ Database: 'beech', 'Match employees by': 'email', 'Credentials expire on': '2027-01-31' }, dialog);
    app.answer(saveConnection, { data: { ...odoo, settings: { database: 'beech', version: 'old' } } });
    await clickButton('Save Connection', dialog);
    await untilText('Connection saved successfully');
    expect(app.bodies(saveConnection)).toEqual([
      {
        ...savedBody,
        settings: { database: 'beech', version: 'old' },
        match_by: 'email',
        expires_on: '2027-01-31',
      },
    ]);
  });

  test('turns the reading of leave on, and tells its age and why it fails', async () => {
    const failing = { reads_leave: true, leave_read_at: '2026-05-12T08:00:00Z', leave_error: 'HTTP 503' };
    await open();
    expect(text(dialog)).not.toContain('Leave was last read');
    await fill({ Leave: 'yes' }, dialog);
    app.answer(saveConnection, { data: { ...odoo, ...failing } });
    app.answer(readConnection, { data: { ...odoo, ...failing } });
    await clickButton('Save Connection', dialog);
    await untilText('Connection saved successfully');
    expect(app.bodies(saveConnection)).toEqual([{ ...savedBody, reads_leave: true }]);
    await until(() => text(dialog).includes('It could not be read since: HTTP 503'));
    expect(text(dialog)).toContain('Leave was last read');
    await choose('Tryton');
    expect(maybeByRole('combobox', 'Leave')).toBeUndefined();
  });

  test('of another system says in advance what is dropped, and asks for what it needs', async () => {
    await open();
    await choose('Tryton');
    expect(text(dialog)).toContain('Once you save, the people of Odoo are dropped');
    expect(text(dialog)).toContain(
      'Tryton is not saved yet: records go to Odoo until then. Fill in what follows, press Test Connection, then Save',
    );
    expect(text(dialog)).toContain('Address of Odoohttps://alder.odoo.example');
    expect(text(dialog)).toContain('Change it, to one such as https://tryton.example: it counts at once.');
    expect(text(dialog)).toContain('Not saved yetTest Connection');
    const match = byRole('region', 'Match employees');
    expect(text(match)).toContain('Tryton is chosen above and not saved yet. Save the connection first');
    expect(maybeByRole('button', 'Read Again', match)).toBeUndefined();
    expect(field('Database', dialog).value).toBe('tryton');
    await clickButton('Save Connection', dialog);
    await until(() => errorAt('Password', dialog).endsWith('Password is required'));
    expect(app.bodies(saveConnection)).toEqual([]);
    await choose('Odoo');
    expect(text(dialog)).not.toContain('are dropped');
    expect(text(dialog)).not.toContain('Address of');
    expect(text(dialog)).not.toContain('not saved yet');
    expect(text(match)).not.toContain('not saved yet');
    expect(field('Database', dialog).value).toBe('alder');
  });

  test('shows each error of the server at its field', async () => {
    await open();
    app.answer(saveConnection, {
      status: 422,
      message: 'Please check the fields',
      errors: { 'settings.database': ['No such database'], 'secrets.api_key': ['It is too short'] },
    });
    await fill({ 'API Key': 'k' }, dialog);
    await clickButton('Save Connection', dialog);
    await until(() => errorAt('Database', dialog).endsWith('No such database'));
    expect(errorAt('API Key', dialog)).toMatch(/It is too short$/);
    expect(document.activeElement).toBe(field('Database', dialog));
  });

  test('of a system with credentials takes away the signing secret of Rollcall JSON', async () => {
    const own = { connector: 'rollcall', settings: {}, secrets_set: [] };
    const signed = (can_be_signed: boolean) => ({
      change: (data: unknown) => ({ hr_sync_config: { ...Object(data).hr_sync_config, can_be_signed } }),
    });
    app.answer('GET /companies/{id}/hr-sync/config', signed(true));
    await open(own);
    const rules = await until(() => maybeByRole('region', 'HR Sync Configuration'));
    await until(() => text(rules).includes('Signing secret'));
    await choose('Odoo');
    await fill({ Database: 'alder', 'API Key': 'k' }, dialog);
    app.answer(saveConnection, { data: odoo });
    app.answer(readConnection, { data: odoo });
    app.answer('GET /companies/{id}/hr-sync/config', signed(false));
    await clickButton('Save Connection', dialog);
    await until(() => !text(rules).includes('Signing secret'));
  });

  test('clears the secret that was stored, and nothing is left to lose', async () => {
    await open();
    app.answer(saveConnection, { data: odoo });
    await type(field('API Key', dialog), 'a new key');
    await clickButton('Save Connection', dialog);
    await until(() => field('API Key', dialog).value === '');
    expect(isHeld()).toBe(false);
  });
});

/** Whether the browser would ask before leaving the page. */
function isHeld(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
}

test('asks before it discards what was typed', async () => {
  await open();
  expect(isHeld()).toBe(false);
  await type(field('API Key', dialog), 'k');
  expect(isHeld()).toBe(true);
});

describe('Test Connection', () => {
  test('tries unsaved values, and tells good from bad in words', async () => {
    await open();
    app.answer(testConnection, { data: found });
    await fill({ Database: 'beech', 'API Key': 'k' }, dialog);
    await clickButton('Test Connection', dialog);
    await untilText('Odoo answers, but one thing is wrong.');
    expect(app.bodies(testConnection)).toEqual([
      { ...savedBody, settings: { database: 'beech', version: 'old' }, secrets: { api_key: 'k' } },
    ]);
    expect(allByRole('listitem', undefined, byRole('list', 'Findings', dialog)).map((each) => text(each))).toEqual([
      'GoodVersion 17.0',
      'CheckClock It is 34 seconds ahead',
      'WrongRights It may not create attendances',
      'wetWeather It rains',
    ]);
    expect(text(dialog)).not.toContain('have changed since this test');
    await type(field('Database', dialog), 'cedar');
    expect(text(dialog)).toContain('The settings have changed since this test.');
  });

  test('still holds once the tested values are saved', async () => {
    await open();
    app.answer(testConnection, { data: found });
    await fill({ Database: 'beech', 'API Key': 'k' }, dialog);
    await clickButton('Test Connection', dialog);
    await untilText('Odoo answers, but one thing is wrong.');
    app.answer(saveConnection, { data: { ...odoo, settings: { database: 'beech', version: 'old' } } });
    await clickButton('Save Connection', dialog);
    await until(() => field('API Key', dialog).value === '');
    expect(text(dialog)).not.toContain('have changed since this test');
    await type(field('API Key', dialog), 'another');
    expect(text(dialog)).toContain('The settings have changed since this test.');
  });

  test('can be cancelled, and then changes nothing', async () => {
    await open();
    let answer = () => {};
    const when = new Promise<void>((resolve) => {
      answer = resolve;
    });
    app.answer(testConnection, { data: found, when });
    await clickButton('Test Connection', dialog);
    await until(() => text(dialog).includes('Asking the HR system'));
    await clickButton('Cancel', dialog);
    answer();
    await until(() => text(dialog).includes('Not tested yet.'));
    expect(text(dialog)).not.toContain('Asking the HR system');
  });

  test('offers Retry when the server could not test', async () => {
    await open();
    app.answer(testConnection, { status: 500, message: 'It broke' });
    await clickButton('Test Connection', dialog);
    await untilText('It broke');
    app.answer(testConnection, { data: { ...found, is_good: true, sentence: 'All is well', findings: [] } });
    await clickButton('Retry', dialog);
    await untilText('All is well.');
  });

  test('shows errors at their fields', async () => {
    await open();
    app.answer(testConnection, { status: 422, errors: { 'settings.database': ['No such database'] } });
    await clickButton('Test Connection', dialog);
    await until(() => errorAt('Database', dialog).endsWith('No such database'));
  });

  test('shows the last one of the saved connection', async () => {
    await open({ last_test: found });
    expect(text(dialog)).toContain('Odoo answers, but one thing is wrong.');
    expect(text(dialog)).toMatch(/Tested (\d+ \w+ ago|today|\d+ \w{3})/);
  });
});

describe('says plainly', () => {
  test('that there is no address, and adds it in its place', async () => {
    app.answer('GET /companies/{id}', { change: (company) => ({ ...Object(company), urls: [] }) });
    await open({ url: '' });
    expect(text(dialog)).toContain('The company has no active URL of the type HR system yet');
    const button = byRole('button', 'Test Connection', dialog);
    expect(button.getAttribute('aria-description')).toBe('The company has no HR system URL');
    await clickButton('Add URL', dialog);
    const form = await until(() => maybeByRole('dialog', 'Add URL'));
    await until(() => field('URL Type', form).value === 'hr_system');
    app.passThrough('GET /companies/{id}');
    app.answer(readConnection, { data: odoo });
    await fill({ URL: odoo.url }, form);
    await clickButton('Create URL', form);
    // The button stays where it was, and so does the focus. The connection is not submitted along with its address.
    await until(() => document.activeElement === byRole('button', 'Edit URL', dialog));
    expect(dialog.querySelector('[aria-invalid]')).toBeNull();
    expect(app.bodies(saveConnection)).toEqual([]);
  });

  test('that the credentials have expired, or cannot be used', async () => {
    await open({ expires_on: '2026-01-31', problem: 'The stored credentials cannot be read' });
    expect(allByRole('alert', undefined, dialog).map((each) => text(each))).toEqual([
      'The stored credentials cannot be read.',
      'Credentials expired on 31 Jan 2026. Enter new ones, and the day on which those expire.',
    ]);
  });

  test('that it could not be loaded', async () => {
    app.answer(readConnection, { status: 500 });
    await app.open('/companies?id=1&tab=hr');
    await until(() => text(byRole('region', 'HR connection')).includes('Retry'));
  });

  test('that a connection is of no known kind', async () => {
    await open({ connector: 'of tomorrow', settings: {} });
    expect(allByRole('radio', undefined, dialog).some((radio) => Object(radio).checked)).toBe(false);
    await clickButton('Test Connection', dialog);
    await until(() => app.bodies(testConnection).length === 1);
  });
});

test('is not there without the feature, whatever the address says', async () => {
  app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), features: ['hr_state'] }) });
  await app.open('/hr-sync');
  await until(() => allByRole('button').some((each) => text(each) === 'Sync'));
  expect(text()).not.toContain('Connection');
  await app.open('/hr-sync?connection=1');
  await until(() => maybeByRole('region', 'HR Sync Configuration'));
  expect(text()).not.toContain('Connection');
});
