// What a device sent beside how it was read, and reading it again.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startConsole, type TestConsole } from '../../support/console/console.tsx';
import { allByRole, byRole, click, field, maybeByRole, text, type, until } from '../../support/console/render.tsx';
import { clickButton, openDialog, untilText } from '../steps.ts';
import { events, pageOf, reinterpretation } from './answers.ts';
import { type Door, minutesAgo, storeDevice, storeFact } from './storedDevice.ts';

let app: TestConsole;
let door: Door;

const listed = 'GET /access-controllers/{id}/device/events';
const reading = 'POST /access-controllers/{id}/device/reinterpret';

let stored: { door: Door; device: number };

beforeAll(async () => {
  app = await startConsole();
  stored = await storeDevice(app);
  ({ door } = stored);
});
afterAll(() => app.stop());
beforeEach(() => app.answer(listed, { data: pageOf(events, 1, 3) }));

const open = (filters = '', person?: 'auditor') =>
  app.open(`/access-controllers?id=${door.id}&tab=events${filters}`, person);
const rows = () => allByRole('row').filter((row) => row.querySelector('th[scope=row]'));
const address = () => Object.fromEntries(new URLSearchParams(location.search));
const asked = () => String(app.seen.findLast(({ key }) => key === listed)?.query);

test('lists what the server stored, and only what the filters let through', async () => {
  app.passThrough(listed);
  const [day = ''] = minutesAgo(20 * 1440).split(' ');
  await storeFact(app, stored, { at: `${day} 08:00:00`, code: '00042', outcome: 'no_direction', reason: 'No key' });
  await storeFact(app, stored, { at: `${day} 09:00:00`, code: '42', outcome: 'repeat', raw: '42\traw' });
  await open(`&day=${day}`);
  await until(() => rows().length === 2);
  await open(`&day=${day}&code=00042`);
  await until(() => rows().length === 1);
  expect(text(rows()[0])).toMatch(/No one · 00042.*No directionNo key/);
  await open('&outcome=repeat');
  const [repeat] = await until(() => rows().length === 1 && rows());
  if (repeat) await click(repeat);
  expect((await until(() => byRole('region', 'The line itself'))).textContent).toBe('42\traw');
});

test('shows each fact as it was sent beside its outcome, and the record that it became', async () => {
  await open();
  await until(() => rows().length === events.length);
  const cells = rows().map((row) => [...row.children].map((cell) => text(cell)));
  const [first, unknown, repeat, , unreadable] = cells;
  expect(first?.[0]).toBe('Bee Kiln · E1001');
  expect(first?.slice(2)).toEqual(['Asia/Kolkata', '0', 'ATTLOG', '1289', '08:00:14', 'AttendanceRecord 49']);
  expect(unknown?.[0]).toBe('No one · 4711');
  expect(repeat?.at(-1)).toBe('RepeatIt repeats the event 7 seconds before');
  expect(unreadable?.slice(0, 2)).toEqual(['No person', 'No time']);
  expect(byRole('link', 'Record 49').getAttribute('href')).toMatch(/^\/attendance\?start_date=.*&record=49$/);
});

test('the filters are in the address, and the server is asked for them', async () => {
  await open();
  await until(() => rows().length > 0);
  await clickButton('Outcome: All');
  await type(field('Outcome'), 'no_direction');
  await until(() => address().outcome === 'no_direction');
  await clickButton('Code: All');
  await type(field('Code, as the device sends it'), '00042');
  await until(() => asked().includes('code=00042'));
  await clickButton('Day: All');
  await type(field('Day'), '2026-11-20');
  await until(() => asked().includes('day=2026-11-20'));
  expect(asked()).toContain('outcome=no_direction');
  expect(address()).toMatchObject({ outcome: 'no_direction', code: '00042', day: '2026-11-20' });
  await clickButton(/^Remove filter Outcome/);
  await until(() => !asked().includes('outcome'));
});

test('goes on to the next page', async () => {
  await open();
  await click(await until(() => byRole('button', 'Next')));
  await until(() => asked().includes('page=2'));
  expect(address().page).toBe('2');
});

test('times by the clock of the company have its offset, beside the zone of the device', async () => {
  const day = '2026-11-20';
  const sent = { ...events[0], local_time: `${day} 13:30:00`, zone: 'Asia/Kolkata' };
  const read = { received_at: `${day}T09:00:03+01:00`, timestamp: `${day}T09:00:00+01:00` };
  app.answer(listed, { data: pageOf([{ ...sent, ...read }], 1, 1) });
  await open(`&event=${events[0]?.id}`);
  const dialog = await until(() => byRole('dialog', 'Device Event'));
  expect(text(byRole('region', 'As it was sent', dialog))).toContain(`Received${day} 09:00:03 +01:00`);
  expect(text(byRole('region', 'What it was read as', dialog))).toContain(
    `Zone of the deviceAsia/KolkataTime${day} 09:00:00 +01:00`,
  );
});

test('a row opens the event with its raw line, and its address can be shared', async () => {
  await open();
  const [, unknown] = await until(() => rows().length > 1 && rows());
  if (unknown) await click(unknown);
  const dialog = await until(() => byRole('dialog', 'Device Event'));
  expect(byRole('region', 'The line itself', dialog).textContent).toBe(events[1]?.raw);
  expect(text(byRole('region', 'As it was sent', dialog))).toContain('Number1288');
  expect(text(byRole('region', 'What it was read as', dialog))).toContain('PersonNo one');
  expect(address().event).toBe('8');
  await clickButton('Close', dialog);
  await until(() => !maybeByRole('dialog'));
  await open('&event=3');
  await untilText('The device says that it sends it again');
  await untilText('1283, after its numbers began again (1)');
});

test('the event of an unknown person leads to whose code it is', async () => {
  await open('&event=8');
  const dialog = await until(() => byRole('dialog', 'Device Event'));
  await clickButton('Assign Code', dialog);
  await until(() => byRole('dialog', 'Assign Code 4711'));
});

test('no events are explained, and differently where filters leave none', async () => {
  app.answer(listed, { data: pageOf([]) });
  await open();
  await untilText('No events yet');
  await open('&outcome=repeat');
  await untilText('The device sent none that match the filters.');
  await clickButton('Show All Events');
  await until(() => address().outcome === undefined);
});

test('a failure can be tried again, and what cannot be understood is said', async () => {
  app.answer(listed, { status: 500 });
  await open();
  const retry = await until(() => byRole('button', 'Retry'));
  app.answer(listed, { data: pageOf([...events, { id: 'x' }]) });
  await click(retry);
  await until(() => rows().length === events.length);
  await untilText('1 record could not be read');
});

test('reading again first shows what would change, and which events stay and why', async () => {
  app.answer(reading, { data: reinterpretation });
  await open('&day=2026-11-20');
  const dialog = await openDialog('Read Again', 'Read Events Again');
  await untilText('Of 120 events, 1 would change. 1 would differ, but stays as it is.');
  expect(text(byRole('table', undefined, dialog))).toContain('Check InCheck OutStays: HR has accepted the record');
  expect(app.bodies(reading)).toEqual([{ start_date: '2026-11-20', end_date: '2026-11-20', dry_run: true }]);
  await type(field('Start Date', dialog), '2026-11-09');
  await until(() => app.bodies(reading).length === 2);
  await click(await until(() => byRole('button', 'Change 1 Event', dialog)));
  await untilText('Changed 1 of 120 events, 9 – 20 Nov 2026. 1 stays as it was.');
  expect(app.bodies(reading).at(-1)).toEqual({ start_date: '2026-11-09', end_date: '2026-11-20', dry_run: false });
  expect(allByRole('button', /^Change/, dialog)).toEqual([]);
});

test('a change of events is reported even if the dialog was closed meanwhile', async () => {
  app.answer(reading, { data: reinterpretation });
  await open('&day=2026-11-20');
  const dialog = await openDialog('Read Again', 'Read Events Again');
  const change = await until(() => byRole('button', 'Change 1 Event', dialog));
  let arrive = () => {};
  app.answer(reading, { data: reinterpretation, when: new Promise<void>((resolve) => (arrive = resolve)) });
  await click(change);
  await clickButton('Cancel', dialog);
  await until(() => !maybeByRole('dialog'));
  arrive();
  await untilText('Changed 1 of 120 events, 20 Nov 2026. 1 stays as it was.');
});

test('offers no button where nothing would change', async () => {
  app.answer(reading, { data: { events: 3, changes: [], changed: 0, kept: 0 } });
  await open();
  const dialog = await openDialog('Read Again', 'Read Events Again');
  await untilText('None of 3 events would change.');
  expect(allByRole('button', /^Change/, dialog)).toEqual([]);
});

test('says why it cannot be worked out, and tries again', async () => {
  app.answer(reading, { status: 422, message: 'Please choose at most 93 days' });
  await open();
  const dialog = await openDialog('Read Again', 'Read Events Again');
  await untilText('Please choose at most 93 days');
  app.answer(reading, { data: reinterpretation });
  await clickButton('Retry', dialog);
  await untilText('Of 120 events, 1 would change.');
  app.answer(reading, { status: 409, message: 'Somebody reads them again right now' });
  await clickButton('Change 1 Event', dialog);
  await untilText('Somebody reads them again right now');
});

test('a user who may only view cannot read them again', async () => {
  await open('', 'auditor');
  await until(() => rows().length > 0);
  expect(allByRole('button', 'Read Again')).toEqual([]);
});
