// The set-up panel: the values to enter in each kind of device, its first contact, its approval and its first event.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../server/platform/db/db.ts';
import { listen } from '../../support/console/listen.ts';
import { allByRole, byRole, click, maybeByRole, text, until } from '../../support/console/render.tsx';
import { clickButton, errorAt, fill, untilText } from '../steps.ts';
import { chooseKind, type DeviceConsole, deviceTime, shownValue, startDeviceConsole } from './deviceConsole.ts';

const pairing = 'POST /access-controllers/{id}/device/pairing';
const setup = 'GET /access-controllers/{id}/device';

let use: DeviceConsole;
beforeAll(async () => {
  use = await startDeviceConsole();
});
afterAll(() => use.app.stop());

const button = (name: string | RegExp) => until(() => byRole('button', name));

describe('a ZKTeco device', () => {
  test('is told where to send, heard, approved, and shows its first event', async () => {
    const controller = await use.addController('Main gate');
    await use.openPanel(controller);
    await chooseKind('ZKTeco');
    await untilText('Waiting for the device to call…');
    const { hostname, port } = new URL(use.devices.devicesUrl);
    expect([shownValue('Server Address'), shownValue('Server Port')]).toEqual([hostname, port]);
    expect([shownValue('Enable Domain Name'), shownValue('HTTPS')]).toEqual(['Off', 'Off']);
    expect(text()).toContain('30 minutes left');

    expect(await use.shakeHands('GATE0001')).toBe(401);
    await untilText('Heard ZKTeco, serial GATE0001');
    await clickButton('Approve GATE0001');
    await untilText('Connected: ZKTeco, serial GATE0001');
    await untilText('Waiting for the first event…');
    expect(await use.punch('GATE0001', `00042\t${deviceTime()}\t0\t1\n`)).toBe(200);
    await untilText('The first event has arrived');
    await until(() => /00042 · Check In · \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.test(text()));
    expect(byRole('link', 'Show its attendance').getAttribute('href')).toContain(`access_controller_id=${controller}`);
    expect(byRole('button', 'Change the kind of device').getAttribute('aria-description')).toBe(
      'Disconnect the device first',
    );
  });

  test('is read aloud when it is heard and connected, and not again with each second', async () => {
    const controller = await use.addController('Loud gate');
    await use.openPanel(controller);
    await chooseKind('ZKTeco');
    const said = listen();
    const saidOfDevice = () => said.filter((words) => words.includes('LOUD0001')).length;
    const seconds = () => document.querySelector('main time')?.textContent;
    const secondPasses = async (before = seconds()) => until(() => seconds() !== before);
    await use.shakeHands('LOUD0001');
    const approve = await button('Approve LOUD0001');
    await until(seconds);
    const heard = saidOfDevice();
    await secondPasses();
    expect([heard > 0, saidOfDevice()]).toEqual([true, heard]);
    await click(approve);
    await untilText('Connected: ZKTeco, serial LOUD0001');
    const connected = saidOfDevice();
    await secondPasses();
    expect([connected > heard, saidOfDevice()]).toEqual([true, connected]);
  });

  test('is asked about its zone while its clock is wrong', async () => {
    const controller = await use.addController('Late gate');
    await use.openPanel(controller);
    await click(await until(() => byRole('radio', 'ZKTeco')));
    await fill({ 'Time zone of its clock': 'Asia/Kolkata' });
    await clickButton('Continue');
    await untilText('Waiting for the device to call…');
    expect(use.app.bodies(pairing).at(-1)).toEqual({ kind: 'zkteco', zone: 'Asia/Kolkata' });
    await use.shakeHands('LATE0001');
    await clickButton(await button('Approve LATE0001').then(() => 'Approve LATE0001'));
    await untilText('Waiting for the first event…');
    // Its clock shows UTC, five and a half hours behind Kolkata.
    await use.punch('LATE0001', `1\t${deviceTime()}\t0\t1\n`);
    await untilText('It says that it happened 5 hours 30 minutes before it came.');
    for (const code of ['2', '3']) await use.punch('LATE0001', `${code}\t${deviceTime()}\t0\t1\n`);
    await untilText('Its clock is 5 hours 30 minutes behind: is the zone right?');
    expect(text()).toContain('Its times are read in Asia/Kolkata, which its rules can change.');
  });

  test('can be waited for again when the time has run out', async () => {
    const controller = await use.addController('Back gate');
    await use.openPanel(controller);
    await chooseKind('ZKTeco');
    await untilText('Waiting for the device to call…');
    use.app.answer(setup, { change: (data) => ({ ...Object(data), pairing_until: '' }) });
    await button('Wait Another 30 Minutes');
    use.app.passThrough(setup);
    await clickButton('Wait Another 30 Minutes');
    await untilText('Waiting for the device to call…');
    expect(use.app.bodies(pairing).slice(-2)).toEqual([{ kind: 'zkteco' }, { kind: 'zkteco' }]);
  });

  test('is found by its serial number by those who do not see all companies', async () => {
    const controller = await use.addController('Side gate');
    await use.shakeHands('SIDE0001');
    await use.openPanel(controller, 'manager');
    await chooseKind('ZKTeco');
    await untilText('Serial number of the device');
    await untilText('Waiting for the device to call…');
    expect(text()).not.toContain('SIDE0001');
    await clickButton('Look for It');
    expect(errorAt('Serial number of the device')).toContain('Serial number is required');
    await fill({ 'Serial number of the device': ' side0001' });
    await clickButton('Look for It');
    await untilText('Heard ZKTeco, serial SIDE0001');
    await clickButton('Approve SIDE0001');
    await untilText('Connected: ZKTeco, serial SIDE0001');
  });

  test('is replaced only by one that somebody connects in its place', async () => {
    const controller = await use.addController('Worn gate');
    await use.shakeHands('WORN0001');
    await use.openPanel(controller);
    await chooseKind('ZKTeco');
    await button('Approve WORN0001');
    await clickButton('Approve WORN0001');
    await untilText('Connected: ZKTeco, serial WORN0001');
    await use.punch('WORN0001', `00042\t${deviceTime()}\t0\t1\n`);
    await untilText('The first event has arrived');
    await use.devices.server.db.run(
      sql`update device_events set received_at = '2026-01-01 08:00:00' where controller_id = ${controller}`,
    );
    await use.shakeHands('FRESH0001');
    await use.openPanel(controller);
    await button('Connect Another Device');
    expect(text()).not.toContain('FRESH0001');
    await clickButton('Connect Another Device');
    await button('Approve in Its Place FRESH0001');
    await clickButton('Approve in Its Place FRESH0001');
    await untilText('Connected: ZKTeco, serial FRESH0001');
    await untilText('Waiting for the first event…');
    await use.punch('FRESH0001', `00043\t${deviceTime()}\t0\t1\n`);
    await untilText('The latest of 2 events');
  });

  test('is replaced by its serial number by those who do not see all companies', async () => {
    const controller = await use.addController('Tired gate');
    const serial = 'Serial number of the device';
    await use.shakeHands('TIRED0001');
    await use.openPanel(controller, 'manager');
    await chooseKind('ZKTeco');
    await untilText(serial);
    await fill({ [serial]: 'TIRED0001' });
    await clickButton('Look for It');
    await button('Approve TIRED0001').then(() => clickButton('Approve TIRED0001'));
    await use.shakeHands('RESTED0001');
    await button('Connect Another Device');
    expect(text()).not.toContain(serial);
    await clickButton('Connect Another Device');
    await untilText(serial);
    await fill({ [serial]: 'RESTED0001' });
    await clickButton('Look for It');
    await button('Approve in Its Place RESTED0001').then(() => clickButton('Approve in Its Place RESTED0001'));
    await untilText('Connected: ZKTeco, serial RESTED0001');
  });

  test('is disconnected after a question', async () => {
    const controller = await use.addController('Old gate');
    await use.shakeHands('OLD0001');
    await use.openPanel(controller);
    await chooseKind('ZKTeco');
    await button('Approve OLD0001').then(() => clickButton('Approve OLD0001'));
    await button('Disconnect').then(() => clickButton('Disconnect'));
    const question = await until(() => byRole('alertdialog', 'Disconnect ZKTeco'));
    await clickButton('Disconnect', question);
    await untilText('Device disconnected');
    await button('Wait Another 30 Minutes');
  });

  test('shows why it could not be approved, and stays', async () => {
    const controller = await use.addController('Odd gate');
    await use.shakeHands('ODD0001');
    await use.openPanel(controller);
    await chooseKind('ZKTeco');
    const approve = await button('Approve ODD0001');
    use.app.answer('POST /access-controllers/{id}/device/approve', { status: 409, message: 'Please begin again' });
    await clickButton('Approve ODD0001');
    await until(() => byRole('alert'));
    expect(text(byRole('alert'))).toContain('Please begin again');
    expect(approve.isConnected).toBe(true);
  });
});

describe('a secret address', () => {
  test('of a Hikvision device is shown once, with host and port beside it', async () => {
    const controller = await use.addController('Hik gate');
    await use.openPanel(controller);
    await chooseKind('Hikvision');
    await untilText('This URL is shown only now');
    const path = shownValue('URL');
    expect(path).toMatch(/^\/devices\/hikvision\/[\w-]{20,}$/);
    const { hostname, port } = new URL(use.devices.devicesUrl);
    expect(shownValue('Event Alarm IP/Domain Name')).toBe(hostname);
    expect([shownValue('Port'), shownValue('Protocol')]).toEqual([port, 'HTTP']);

    await use.openPanel(controller);
    await untilText('The URL was shown when its secret was made');
    expect(document.body.innerHTML).not.toContain(path);
    await clickButton('New Secret');
    await clickButton('Make New Secret', await until(() => byRole('alertdialog', 'New Secret')));
    await untilText('This URL is shown only now');
    expect(shownValue('URL')).not.toBe(path);
    expect(use.app.bodies(pairing)).toEqual([{ kind: 'hikvision', new_secret: true }]);
    expect((await use.devices.call(`POST ${path}`, '{}')).status).toBe(404);
  });

  test('is closed when its device is disconnected, and the question says so', async () => {
    const controller = await use.addController('Closed gate');
    await use.openPanel(controller);
    await chooseKind('Hikvision');
    await untilText('This URL is shown only now');
    const alert = '{"macAddress":"a4:d5:c2:24:dd:74","eventType":"heartBeat","eventState":"active"}';
    const send = async () => (await use.devices.call(`POST ${path}`, alert)).status;
    const path = shownValue('URL');
    expect(await send()).toBe(200);
    await button(/^Approve A4/).then(() => clickButton(/^Approve A4/));
    await button('Disconnect').then(() => clickButton('Disconnect'));
    const question = await until(() => byRole('alertdialog', 'Disconnect Hikvision'));
    expect(text(question)).toContain('Its address is closed. What it sent stays.');
    await clickButton('Disconnect', question);
    await untilText('Device disconnected');
    expect(await send()).toBe(404);
  });

  test('of a JSON sender takes its first message, and needs no approval', async () => {
    const controller = await use.addController('JSON gate');
    await use.openPanel(controller);
    await chooseKind('JSON over HTTP');
    await untilText('Waiting for the first message…');
    expect(maybeByRole('button', /^Approve/)).toBeUndefined();
    const { pathname } = new URL(shownValue('URL'));
    await use.devices.call(`POST ${pathname}`, '{"user":"7"}', { 'Content-Type': 'application/json' });
    await untilText('Connected: JSON over HTTP');
    await untilText('Its rules do not say yet what its messages mean, so all of them are refused');
    await use.devices.server.db.run(
      sql`update device_rules set mapping = ${JSON.stringify({ person: 'user', time: 'at' })}
        where controller_id = ${controller}`,
    );
    await untilText('Have somebody check in at the device');
  });
});

test('an inactive controller takes nothing, which its panel says until it is active', async () => {
  const controller = await use.addController('Idle gate');
  const { db } = use.app.server;
  await db.run(sql`update access_controllers set is_active = false where id = ${controller}`);
  await use.openPanel(controller);
  await chooseKind('JSON over HTTP');
  await untilText('Waiting for the first message…');
  const url = new URL(shownValue('URL'));
  const post = async () => (await use.devices.call(`POST ${url.pathname}`, '{}')).status;
  const warning = 'This access controller is inactive, so whatever its device sends is refused.';
  expect(await post()).toBe(403);
  expect(text()).toContain(warning);
  expect(byRole('link', 'rules').getAttribute('href')).toBe(`/access-controllers?id=${controller}&tab=rules`);
  await db.run(sql`update access_controllers set is_active = true where id = ${controller}`);
  use.devices.listener.changed();
  await until(() => !text().includes(warning));
  expect(await post()).toBe(503);
  const mapping = JSON.stringify({ person: 'user', time: 'at' });
  await db.run(sql`update device_rules set mapping = ${mapping} where controller_id = ${controller}`);
  use.devices.listener.changed();
  expect(await post()).toBe(200);
  await untilText('Connected: JSON over HTTP');
});

describe('a webhook', () => {
  test('gets an address, a secret that is shown once, and a command that sends an event', async () => {
    const controller = await use.addController('Gateway');
    await use.openPanel(controller);
    await chooseKind('Rollcall webhook');
    await untilText('This secret is shown only now');
    expect(shownValue('Address')).toBe('https://console.example/webhooks/access-controllers/ACU-Gateway');
    const secret = shownValue('Secret');
    expect(secret.length).toBeGreaterThan(20);
    const command = text(byRole('region', 'Command'));
    expect(command).toContain(`secret='${secret}'`);
    expect(command).toContain('openssl dgst -sha256 -hmac');
    expect(maybeByRole('button', /^Approve/)).toBeUndefined();

    await use.openPanel(controller);
    await untilText('Waiting for the first event…');
    expect(document.body.innerHTML).not.toContain(secret);
    expect(shownValue('Secret')).toBe('Set');
  });
});

test('shows a secret only for the kind that it was made for', async () => {
  const controller = await use.addController('Switched gate');
  await use.openPanel(controller);
  await chooseKind('Rollcall webhook');
  await untilText('This secret is shown only now');
  const secret = shownValue('Secret');
  await clickButton('Change the kind of device');
  await chooseKind('Hikvision');
  await untilText('This URL is shown only now');
  await clickButton('Change the kind of device');
  await chooseKind('Rollcall webhook');
  await untilText('This secret is shown only now');
  expect(shownValue('Secret')).toBe(secret);
});

test('says what to set where the server takes no calls of devices', async () => {
  const controller = await use.addController('Far gate');
  use.app.answer(setup, { change: (data) => ({ ...Object(data), devices_url: '' }) });
  await use.openPanel(controller);
  await chooseKind('ZKTeco');
  await untilText('DEVICES_PORT');
  expect(allByRole('button', /^Copy/)).toEqual([]);
  // No event can come, so the panel must not wait for one.
  expect(text()).not.toContain('Waiting for');
});

test('names the address as one value where it is a domain name', async () => {
  const controller = await use.addController('Named gate');
  use.app.answer(setup, { change: (data) => ({ ...Object(data), devices_url: 'http://time.example:4001' }) });
  await use.openPanel(controller);
  await chooseKind('ZKTeco');
  await until(() => shownValue('Enable Domain Name') === 'On');
  expect([shownValue('Server Address'), shownValue('Server Port')]).toEqual(['http://time.example:4001', '4001']);
});

test('offers nothing to change to those who only see devices', async () => {
  const controller = await use.addController('Seen gate');
  const role = { id: 1, name: 'viewer', permissions: [{ id: 1, name: 'devices.view' }] };
  use.app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), roles: [role] }) });
  await use.app.open(`/access-controllers?id=${controller}&tab=connect`);
  await untilText('You may see devices, but not connect them');
  expect(maybeByRole('radio')).toBeUndefined();
});
