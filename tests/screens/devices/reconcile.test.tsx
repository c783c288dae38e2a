// A day's events from the device to the HR system: what was lost on the way, and what can be done about it.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { today } from '../../../src/shared/words/days.ts';
import { startConsole, type TestConsole } from '../../support/console/console.tsx';
import { allByRole, byRole, click, field, maybeByRole, text, type, until } from '../../support/console/render.tsx';
import { clickButton, untilText } from '../steps.ts';
import { reconciliation } from './answers.ts';
import { type Door, minutesAgo, storeDevice, storeFact } from './storedDevice.ts';

let app: TestConsole;
let stored: { door: Door; device: number };
let door: Door;

const read = 'GET /access-controllers/{id}/device/reconciliation';
const ask = 'POST /access-controllers/{id}/device/commands';

beforeAll(async () => {
  app = await startConsole();
  stored = await storeDevice(app);
  ({ door } = stored);
});
afterAll(() => app.stop());

async function open(person?: 'auditor', filters = '') {
  await app.open(`/access-controllers?id=${door.id}&tab=reconcile${filters}`, person);
}
const answer = (change: Partial<typeof reconciliation> = {}) =>
  app.answer(read, {
    data: { ...reconciliation, controller: { ...reconciliation.controller, id: door.id }, ...change },
  });
const stages = () =>
  allByRole('listitem', undefined, byRole('list', 'From the device to HR')).map((each) => text(each));
const losses = (heading: RegExp) => byRole('region', heading);
const address = () => new URLSearchParams(location.search);

test('counts what the server stored, and leads from a lost event to it', async () => {
  // The sample has no events on that day.
  const [day = ''] = minutesAgo(80 * 1440).split(' ');
  await storeFact(app, stored, { at: `${day} 00:00:10`, code: '1', outcome: 'unreadable', reason: 'It has no time' });
  await open(undefined, `&day=${day}`);
  await until(() => stages().length === 7);
  expect(stages()[1]).toMatch(/Received1$/);
  expect(stages()[2]).toMatch(/^1 lostTaken0$/);
  expect(text(losses(/^Not taken: 1/))).toContain('It has no time');
  const link = byRole('link', 'Event').getAttribute('href') ?? '';
  expect(link).toContain(`tab=events&day=${day}`);
});

test('shows each stage with its count, and between them what was lost and what is no loss', async () => {
  answer();
  await open();
  await until(() => stages().length === 7);
  expect(stages()).toEqual([
    'On the device157',
    '17 lostReceived140',
    '3 lost−5 not lost, as noted belowTaken132',
    '3 lostAttendance129',
    '0 lostPlanned for HR129',
    '0 lostSent to HR129',
    '2 lostAccepted by HR127',
  ]);
  await untilText('Taken: 5 events repeat another.');
  await clickButton('17 lost');
  expect(text(document.activeElement ?? undefined)).toBe('Not received: 17');
});

test('a count that is not known is said', async () => {
  answer({ stages: reconciliation.stages.map((each, index) => (index === 0 ? { ...each, count: null } : each)) });
  await open();
  await until(() => stages()[0] === 'On the device?not known');
  expect(stages()[1]).toBe('17 lostReceived140');
  answer({
    losses: [],
    stages: reconciliation.stages.map((each, index) => (index === 0 ? { ...each, count: null } : each)),
  });
  await open();
  await until(() => stages()[1] === '?not known lostReceived140');
});

test('many for one reason are one line, until they are asked for', async () => {
  const [, , , unreadable] = reconciliation.losses;
  if (!unreadable) throw new Error('no such loss');
  answer({ losses: Array.from({ length: 6 }, () => unreadable) });
  await open();
  const lost = await until(() => losses(/^Not taken: 6/));
  expect(text(lost.querySelector('summary') ?? undefined)).toBe('The line has no time · 6 events');
  expect(lost.querySelector('details')?.open).toBe(false);
});

test('asks the device to send the day again', async () => {
  answer();
  app.answer(ask, { data: null });
  await open();
  await click(await until(() => byRole('button', 'Ask the Device to Send This Day Again')));
  await untilText('The device will be asked');
  expect(app.bodies(ask)).toEqual([{ command: 'resend', day: today() }]);
});

test('a code that nobody has is one row, and leads to assigning it', async () => {
  answer();
  await open();
  const lost = await until(() => losses(/^No attendance: 3/));
  expect(allByRole('listitem', undefined, lost).map((row) => text(row))).toEqual([
    expect.stringContaining('No employee has the code 4711 · 3 events'),
  ]);
  await clickButton('Assign code 4711', lost);
  await until(() => byRole('dialog', 'Assign Code 4711'));
});

test('what HR rejected is sent again, one record or all', async () => {
  answer();
  app.answer('POST /attendance/retry-hr', { data: { success: 1, failed: 0, errors: [] } });
  await open();
  const lost = await until(() => losses(/^Not accepted by HR: 2/));
  await clickButton('Retry record 51', lost);
  await untilText('Retry completed. Success: 1, Failed: 0');
  await clickButton('Retry All (2)', lost);
  await until(() => app.bodies('POST /attendance/retry-hr').length === 2);
  expect(app.bodies('POST /attendance/retry-hr')).toEqual([{ record_ids: [51] }, { record_ids: [51, 52] }]);
});

test('an event with an impossible time is corrected, and the rules can be changed', async () => {
  answer();
  await open();
  const lost = await until(() => losses(/^Not taken: 3/));
  expect(byRole('link', 'Change rules', lost).getAttribute('href')).toBe(`/access-controllers?id=${door.id}&tab=rules`);
  await clickButton('Correct: Bee Kiln', lost);
  const dialog = await until(() => byRole('dialog', 'Add Event'));
  expect([field('Date', dialog).value, field('Time', dialog).value]).toEqual([today(), '']);
});

test('an event whose time is known is corrected beginning with that time', async () => {
  const timestamp = `${today(-1)}T23:50:12+00:00`;
  answer({
    losses: reconciliation.losses.map((loss) => (loss.action === 'correct' ? { ...loss, timestamp } : loss)),
  });
  await open();
  await clickButton('Correct: Bee Kiln', await until(() => losses(/^Not taken: 3/)));
  const dialog = await until(() => byRole('dialog', 'Add Event'));
  expect([field('Date', dialog).value, field('Time', dialog).value]).toEqual([today(-1), '23:50']);
});

test('asks the device to count, waits, and shows what it answered', async () => {
  answer({ asked: 'no' });
  app.answer(ask, { data: null });
  await open();
  const count = await until(() => byRole('button', 'Count on the Device'));
  answer({ asked: 'waiting' });
  await click(count);
  await until(() => byRole('status', 'Waiting for the device to count…'));
  expect(app.bodies(ask)).toEqual([{ command: 'count', day: today() }]);
  answer({ asked: 'answered' });
  await untilText('Counted on the device today 08:30');
});

test('a device that did not answer can be asked again', async () => {
  answer({ asked: 'failed' });
  await open();
  await untilText('The device did not give its count');
  expect(byRole('button', 'Count Again')).toBeTruthy();
});

test.each([
  ['not_supported', 'This model does not support counting.'],
  ['cannot', 'A device of this kind cannot be asked what it holds.'],
])('a device that counts nothing is no failure: %s', async (asked, words) => {
  answer({ asked });
  await open();
  await untilText(words);
  expect(allByRole('button', /Count/)).toEqual([]);
});

test('the day is in the address, and none is after today', async () => {
  const there = (shift: number) => today(shift, reconciliation.zone);
  answer({ day: there(0) });
  await open();
  await until(() => stages().length === 7);
  expect(byRole('button', 'Next Day').getAttribute('aria-disabled')).toBe('true');
  await clickButton('Yesterday');
  await until(() => address().get('day') === there(-1));
  await clickButton('Previous Day');
  await until(() => address().get('day') === there(-2));
  await type(field('Another day'), '2026-10-01');
  await until(() => address().get('day') === '2026-10-01');
  await clickButton('Today');
  await until(() => address().get('day') === null);
});

test('says that nothing was lost, or that there was nothing', async () => {
  answer({ losses: [] });
  await open();
  await untilText('Nothing was lost');
  answer({ losses: [], stages: reconciliation.stages.map((each) => ({ ...each, count: 0, adjustment: 0 })) });
  await open();
  await untilText('No events on this day');
});

test('a failure can be tried again, and an answer without a day is one', async () => {
  app.answer(read, { status: 500 });
  await open();
  const retry = await until(() => byRole('button', 'Retry'));
  answer({ day: 'soon' });
  await click(retry);
  await until(() => byRole('button', 'Retry'));
  answer();
  await clickButton('Retry');
  await until(() => stages().length === 7);
});

test('a user who may only view sees the losses and their evidence, but nothing that writes', async () => {
  answer({ asked: 'no' });
  await open('auditor');
  const lost = await until(() => losses(/^Not accepted by HR: 2/));
  expect(maybeByRole('link', 'Record 51', lost)).toBeDefined();
  expect(allByRole('button', /Send This Day|Retry|Assign|Correct|Count/)).toEqual([]);
  expect(allByRole('link', 'Change rules')).toEqual([]);
});
