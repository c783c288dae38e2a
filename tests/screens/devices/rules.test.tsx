// The rules for reading a device's events: fields with their errors, readers, and trying a mapping.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { byRole, click, field, maybeByRole, text, type, until } from '../../support/console/render.tsx';
import { clickButton, errorAt, fill, optionsOf, untilText } from '../steps.ts';
import { chooseKind, type DeviceConsole, startDeviceConsole } from './deviceConsole.ts';

const rules = 'PUT /access-controllers/{id}/device';

let use: DeviceConsole;
beforeAll(async () => {
  use = await startDeviceConsole();
});
afterAll(() => use.app.stop());

async function openRules(name: string, kind: string): Promise<HTMLElement> {
  await use.openPanel(await use.addController(name));
  await chooseKind(kind);
  await click(byRole('link', 'Rules'));
  await click(await until(() => byRole('button', 'Change Rules')));
  return until(() => byRole('dialog', `Change Rules - ${name}`));
}

test('are saved, and past events can be read again by them', async () => {
  const dialog = await openRules('North', 'ZKTeco');
  expect(optionsOf('Time zone of its clock', dialog)[0]).toBe('Time zone of the company (UTC)');
  await click(byRole('radio', 'By turns', dialog));
  await click(field('The offset that the device sends does not count', dialog));
  await fill({ 'Time zone of its clock': 'Europe/Berlin', 'Repeats within (seconds)': '30' }, dialog);
  await fill({ 'Silent after (minutes)': '15', 'Allowed networks': '10.0.0.0/8, 2001:db8::/32' }, dialog);
  // Pretends that the device has sent something before.
  use.app.answer('GET /access-controllers/{id}/device', {
    change: (data) => ({ ...Object(data), last_event_at: '2026-01-01T08:00:00Z' }),
  });
  await clickButton('Save Rules', dialog);
  await untilText('In and out by turns, within a working day');
  await until(() => byRole('button', 'Read Past Events Again'));
  expect(text()).toMatch(
    /Time zoneEurope\/BerlinOffsetThe one that the device sends does not count.*RepeatsWithin 30 seconds.*10\.0\.0\.0\/8, 2001:db8::\/32/,
  );
  expect(use.app.bodies(rules)).toMatchObject([
    { direction: 'alternating', zone: 'Europe/Berlin', ignores_offset: true, repeat_seconds: 30 },
  ]);
});

test('show what is wrong at its field, also what only the server knows', async () => {
  const dialog = await openRules('South', 'ZKTeco');
  await fill({ 'Repeats within (seconds)': '9999', 'Silent after (minutes)': '0', 'Allowed networks': 'home' }, dialog);
  await clickButton('Save Rules', dialog);
  expect(errorAt('Repeats within (seconds)', dialog)).toContain('from 0 to 3600');
  expect(errorAt('Silent after (minutes)', dialog)).toContain('from 1 to');
  expect(errorAt('Allowed networks', dialog)).toContain('“home” is not a network');
  expect(use.app.bodies(rules)).toEqual([]);
  await fill(
    { 'Repeats within (seconds)': '0', 'Silent after (minutes)': '5', 'Allowed networks': '10.0.0.0/99' },
    dialog,
  );
  await clickButton('Save Rules', dialog);
  await until(() => errorAt('Allowed networks', dialog).includes('10.0.0.0/99'));
});

test('ask before they drop what was changed', async () => {
  const dialog = await openRules('West', 'ZKTeco');
  await fill({ 'Repeats within (seconds)': '7' }, dialog);
  await clickButton('Cancel', dialog);
  await clickButton('Keep Editing', await until(() => byRole('alertdialog', 'Discard your changes?')));
  expect(field('Repeats within (seconds)', dialog).value).toBe('7');
});

test('give each reader its direction', async () => {
  const dialog = await openRules('East', 'ZKTeco');
  await click(byRole('radio', 'By reader', dialog));
  await clickButton('Save Rules', dialog);
  await until(() => text(dialog).includes('Please say of each reader'));
  await clickButton('Add Reader', dialog);
  await clickButton('Add Reader', dialog);
  await fill({ 'Reader 1': '1', 'Reader 2': '2', 'Direction of reader 2': 'out' }, dialog);
  await clickButton('Save Rules', dialog);
  await untilText('By reader: 1 in, 2 out');
});

test('ask how a zone of half hours is told only where there is one', async () => {
  const dialog = await openRules('Far', 'ZKTeco');
  expect(text(dialog)).not.toContain('How it is told its time zone');
  await fill({ 'Time zone of its clock': 'Asia/Kolkata' }, dialog);
  await fill({ 'How it is told its time zone': 'minutes' }, dialog);
  await clickButton('Save Rules', dialog);
  await until(() => use.app.bodies(rules).length === 1);
  expect(use.app.bodies(rules)).toMatchObject([{ half_hours: 'minutes', zone: 'Asia/Kolkata' }]);
});

test('map JSON, and show at once what a pasted message means', async () => {
  const dialog = await openRules('Mapped', 'JSON over HTTP');
  const message = field('A message', dialog);
  await type(message, '{"list":[{"who":"0042","at":"2026-11-23 08:00:00","way":"entry"},{"who":"7","at":"soon"}]}');
  await until(() => text(dialog).includes('The mapping must say where the person and the time are'));
  await fill(
    { 'List of events': 'list', Person: 'who', Time: 'at', Direction: 'way', 'Words for in': 'entry' },
    dialog,
  );
  await until(() => text(dialog).includes('Understood 2 events'));
  expect(text(dialog)).toMatch(/Person 0042Time 2026-11-23 08:00:00Direction in/);
  let arrive = () => {};
  const slow = { status: 500, message: 'Out of order', when: new Promise<void>((resolve) => (arrive = resolve)) };
  use.app.answer('POST /access-controllers/{id}/device/try', slow);
  await type(message, 'not JSON');
  await until(() => text(dialog).includes('Trying it…'));
  expect(text(dialog)).not.toContain('Understood');
  arrive();
  await until(() => text(dialog).includes('Out of order'));
  use.app.passThrough('POST /access-controllers/{id}/device/try');
  await clickButton('Retry', dialog);
  await until(() => text(dialog).includes('This is not JSON'));
  await fill({ Person: '' }, dialog);
  await clickButton('Save Rules', dialog);
  expect(errorAt('Person', dialog)).toContain('Please say where the person is');
  await fill({ Person: 'who[' }, dialog);
  await clickButton('Save Rules', dialog);
  await until(() => errorAt('Person', dialog).includes('Please enter a path such as user.code'));
});

test('of a webhook are only about its silence', async () => {
  const dialog = await openRules('Gateway', 'Rollcall webhook');
  expect(maybeByRole('radio', undefined, dialog)).toBeUndefined();
  await fill({ 'Silent after (minutes)': '60' }, dialog);
  await clickButton('Save Rules', dialog);
  await untilText('When not heard for 1 hour');
});
