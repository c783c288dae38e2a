// The dialog HR Sync Configuration: the status of two days, and settings, which can be tested before saving.

import { beforeEach, describe, expect, test } from 'vitest';
import { testConsole } from '../support/console/console.tsx';
import {
  allByRole,
  byRole,
  click,
  field,
  maybeByRole,
  nameOf,
  settle,
  text,
  type,
  until,
} from '../support/console/render.tsx';
import { clickButton, errorAt, fill, openDialog, optionsOf, untilText } from './steps.ts';

const app = testConsole();

const readConfig = 'GET /companies/{id}/hr-sync/config';
const saveConfig = 'PUT /companies/{id}/hr-sync/config';
const resetConfig = 'POST /companies/{id}/hr-sync/config/reset';
const readStatus = 'GET /companies/{id}/hr-sync/status';
const testCall = 'POST /companies/{id}/hr-sync/test';

const specDefaults = {
  multiple_clock_out_mode: 'first_last',
  lunch_break_detection: true,
  min_break_duration_minutes: 30,
  max_break_duration_minutes: 120,
  sync_time_threshold_hour: 18,
  auto_detect_breaks: true,
};

const mode = 'Multiple clock-out mode';
const detection = 'Lunch break detection';
const shortest = 'Minimum break duration (minutes)';
const longest = 'Maximum break duration (minutes)';
const threshold = 'Sync time threshold hour';

const detail = {
  employee_id: 'E-1',
  total_records: 6,
  lunch_breaks_detected: 1,
  sync_mode: 'first_last',
  clock_ins_to_send: 2,
  clock_outs_to_send: 3,
};
const tested = (more: object = {}) => ({ results: { success: true, sync_details: [detail], ...more } });

let dialog: HTMLElement;

/** Opens the dialog of the first company of the sample data. */
async function open(): Promise<void> {
  await app.open('/companies');
  const name = await until(() => allByRole('article').map(nameOf)[0]);
  dialog = await openDialog(`HR Sync Configuration of ${name}`, `HR Sync Configuration - ${name}`);
}

async function openLoaded(): Promise<void> {
  await open();
  await until(() => field(mode, dialog));
}

const check = (label: string) => click(field(label, dialog));
const valueIn = (label: string) => field(label, dialog).value;
const section = (title: string) => byRole('heading', title, dialog).closest('section') ?? dialog;

describe('with a server that knows only the specification', () => {
  beforeEach(() => app.answer(readConfig, { data: { hr_sync_config: specDefaults } }));

  test('shows the status of both days', async () => {
    app.answer(readStatus, {
      data: {
        today: { total_records: 40, synced: 25, failed: 5, pending: 10 },
        yesterday: { total_records: 38, synced: 37, failed: 1 },
      },
    });
    await openLoaded();
    await until(() => text(section('Sync Status')).includes('Yesterday'));
    expect(text(section('Sync Status'))).toBe('Sync StatusTotal recordsSyncedFailedPendingToday4025510Yesterday38371');
  });

  test("shows the server's settings and sends nothing beyond the specification", async () => {
    await openLoaded();
    expect(optionsOf(mode, dialog)).toEqual([
      'First check-in and last check-out only',
      'All records, including lunch breaks',
    ]);
    expect([valueIn(mode), valueIn(shortest), valueIn(longest), valueIn(threshold)]).toEqual([
      'first_last',
      '30',
      '120',
      '18',
    ]);
    expect(() => field('Signing secret', dialog)).toThrow();
    app.answer(saveConfig, { data: null });
    await fill({ [mode]: 'all_records', [threshold]: '0' }, dialog);
    await clickButton('Save Configuration', dialog);
    await untilText('HR sync configuration saved successfully');
    expect(app.bodies(saveConfig)).toEqual([
      { ...specDefaults, multiple_clock_out_mode: 'all_records', sync_time_threshold_hour: 0 },
    ]);
  });

  test('sends only a dry run of the saved settings, and shows totals and each employee', async () => {
    await openLoaded();
    app.answer(testCall, { data: tested({ sync_details: [detail, { ...detail, employee_id: 'E-2' }] }) });
    await clickButton('Dry Run Test', dialog);
    await untilText('Dry run completed successfully');
    expect(app.bodies(testCall)).toEqual([{ dry_run: true }]);
    const results = section('Test Results');
    expect(text(results)).toContain(
      'Employees2Total records12Lunch breaks detected2Clock-ins to send4Clock-outs to send6',
    );
    const cellsOf = (row: Element) => [...row.children].map((cell) => cell.textContent);
    expect([...results.querySelectorAll('tbody tr')].map(cellsOf)).toEqual([
      ['E-1', '6', '1', 'First and last', '2', '3'],
      ['E-2', '6', '1', 'First and last', '2', '3'],
    ]);
    expect(text(results)).not.toContain('Held back');
  });

  test('shows each request of a dry run, collapsed, with its body as indented JSON', async () => {
    await openLoaded();
    const request = (body: string) => ({
      method: 'POST',
      url: 'https://hr.alder.example/in',
      headers: { Authorization: 'Bearer •••', Accept: 'application/json' },
      body,
    });
    const requests = [request('{"id":1,"list":[2]}'), request('not <b>JSON</b>')];
    app.answer(testCall, { data: tested({ requests, request_count: 112 }) });
    await clickButton('Dry Run Test', dialog);
    const part = await until(() => maybeByRole('region', 'Requests', dialog));
    expect(text(part)).toContain('112 requests would be sent, of which these are the first');
    const shown = [...part.querySelectorAll('details')];
    expect(shown.map(({ open }) => open)).toEqual([false, false]);
    expect(shown.map((each) => each.querySelector('summary')?.textContent)).toEqual(
      Array.from({ length: 2 }, () => 'POST https://hr.alder.example/in'),
    );
    expect([...part.querySelectorAll('pre')].map((each) => each.textContent)).toEqual([
      'Authorization: Bearer •••\nAccept: application/json',
      '{\n  "id": 1,\n  "list": [\n    2\n  ]\n}',
      'Authorization: Bearer •••\nAccept: application/json',
      'not <b>JSON</b>',
    ]);
  });

  test('says when a sync would send no request', async () => {
    await openLoaded();
    app.answer(testCall, { data: tested({ requests: [], request_count: 0 }) });
    await clickButton('Dry Run Test', dialog);
    await until(() => text(section('Test Results')).includes('No request would be sent.'));
  });

  test('says that a dry run of unsaved settings used the saved ones', async () => {
    await openLoaded();
    app.answer(testCall, { data: tested() });
    await type(field(threshold, dialog), '9');
    await clickButton('Dry Run Test', dialog);
    await until(() => text(dialog).includes('This server can only test saved settings'));
  });
});

describe('the settings', () => {
  test('for breaks are shown only while breaks are detected, and are sent back as saved', async () => {
    await openLoaded();
    await type(field(shortest, dialog), '1');
    await check(detection);
    expect(() => field(shortest, dialog)).toThrow();
    expect(() => field(longest, dialog)).toThrow();
    expect(field('Auto detect breaks', dialog)).toBeDefined();
    await clickButton('Save Configuration', dialog);
    await untilText('HR sync configuration saved successfully');
    expect(app.bodies(saveConfig)).toEqual([
      expect.objectContaining({ lunch_break_detection: false, min_break_duration_minutes: 30 }),
    ]);
    await check(detection);
    expect(valueIn(shortest)).toBe('30');
    await clickButton('Save Configuration', dialog);
    await until(() => app.bodies(saveConfig).length === 2);
  });

  test.each([
    [shortest, '4', 'Minimum break must be 5 to 480 minutes'],
    [shortest, '', 'Minimum break must be 5 to 480 minutes'],
    [longest, '481', 'Maximum break must be 30 to 480 minutes'],
    [longest, '29', 'Maximum break must be 30 to 480 minutes'],
    [threshold, '24', 'Sync threshold hour must be 0 to 23'],
    [threshold, '1.5', 'Sync threshold hour must be 0 to 23'],
  ])('reject %s of %o, for saving and for testing', async (label, value, complaint) => {
    await openLoaded();
    await type(field(label, dialog), value);
    for (const button of ['Save Configuration', 'Dry Run Test']) {
      await clickButton(button, dialog);
      expect(errorAt(label, dialog)).toContain(complaint);
      expect(document.activeElement).toBe(field(label, dialog));
    }
    expect([...app.bodies(saveConfig), ...app.bodies(testCall)]).toEqual([]);
  });

  test('reject a shortest break longer than the longest', async () => {
    await openLoaded();
    await fill({ [shortest]: '90', [longest]: '60' }, dialog);
    await clickButton('Save Configuration', dialog);
    expect(errorAt(longest, dialog)).toContain('must not be shorter than the minimum');
    expect(app.bodies(saveConfig)).toEqual([]);
  });

  test('offer no secret for an HR system with credentials of its own', async () => {
    const stored = { ...specDefaults, has_signing_secret: false, can_be_signed: false };
    app.answer(readConfig, { data: { hr_sync_config: stored } });
    await openLoaded();
    expect(() => field('Signing secret', dialog)).toThrow();
  });

  test('accept a secret and never show it', async () => {
    await openLoaded();
    await type(field('Signing secret', dialog), 'between us');
    await clickButton('Save Configuration', dialog);
    await until(() => text(dialog).includes('Set. Leave blank to keep the current secret'));
    expect(valueIn('Signing secret')).toBe('');
    expect(app.bodies(saveConfig)).toEqual([expect.objectContaining({ signing_secret: 'between us' })]);
    expect(app.bodies(saveConfig)).not.toContainEqual(expect.objectContaining({ has_signing_secret: true }));
  });

  test('ask before dropping typed changes, but not after saving', async () => {
    await openLoaded();
    await type(field(threshold, dialog), '7');
    await clickButton('Close', dialog);
    await clickButton('Keep Editing', await until(() => byRole('alertdialog')));
    expect(valueIn(threshold)).toBe('7');
    await clickButton('Save Configuration', dialog);
    await untilText('HR sync configuration saved successfully');
    await until(() => app.bodies(readStatus).length === 2);
    await clickButton('Close', dialog);
    expect(maybeByRole('alertdialog')).toBeUndefined();
    expect(maybeByRole('dialog')).toBeUndefined();
  });

  test.each([
    ['says nothing', null],
    ['repeats what it saved', { hr_sync_config: { ...specDefaults, sync_time_threshold_hour: 7 } }],
  ])('typed during a save stay, and count as unsaved, when the server %s', async (_, data) => {
    let arrive = () => {};
    app.answer(saveConfig, { data, when: new Promise<void>((resolve) => (arrive = resolve)) });
    await openLoaded();
    await type(field(threshold, dialog), '7');
    await clickButton('Save Configuration', dialog);
    await type(field(threshold, dialog), '9');
    await clickButton('Close', dialog);
    const question = await until(() => byRole('alertdialog'));
    expect(text(question)).toContain('They are being saved, and closing does not stop that.');
    await clickButton('Keep Editing', question);
    arrive();
    await untilText('HR sync configuration saved successfully');
    await settle();
    expect(valueIn(threshold)).toBe('9');
    await clickButton('Close', dialog);
    expect(text(byRole('alertdialog'))).toContain('has not been saved');
  });

  test('typed during a reset stay', async () => {
    let arrive = () => {};
    const when = new Promise<void>((resolve) => (arrive = resolve));
    app.answer(resetConfig, { data: { hr_sync_config: specDefaults }, when });
    await openLoaded();
    await clickButton('Reset to Defaults', dialog);
    const question = await until(() => byRole('alertdialog'));
    await clickButton('Reset', question);
    await clickButton('Cancel', question);
    await type(field(threshold, dialog), '5');
    arrive();
    await untilText('Configuration reset to defaults');
    await settle();
    expect(valueIn(threshold)).toBe('5');
  });

  test('return to the defaults after confirmation', async () => {
    await openLoaded();
    await type(field(threshold, dialog), '7');
    await clickButton('Reset to Defaults', dialog);
    await clickButton('Cancel', await until(() => byRole('alertdialog')));
    expect(app.bodies(resetConfig)).toEqual([]);

    app.answer(resetConfig, { status: 500 });
    await clickButton('Reset to Defaults', dialog);
    await clickButton('Reset', await until(() => byRole('alertdialog')));
    await until(() => text(byRole('alertdialog')).includes('Failed to reset configuration'));
    const errors = { hour: ['The hour is set by the holding.'] };
    app.answer(resetConfig, { status: 422, message: 'The given data was invalid.', errors });
    await clickButton('Reset', byRole('alertdialog'));
    await until(() => text(byRole('alertdialog')).includes('was invalid. The hour is set by the holding.'));
    app.passThrough(resetConfig);
    await clickButton('Reset', await until(() => byRole('alertdialog')));
    await untilText('Configuration reset to defaults');
    expect(valueIn(threshold)).toBe('18');
    await settle();
    await clickButton('Close', dialog);
    expect(maybeByRole('dialog')).toBeUndefined();
  });

  test('stay, with the reason, when saving fails', async () => {
    await openLoaded();
    await type(field(threshold, dialog), '9');
    app.answer(saveConfig, { status: 500 });
    await clickButton('Save Configuration', dialog);
    await until(() => text(byRole('alert', undefined, dialog)).includes('Failed to save configuration'));
    expect(valueIn(threshold)).toBe('9');
    app.answer(saveConfig, { status: 422, errors: { sync_time_threshold_hour: ['Too early for us'] } });
    await clickButton('Save Configuration', dialog);
    await until(() => errorAt(threshold, dialog).includes('Too early for us'));
  });

  test('show an error with Retry when they do not load', async () => {
    app.answer(readConfig, { status: 500 });
    await open();
    await until(() => text(dialog).includes('Failed to fetch HR sync configuration'));
    app.passThrough(readConfig);
    await clickButton('Retry', dialog);
    await until(() => field(mode, dialog));
  });
});

describe('a test', () => {
  const record = { record_id: 1, event_type: 'check-out', timestamp: '2026-05-12 17:00:00' };
  const held = { ...record, reason: 'before_threshold' };
  const sentence = 'Check-outs of 2026-05-12 are sent from 18:00 (UTC)';
  const rejected = {
    record_id: 2,
    event_type: 'check-in',
    timestamp: '2026-05-12 08:30:00',
    reason: 'delivery_failed',
    sentence: 'It needs a manual retry: Employee is unknown',
  };

  test('explains held records, breaks and anomalies in words', async () => {
    await openLoaded();
    const more = {
      held_back: [{ ...held, sentence }, rejected],
      breaks: [{ from: '2026-05-12 12:00:00', to: '2026-05-12 12:40:00', minutes: 40 }],
      warnings: ['No check-out follows the check-in at 13:00'],
      already_sent: 4,
    };
    app.answer(testCall, { data: tested({ sync_details: [{ ...detail, ...more }] }) });
    await clickButton('Dry Run Test', dialog);
    await until(() => text(dialog).includes('1 held back, 1 rejected, 1 break'));
    for (const words of [
      `Held back: check-out at 17:00:00. ${sentence}.`,
      'Break: 12:00:00 to 12:40:00, 40 minutes.',
      'Warning: No check-out follows the check-in at 13:00.',
      'Rejected: check-in at 08:30:00. It needs a manual retry: Employee is unknown.',
      'Sent before4Held back1Rejected1Warnings1',
    ])
      expect(text(section('Test Results'))).toContain(words);
  });

  test('uses the unsaved form and shows what would change', async () => {
    app.answer(readConfig, { data: { hr_sync_config: specDefaults } });
    await openLoaded();
    await type(field(threshold, dialog), '0');
    const change = { ...record, employee_id: 'E-1', saved: sentence, tried: 'Will be sent by the next sync' };
    app.answer(testCall, { data: tested({ changes: [change] }) });
    await clickButton('Dry Run Test', dialog);
    const changes = await until(() => byRole('table', /^Changes against the saved settings/, dialog));
    expect(text(changes)).toContain(`E-1check-out at 17:00:00${sentence}Will be sent by the next sync`);
    expect(app.bodies(testCall)).toEqual([{ dry_run: true, config: { ...specDefaults, sync_time_threshold_hour: 0 } }]);
    await type(field(threshold, dialog), '1');
    expect(text(dialog)).toContain('The settings have changed since this test');
    await clickButton('Sync Today Now', dialog);
    expect(maybeByRole('alertdialog')).toBeUndefined();
  });

  test('on the real server changes nothing that is saved', async () => {
    await openLoaded();
    await fill({ [mode]: 'all_records' }, dialog);
    await clickButton('Dry Run Test', dialog);
    await untilText('Dry run completed successfully');
    expect(text(dialog)).toMatch(/would do now with these settings/);
    await clickButton('Close', dialog);
    await clickButton('Discard', await until(() => byRole('alertdialog')));
    await open();
    await until(() => valueIn(mode) === 'first_last');
  });

  test('plans a chosen day, and what is missing needs no click more', async () => {
    await openLoaded();
    const warnings = ['No check-out follows the check-in at 13:00'];
    const others = { ...detail, employee_id: 'E-2', warnings };
    app.answer(testCall, { data: tested({ date: '2026-05-11', sync_details: [detail, others] }) });
    await type(field(/^Day to test/, dialog), '2026-05-11');
    const results = await until(() => section('Test Results'));
    await until(() => text(results).includes('a sync of 11 May 2026'));
    expect(app.bodies(testCall)).toEqual([{ dry_run: true, date: '2026-05-11' }]);
    const [first] = results.querySelectorAll('tbody tr');
    expect(first?.textContent).toContain('E-2Warning: No check-out follows the check-in at 13:00.');
    expect(first?.querySelector('details')).toBeNull();
    expect(byRole('button', 'Sync 2026-05-11 Now', dialog)).toBeDefined();
  });

  test('refuses a day with the reason at its field', async () => {
    await openLoaded();
    await type(field(/^Day to test/, dialog), '2999-01-01');
    await until(() => field(/^Day to test/, dialog).getAttribute('aria-invalid') === 'true');
  });

  test('sync sends records after confirmation', async () => {
    await openLoaded();
    app.answer(testCall, { data: tested() });
    await clickButton('Dry Run Test', dialog);
    await until(() => maybeByRole('button', 'Sync Today Now', dialog));
    app.answer(testCall, { data: tested({ sync: { success: 5, failed: 0, errors: [] } }) });
    await clickButton('Sync Today Now', dialog);
    await clickButton('Send Now', await until(() => byRole('alertdialog')));
    await untilText('Test sync completed successfully');
    expect(app.bodies(testCall)).toEqual([{ dry_run: true }, { dry_run: false }]);
    expect(text(section('Test Results'))).toContain('Sent now5Failed now0');
  });

  test('sync that fails in part shows the reasons', async () => {
    await openLoaded();
    app.answer(testCall, { data: tested() });
    await clickButton('Dry Run Test', dialog);
    await until(() => maybeByRole('button', 'Sync Today Now', dialog));
    const sync = { success: 4, failed: 1, errors: ['Employee E-1 is unknown'] };
    app.answer(testCall, { data: tested({ success: false, sync }) });
    await clickButton('Sync Today Now', dialog);
    await clickButton('Send Now', await until(() => byRole('alertdialog')));
    await until(() => text(section('Test Results')).includes('Employee E-1 is unknown'));
    expect(text(section('Test Results'))).toContain('Test sync failed');
  });

  test.each([
    ['a count without failures', { success: 7, failed: 0 }, true],
    ['a count of zero on a day without records', { success: 0, failed: 0 }, true],
    ['a count beside failures', { success: '7', failed: 2 }, false],
    ['a boolean as text', { success: 'true' }, true],
    ['a boolean as a number', { success: 0 }, false],
  ])('whose success is %s is shown as what it is', async (_, results, isGood) => {
    await openLoaded();
    app.answer(testCall, { data: tested(results) });
    await clickButton('Dry Run Test', dialog);
    await untilText(isGood ? 'Dry run completed successfully' : 'Test sync failed');
    expect(text(section('Test Results')).includes('Test sync failed')).toBe(!isGood);
    if ('failed' in results) {
      expect(text(section('Test Results'))).toContain(`Successful${results.success}Failed${results.failed}`);
    }
  });

  test('that fails shows the error', async () => {
    await openLoaded();
    app.answer(testCall, { status: 500 });
    await clickButton('Dry Run Test', dialog);
    await until(() => text(dialog).includes('Test sync failed. HTTP error! status: 500'));
    expect(maybeByRole('heading', 'Test Results', dialog)).toBeUndefined();
  });
});
