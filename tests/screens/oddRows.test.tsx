// One odd row or failed call never hides the rest: unknown words are shown as they came, unreadable rows are counted,
// and a failure is explained beside what is shown without its call.

import { describe, expect, test } from 'vitest';
import type { ReadKey } from '../../src/shared/contract/calls.ts';
import { testConsole } from '../support/console/console.tsx';
import { allByRole, byRole, click, field, maybeByRole, text, until } from '../support/console/render.tsx';
import { card, clickButton, fill, openDialog, optionsOf, untilText } from './steps.ts';

const app = testConsole();

const note = '1 record could not be read: id is not a number.';

const isList = (value: unknown): value is unknown[] => Array.isArray(value);
/** Adds a row in front of an answer's rows. */
function withRow(row: unknown) {
  return (data: unknown): unknown =>
    isList(data) ? [row, ...data] : { ...Object(data), data: [row, ...Object(data).data] };
}
const withOddRow = (key: ReadKey) => app.answer(key, { change: withRow({ id: 'odd' }) });

describe('a row that cannot be read is counted and named, and the others are shown', () => {
  test.each<[ReadKey, string, string]>([
    ['GET /companies', '/companies', 'article'],
    ['GET /access-controllers', '/access-controllers', 'article'],
    ['GET /employees', '/employees', 'article'],
    ['GET /roles', '/roles', 'article'],
    ['GET /users', '/users', 'article'],
    ['GET /settings', '/settings', 'row'],
    ['GET /attendance', '/attendance?start_date=&end_date=', 'row'],
    ['GET /hr-sync/companies', '/hr-sync', 'row'],
  ])('%s on %s', async (key, path, role) => {
    withOddRow(key);
    await app.open(path);
    await untilText(note);
    expect(allByRole(role).length).toBeGreaterThan(1);
    expect(maybeByRole('alert')).toBeUndefined();
  });

  test('among the URLs of a company', async () => {
    withOddRow('GET /companies/{id}/urls');
    await app.open('/companies');
    const dialog = await openDialog('URLs of Ashdown & Vale Logistics', 'Manage URLs - Ashdown & Vale Logistics');
    await until(() => text(dialog).includes(note));
    expect(dialog.querySelectorAll('li').length).toBeGreaterThan(0);
  });

  test('among the roles and companies of the user dialog, and the companies of a form and of a filter', async () => {
    withOddRow('GET /roles');
    withOddRow('GET /companies/all');
    await app.open('/users');
    const form = await openDialog('Add User', 'Add User');
    await until(() => text(form).split(note).length === 3);
    expect(maybeByRole('checkbox', /^Auditor/, form)).toBeDefined();

    await app.open('/employees');
    await until(() => text(field('Company')).includes(note));
    expect(text(await openDialog('Add Employee', 'Add Employee'))).toContain(note);
  });

  test('among the choices of the attendance filters, and the URL types', async () => {
    for (const key of ['GET /companies/all', 'GET /companies/{id}/employees'] as const) withOddRow(key);
    await app.open('/attendance?panel=open&company_id=1');
    await until(() => !field('Employee').disabled);
    await click(field('Employee'));
    await untilText(note);

    app.answer('GET /settings/url-types', { data: ['website', { name: 'crm' }] });
    await app.open('/companies');
    await openDialog('URLs of Ashdown & Vale Logistics', 'Manage URLs - Ashdown & Vale Logistics');
    const form = await openDialog('Add URL', 'Add URL');
    await until(() => text(form).includes('1 record could not be read: it is not text.'));
  });

  test('and if no row can be read, the list is not called empty', async () => {
    app.answer('GET /companies', { data: { data: [{ id: 'a' }, { name: 'b' }], total: 2, last_page: 1 } });
    await app.open('/companies');
    await untilText('2 records could not be read: id is not a number.');
    expect(text()).not.toContain('No companies found');
  });
});

describe('a word that only the server knows is shown as it came', () => {
  const record = { id: 7, timestamp: '2026-03-08 18:01:02', is_processed: 0, created_at: '2026-03-08 18:01:03' };

  test('as the kind of an event', async () => {
    const data = { ...record, event_type: 'Door forced' };
    app.answer('GET /attendance', { data: [data, { ...record, id: 8, event_type: 'check_in' }] });
    app.answer('GET /attendance/{id}', { data });
    await app.open('/attendance');
    await untilText('Door forced');
    expect(text()).toContain('Check In');
    await click(byRole('button', /^View Door forced/));
    await until(() => text(byRole('dialog', 'Attendance Record')).includes('EventDoor forced'));
  });

  test('as the type of a setting, whose value is edited as text', async () => {
    app.answer('GET /settings', {
      data: [{ id: 1, key: 'opens_at', value: '08:00', type: 'time', description: '', is_public: true }],
    });
    app.answer('PUT /settings/{keyOrId}', { data: null });
    await app.open('/settings');
    await untilText('opens_at08:00time');
    const form = await openDialog('Edit opens_at', 'Edit Setting');
    expect(field('Type', form).value).toBe('time');
    await fill({ Value: '09:00' }, form);
    await clickButton('Update Setting', form);
    await untilText('Setting updated successfully');
    expect(app.bodies('PUT /settings/{keyOrId}')).toMatchObject([{ value: '09:00' }]);
  });

  test('as the health of a URL', async () => {
    app.answer('GET /companies', {
      data: [{ id: 1, name: 'Alder', urls: [{ id: 1, url_type: 'crm', url: '', health_status: 'degraded' }] }],
    });
    await app.open('/companies');
    expect(text(await card('Alder'))).toMatch(/Unknown ?\(degraded\)/);
  });

  test('as the mode of an HR sync, which is sent back unchanged', async () => {
    app.answer('GET /companies/{id}/hr-sync/config', {
      data: { hr_sync_config: { multiple_clock_out_mode: 'quarters', sync_time_threshold_hour: 18 } },
    });
    app.answer('PUT /companies/{id}/hr-sync/config', { data: null });
    await app.open('/companies');
    const company = 'Ashdown & Vale Logistics';
    const dialog = await openDialog(`HR Sync Configuration of ${company}`, `HR Sync Configuration - ${company}`);
    await until(() => field('Multiple clock-out mode', dialog).value === 'quarters');
    await fill({ 'Sync time threshold hour': '17' }, dialog);
    await clickButton('Save Configuration', dialog);
    await untilText('HR sync configuration saved successfully');
    expect(app.bodies('PUT /companies/{id}/hr-sync/config')).toMatchObject([{ multiple_clock_out_mode: 'quarters' }]);
  });
});

describe('a call that fails is explained beside what is shown without it', () => {
  test.each<[ReadKey, string, string]>([
    ['GET /presence', '/employees?id=1', 'Not all facts could be loaded. '],
    ['GET /companies/{id}/employees', '/employees?id=1', 'Not all people of the company could be loaded. '],
    ['GET /companies/{id}/employees', '/timesheets?company_id=1', 'Not all departments could be loaded. '],
    ['GET /access-controllers/{id}/device', '/access-controllers?id=1&tab=details', 'Not all facts could be loaded. '],
    ['GET /access-controllers/{id}/device', '/access-controllers?id=1&tab=state', ''],
    ['GET /invitations', '/users', 'Not everything about invitations could be loaded. '],
    ['GET /permissions/by-module', '/roles?view=matrix', 'Not all permissions could be loaded. '],
    ['GET /closed-months', '/exceptions?is_answered=', 'Not all closed months could be loaded. '],
    ['GET /corrections', '/exceptions', 'Not all counts could be loaded. '],
    ['GET /audit/head', '/audit', ''],
  ])('%s on %s, with Retry', async (key, path, what) => {
    app.answer(key, { status: 500, message: 'Out of order' });
    await app.open(path);
    const alert = await until(() => byRole('alert', new RegExp(`^${what}Out of order`)));
    const isOfDoor = key === 'GET /access-controllers/{id}/device';
    expect(text().includes('State unavailable')).toBe(isOfDoor);
    app.passThrough(key);
    await clickButton('Retry', alert);
    await until(() => maybeByRole('alert') === undefined);
  });

  test('the list of all companies, of which the first page is offered', async () => {
    app.answer('GET /companies/all', { status: 500, message: 'Out of order' });
    await app.open('/employees');
    await until(() => text(field('Company')).includes('Only the first companies could be loaded'));
    expect(text(field('Company'))).toContain('Ashdown & Vale Logistics');
    await app.open('/attendance?company_id=1');
    await untilText('Company: 1');
    expect(text()).not.toContain('Unknown Company');
  });

  test('the departments of a week pattern, which can still be for the whole company', async () => {
    app.answer('GET /companies/{id}/employees', { status: 500, message: 'Out of order' });
    await app.open('/companies?id=1&tab=day-rules');
    const form = await openDialog('Add Pattern', 'Add Pattern');
    await until(() => text(form).includes('The departments could not be loaded. Out of order'));
    app.passThrough('GET /companies/{id}/employees');
    await clickButton('Retry', form);
    expect(document.activeElement).toBe(field('Of', form));
    await until(() => optionsOf('Of', form).length > 1);
  });

  test('the count of what goes with a company', async () => {
    app.answer('GET /companies/{id}/employees', { status: 500, message: 'Out of order' });
    await app.open('/companies?id=1');
    await clickButton('Delete');
    const question = await until(() => byRole('alertdialog'));
    await until(() => text(question).includes('Not everything could be counted. Out of order'));
    app.passThrough('GET /companies/{id}/employees');
    await clickButton('Retry', question);
    await until(() => /\d employees/.test(text(question)));
    expect(text(question)).not.toContain('Not everything could be counted.');
  });
});
