// From an empty server to a device's first punch, in the clicks that the panel asks for. Every step is accessible, on
// phones too.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '../../server/platform/db/db.ts';
import { createSite } from '../../server/platform/http/staticSite.ts';
import { expectAccessible, expectNoOverflow, inBrowser, testBrowser } from '../support/browser/browser.ts';
import { type DeviceServer, startDeviceServer } from '../support/devices/devices.ts';

const browser = testBrowser();
let devices: DeviceServer;
let token: string;

beforeAll(async () => {
  // A server without companies, as on the first day.
  devices = await startDeviceServer({ site: createSite(inject('site')) });
  const { db, users } = devices.server;
  await db.run(sql`update companies set deleted_at = '2026-01-01 00:00:00'`);
  await db.run(sql`update access_controllers set deleted_at = '2026-01-01 00:00:00'`);
  token = await devices.server.signIn(users.administrator);
});
afterAll(() => devices.stop());

const open = (path: string) => browser.open(devices.server.url + path, { token });
const now = () => new Date().toISOString().slice(0, 19).replace('T', ' ');

/** The value that people are to enter in the device. */
const enteredIn = (page: Page, label: string) =>
  page
    .locator('dt', { hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd[1]/span[1]')
    .innerText();

async function expectFine(page: Page): Promise<void> {
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('from an empty server to the first punch takes at most eight clicks', async () => {
  const page = await browser.open(devices.server.url);
  const { email, password } = devices.server.users.administrator;
  let clicks = 0;
  const click = async (name: string | RegExp, role: 'button' | 'link' = 'button') => {
    clicks += 1;
    await page.getByRole(role, { name, exact: true }).first().click();
  };

  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await click('Sign in');
  await click('Access Controllers', 'link');
  await page.getByText('No access controllers found').waitFor();
  await expectFine(page);
  await click('Connect a Device');
  await page.getByLabel('Name of the company').fill('Harbour Bakery');
  await page.getByLabel('Name of the access controller').fill('Main entrance');
  await expectFine(page);
  await click('Continue');

  await page.getByText('Waiting for the device to call…').waitFor();
  await expectFine(page);
  const address = `http://${await enteredIn(page, 'Server Address')}:${await enteredIn(page, 'Server Port')}`;
  expect(address).toBe(devices.devicesUrl);
  const serial = 'ESY4241100079';
  const call = (rest: string, body?: string) =>
    fetch(`${address}/iclock/${rest}`, { method: body ? 'POST' : 'GET', body: body ?? null });
  expect((await call(`cdata?SN=${serial}&options=all&language=69&pushver=2.4.0&PushOptionsFlag=1`)).status).toBe(401);

  await page.getByText(`Heard ZKTeco, serial ${serial}`).waitFor();
  await expectFine(page);
  await click(`Approve ${serial}`);
  await page.getByText('Waiting for the first event…').waitFor();
  await expectFine(page);
  const greeting = await call(`cdata?SN=${serial}&options=all&language=69&pushver=2.4.0&PushOptionsFlag=1`);
  expect(await greeting.text()).toContain(`GET OPTION FROM: ${serial}`);
  expect(
    await (await call(`cdata?SN=${serial}&table=ATTLOG&Stamp=9999`, `1001\t${now()}\t0\t1\t\t0\t0\t\n`)).text(),
  ).toBe('OK: 1');

  await page.getByText(/^1001 · Check In · \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/).waitFor();
  await expectFine(page);
  expect(clicks).toBeLessThanOrEqual(8);
  await page.getByRole('link', { name: 'Show its attendance' }).click();
  await page.getByRole('row').filter({ hasText: 'Main entrance' }).waitFor();
});

test('the dialogs of the panel are accessible, and fit a phone', async () => {
  const page = await open('/access-controllers');
  await page.getByRole('link', { name: 'Main entrance', exact: true }).first().click();
  await page.getByRole('link', { name: 'Rules', exact: true }).click();
  await page.getByRole('button', { name: 'Change Rules' }).click();
  await page.getByRole('radio', { name: 'By reader' }).check();
  await page.getByRole('button', { name: 'Add Reader' }).click();
  await page.getByLabel('Time zone of its clock').selectOption('Asia/Kolkata');
  await page.getByLabel('How it is told its time zone').waitFor();
  await expectFine(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('link', { name: 'Connect', exact: true }).click();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await expectFine(page);
});

test('on phones a device with a long name leaves room for the controller’s name', async () => {
  await devices.server.db.run(
    sql`update devices set model = 'SpeedFace-V5L [TI] Pro Plus', serial = 'ESY4241100079-WITH-A-LONG-TAIL',
      firmware = 'ZAM180-NF-Ver1.1.17-20260820-Release', records_held = 199812, capacity = 200000, delays = '[90061]'
      where controller_id is not null`,
  );
  const page = await open('/access-controllers');
  const name = page.getByRole('article').getByRole('link', { name: 'Main entrance', exact: true }).first();
  await name.waitFor();
  await page.setViewportSize({ width: 360, height: 640 });
  await page
    .getByText(/ZKTeco SpeedFace-V5L/)
    .first()
    .waitFor();
  // The name fits on one line.
  expect((await name.boundingBox())?.height).toBeLessThan(30);
  await expectFine(page);
  await name.click();
  await page.getByText('199,812 of 200,000 events (99%)').waitFor();
  await expectFine(page);
});

// Tests cannot read the clipboard in Firefox.
inBrowser('chromium', () => {
  test('the command of a webhook is copied, and sends an event', async () => {
    const page = await browser.open(`${devices.server.url}/access-controllers`, {
      token,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByRole('button', { name: 'Connect a Device' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Company', { exact: true }).selectOption({ label: 'Harbour Bakery' });
    await dialog.getByLabel('Access controller', { exact: true }).selectOption({ label: 'A new access controller' });
    await dialog.getByLabel('Name of the access controller').fill('Gateway');
    await dialog.getByRole('radio', { name: 'Rollcall webhook' }).check();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('This secret is shown only now').waitFor();
    await expectFine(page);
    await page.getByRole('button', { name: 'Copy the command' }).click();
    const command: string = await page.evaluate('navigator.clipboard.readText()');
    // The address of the tests' console does not exist.
    const here = command.replace('https://console.example', devices.server.url);
    expect((await promisify(execFile)('sh', ['-c', here])).stdout).toContain('"stored":1');
    await page.getByText(/^Unknown Employee \(00101\) · Check In · /).waitFor();
    await expectFine(page);
  });
});
