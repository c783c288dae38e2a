// Settings: how values are shown, each type's editor, and what cannot be changed.

import { describe, expect, test } from 'vitest';
import { testConsole } from '../support/console/console.tsx';
import { allByRole, byRole, click, field, text, until } from '../support/console/render.tsx';
import { clickButton, errorAt, fill, openDialog, optionsOf, untilText } from './steps.ts';

const app = testConsole();

const setting = {
  id: 1,
  key: 'some_key',
  value: 'a value',
  type: 'string',
  description: '',
  is_public: true,
};

async function row(key: string) {
  const found = await until(() => allByRole('row').find((one) => text(one).startsWith(key)));
  return [...found.querySelectorAll('td, th')].map((cell) => text(cell));
}

test('shows a column for each field', async () => {
  await app.open('/settings');
  await until(() => byRole('table'));
  expect([...document.querySelectorAll('thead th')].map((cell) => cell.textContent)).toEqual([
    'Key',
    'Value',
    'Type',
    'Access',
    'Actions',
  ]);
});

test.each([
  ['json', '["website","crm"]', 'website, crm'],
  ['json', '{"a":1}', '{"a":1}'],
  ['json', 'broken [', 'broken ['],
  ['json', '[{"a":1},null,2]', '{"a":1}, null, 2'],
  ['boolean', 'true', 'Yes'],
  ['boolean', '1', 'Yes'],
  ['boolean', 'false', 'No'],
  ['number', '42', '42'],
  ['string', 'plain', 'plain'],
])('shows a %s %s as %s', async (type, value, shown) => {
  app.answer('GET /settings', { data: [{ ...setting, type, value, is_public: type === 'json' }] });
  await app.open('/settings');
  expect(await row('some_key')).toMatchObject({
    1: shown,
    2: type,
    3: type === 'json' ? 'Public' : 'Admin Only',
  });
});

describe('the form', () => {
  test('rejects an empty key and an empty value and sends nothing', async () => {
    await app.open('/settings');
    const form = await openDialog('Add Setting', 'Add Setting');
    expect(optionsOf('Type', form)).toEqual(['string', 'json', 'boolean', 'number']);
    await clickButton('Create Setting', form);
    expect(errorAt('Key', form)).toBe('Setting key is required');
    expect(errorAt('Value', form)).toBe('Setting value is required');
    expect(app.bodies('POST /settings')).toEqual([]);
  });

  test('adds a text for administrators by default', async () => {
    await app.open('/settings');
    const form = await openDialog('Add Setting', 'Add Setting');
    await fill({ Key: 'greeting', Value: 'Hello' }, form);
    await clickButton('Create Setting', form);
    await untilText('Setting created successfully');
    expect(app.bodies('POST /settings')).toEqual([
      { key: 'greeting', value: 'Hello', type: 'string', description: '', is_public: false },
    ]);
    expect((await row('greeting'))[3]).toBe('Admin Only');
  });

  test.each([
    ['json', 'TEXTAREA', '[1, 2', 'Please enter valid JSON', '[1, 2]'],
    ['boolean', 'SELECT', '', 'Setting value is required', 'false'],
    ['number', 'INPUT', '', 'Setting value is required', '1.5'],
  ])('edits a %s in a %s and rejects invalid values', async (type, tag, bad, complaint, good) => {
    await app.open('/settings');
    const form = await openDialog('Add Setting', 'Add Setting');
    await fill({ Key: `a_${type}`, Type: type }, form);
    expect(field('Value', form).tagName).toBe(tag);
    await fill({ Value: bad }, form);
    await clickButton('Create Setting', form);
    expect(errorAt('Value', form)).toContain(complaint);
    await fill({ Value: good }, form);
    await click(field('Public (accessible by all users)', form));
    await clickButton('Create Setting', form);
    await untilText('Setting created successfully');
    expect(app.bodies('POST /settings')).toEqual([
      { key: `a_${type}`, value: good, type, description: '', is_public: true },
    ]);
  });

  test('sends an edit to the id, without key or type', async () => {
    await app.open('/settings');
    const form = await openDialog('Edit greeting', 'Edit Setting');
    expect([field('Key', form).readOnly, field('Type', form).readOnly]).toEqual([true, true]);
    await fill({ Value: 'Good morning', Description: 'Said at the door' }, form);
    await clickButton('Update Setting', form);
    await untilText('Setting updated successfully');
    const [sent] = app.seen.filter(({ key }) => key === 'PUT /settings/{keyOrId}');
    expect(sent?.path).toMatch(/^\/settings\/\d+$/);
    expect(sent?.body).toEqual({
      value: 'Good morning',
      description: 'Said at the door',
      is_public: false,
      version: expect.any(String),
    });
    await until(() => text(byRole('table')).includes('Good morning'));
  });

  test.each([
    { answers: 'the record under its name', change: (data: unknown) => ({ setting: data }) },
    { answers: 'less than the record', change: (data: unknown) => ({ value: Object(data).value }) },
  ])('edits a setting of a server of the specification that answers $answers to its key', async ({ change }) => {
    app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), features: [] }) });
    app.answer('GET /settings/{keyOrId}', { change });
    await app.open('/settings');
    const form = await openDialog('Edit support_email', 'Edit Setting');
    await fill({ Value: 'help@host.example' }, form);
    await clickButton('Update Setting', form);
    await untilText('Setting updated successfully');
    expect(app.bodies('PUT /settings/{keyOrId}')).toMatchObject([{ value: 'help@host.example' }]);
  });

  test("shows the server's message, or its own", async () => {
    await app.open('/settings');
    const form = await openDialog('Add Setting', 'Add Setting');
    await fill({ Key: 'greeting', Value: 'x' }, form);
    await clickButton('Create Setting', form);
    await until(() => errorAt('Key', form) === 'A setting with this key already exists');
    app.answer('POST /settings', { status: 500 });
    await clickButton('Create Setting', form);
    await until(() => text(byRole('alert', undefined, form)).includes('Failed to save setting'));
  });
});

test('single sign-on that somebody else has changed meanwhile keeps their mapping', async () => {
  await app.open('/settings');
  const dialog = await openDialog('Edit Single Sign-On', 'Edit Single Sign-On');
  const token = await app.server.signIn(app.server.users.administrator);
  const read = async () => Object((await app.server.ask('GET /single-sign-on', { token })).json.data);
  const { settings, roles } = await read();
  const mapping = [{ claim_value: 'staff', role_id: roles[0].id }];
  const body = { ...settings, maps_roles: true, roles_claim: 'groups', mapping };
  expect((await app.server.ask('PUT /single-sign-on', { token, body })).status).toBe(200);
  await clickButton('Save Single Sign-On', dialog);
  const shown = await until(() => byRole('region', 'Changed while you were editing', dialog));
  await until(() => text(shown).includes(`Mappingstaff: ${roles[0].display_name}Theirs`));
  await clickButton('Save Single Sign-On', dialog);
  await untilText('Single sign-on saved successfully');
  expect((await read()).settings).toMatchObject({ maps_roles: true, mapping });
});
