// Whether a device can be trusted, on its first tab, and what it is told to do.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { startConsole, type TestConsole } from '../../support/console/console.tsx';
import { allByRole, byRole, click, text, until } from '../../support/console/render.tsx';
import { clickButton, untilText } from '../steps.ts';
import { claims, commands } from './answers.ts';
import { type Door, storeDevice } from './storedDevice.ts';

let app: TestConsole;
let door: Door;

const setup = 'GET /access-controllers/{id}/device';
const listed = 'GET /access-controllers/{id}/device/commands';

beforeAll(async () => {
  app = await startConsole();
  ({ door } = await storeDevice(app));
});
afterAll(() => app.stop());

/** Replaces the claims in the server's answer about the device. */
function claim(given: unknown) {
  app.answer(setup, { change: (data) => Object.assign({}, data, { claims: given }) });
}

async function open(person?: 'auditor') {
  app.answer(listed, { data: commands });
  await app.open(`/access-controllers?id=${door.id}`, person);
  await until(() => byRole('heading', 'The device'));
}
const rows = () => allByRole('listitem', undefined, byRole('region', 'Known problems'));

test('a silent device with a wrong clock and a full memory says so, the worst first, with the way to the evidence', async () => {
  await open();
  const words = rows().map((row) => text(row));
  expect(words[0]).toContain('Silent');
  expect(words.join()).toMatch(/Clock drifts.*3 minutes/);
  expect(words.join()).toContain('Memory nearly full');
  expect(text(byRole('region', 'The device'))).toContain('47,213 of 50,000 events (94%)');
  expect(text(byRole('region', 'The device'))).toContain('3 minutes behind');
});

test('each kind of evidence is in its own list, with the filters of the claim', async () => {
  claim(claims);
  await open();
  const links = allByRole('link', /^Show the evidence/).map((link) => [
    text(link).replace(/.*of: /, ''),
    link.getAttribute('href'),
  ]);
  const tab = (name: string) => `/access-controllers?id=${door.id}&tab=${name}`;
  expect(Object.fromEntries(links)).toEqual({
    Silent: expect.stringMatching(/tab=events&day=\d{4}-\d\d-\d\d$/),
    'Unknown codes': `/access-controllers?list=codes&access_controller_id=${door.id}`,
    'Not taken': `${tab('events')}&outcome=implausible_time`,
    'Numbers missing': expect.stringMatching(/tab=reconcile&day=\d{4}-\d\d-\d\d$/),
    'Firmware changed': `${tab('history')}&kind=firmware_changed`,
  });
  expect(links.map(([name]) => name).at(0)).toBe('Silent');
  expect(links.map(([name]) => name).at(-1)).toBe('Firmware changed');
});

test('a claim that only a newer server knows is shown in its own words, without a link', async () => {
  claim([
    { kind: 'tampered', level: 'odd', sentence: 'Its case was opened.', since: '', evidence: { list: 'photos' } },
  ]);
  await open();
  expect(rows().map((row) => text(row))).toEqual(['tamperedIts case was opened.']);
});

test('a door that was never heard leads to where a device is connected', async () => {
  app.answer(setup, {
    change: (data) => ({
      ...Object(data),
      rules: null,
      claims: [{ kind: 'never_heard', level: 'warning', sentence: 'It has never sent an event.', since: '' }],
    }),
  });
  await open();
  const link = byRole('link', 'Connect a device', rows()[0]);
  expect(link.getAttribute('href')).toBe(`/access-controllers?id=${door.id}&tab=connect`);
});

test('says that nothing is known to be wrong', async () => {
  claim([]);
  await open();
  await untilText('No problem is known.');
});

test('an inactive door says that what its device sends is refused, not that all is well', async () => {
  app.answer(setup, { change: (data) => Object.assign({}, data, { is_active: false, claims: [] }) });
  await open();
  await untilText('This access controller is inactive, so whatever its device sends is refused.');
  expect(text()).not.toContain('No problem is known.');
});

test('a door whose gateway signs its events is connected, without a device and rules', async () => {
  const gateway = { device: null, rules: null, claims: [], has_secret: true };
  app.answer(setup, { change: (data) => Object.assign({}, data, gateway) });
  await open();
  await untilText('No problem is known.');
  await untilText('In order');
  app.answer(setup, { change: (data) => Object.assign({}, data, gateway, { has_secret: false }) });
  await open();
  await untilText('No device is connected.');
  await untilText('Not connected');
});

test('tells the rules in words', async () => {
  await open();
  await click(byRole('link', 'Rules'));
  const facts = text(await until(() => byRole('region', 'How its events are read')));
  expect(facts).toContain('By reader: 1 in');
  expect(facts).toContain('Within 60 seconds');
  expect(facts).toContain('When not heard for 10 minutes');
  expect(facts).toContain('10.0.0.0/8');
  expect(facts).toContain('Asia/Kolkata');
});

test('lists what it was asked, and asks it', async () => {
  await open();
  const asked = await until(() => byRole('region', 'Commands'));
  await until(() => allByRole('listitem', undefined, asked).length === 4);
  expect(text(asked)).toMatch(/Count the events of .*Waits for the device/);
  expect(text(asked)).toMatch(/Send .* again.*It answered −1002.*Failed/);
  const call = 'POST /access-controllers/{id}/device/commands';
  app.answer(call, { data: null });
  await clickButton('Set Its Clock');
  await untilText('The device will be asked');
  await clickButton('Ask for Its State');
  await until(() => app.bodies(call).length === 2);
  expect(app.bodies(call)).toEqual([{ command: 'set_clock' }, { command: 'info' }]);
});

test('says why it could not be asked', async () => {
  await open();
  app.answer('POST /access-controllers/{id}/device/commands', { status: 409, message: 'It is not connected' });
  await clickButton('Set Its Clock');
  await untilText('It is not connected');
});

test('a user who may only view cannot ask it or change its rules', async () => {
  await open('auditor');
  await untilText('Commands');
  expect(allByRole('button', /Ask for Its State|Set Its Clock/)).toEqual([]);
  await click(byRole('link', 'Rules'));
  await until(() => byRole('region', 'How its events are read'));
  expect(allByRole('button', /^Change Rules/)).toEqual([]);
});

test('a silent device says whose events are missing, and what to do', async () => {
  app.answer('GET /access-controllers/{id}/device/missed', {
    data: {
      since: '2026-11-27T08:12:00Z',
      usual: 14,
      unseen: 12,
      people: [{ id: 5, name: 'Bee Kiln', employee_id: '00105', department: '' }],
    },
  });
  await open();
  const concerned = await until(() => byRole('region', 'Whose events are missing'));
  expect(text(concerned)).toContain('12 of 14 people who usually pass it have no event since then, at any door');
  expect(text(concerned)).toContain('Bee Kiln and 11 more');
  expect(byRole('link', 'Bee Kiln', concerned).getAttribute('href')).toBe('/employees?id=5&tab=timesheet');
  const steps = text(byRole('region', 'What to do'));
  expect(steps).toContain('Check that it is switched on');
  expect(steps).toContain('It keeps its events meanwhile and sends them once it calls again.');
});

test('a door that is silent without a device says to connect one, not to look at its cable', async () => {
  app.answer(setup, { change: (data) => ({ ...Object(data), device: null }) });
  await open();
  const steps = await until(() => byRole('region', 'What to do'));
  expect(text(steps)).toContain('No device is connected, so no events count.');
  expect(text(steps)).not.toContain('switched on');
  expect(byRole('link', 'Connect a device', steps).getAttribute('href')).toMatch(/tab=connect$/);
});

test('a silent door whose requests are refused says to look at that first', async () => {
  const refused = { kind: 'refused', level: 'warning', sentence: 'Refused.', since: '', evidence: null };
  app.answer(setup, { change: (data) => ({ ...Object(data), claims: [...Object(data).claims, refused] }) });
  await open();
  const steps = await until(() => byRole('region', 'What to do'));
  expect(text(steps)).toMatch(/^What to doIts requests were refused lately: look first at why, below\./);
});

test('says the same of a server that does not tell who is concerned', async () => {
  app.answer('GET /access-controllers/{id}/device/missed', { status: 404 });
  await open();
  await until(() => byRole('region', 'What to do'));
  expect(allByRole('region', 'Whose events are missing')).toEqual([]);
});

test('a silent device says if it cannot tell whose events are missing', async () => {
  app.answer('GET /access-controllers/{id}/device/missed', { status: 500, message: 'Out of order' });
  await open();
  await until(() => byRole('alert', /^Not everyone whose events are missing could be loaded. Out of order/));
});

test('commands that could not be loaded can be tried again', async () => {
  app.answer(listed, { status: 500 });
  await app.open(`/access-controllers?id=${door.id}`);
  const retry = await until(() => byRole('button', 'Retry'));
  app.answer(listed, { data: [] });
  await click(retry);
  await untilText('The device has not been asked anything yet.');
});

test('a device that cannot be read is explained, and what cannot be understood is no white screen', async () => {
  app.answer(setup, { status: 500 });
  await app.open(`/access-controllers?id=${door.id}`);
  const retry = await until(() => byRole('button', 'Retry'));
  app.answer(setup, { data: { controller: 'main' } });
  await click(retry);
  await until(() => byRole('button', 'Retry'));
  app.passThrough(setup);
  app.answer(listed, { data: commands });
  await clickButton('Retry');
  await until(() => byRole('heading', 'The device'));
});
