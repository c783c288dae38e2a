// Second factors in a real browser: an authenticator app from its key to signing in, and passkeys from Chromium's
// virtual authenticator, which answers as a device would, including a cloned one.

import { connect, createServer, type Server } from 'node:net';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { codeAt, fromBase32, stepAt } from '../../server/features/signIn/secondFactor/totp.ts';
import { sql } from '../../server/platform/db/db.ts';
import { createSite } from '../../server/platform/http/staticSite.ts';
import { expectAccessible, expectNoOverflow, inBrowser, testBrowser } from '../support/browser/browser.ts';
import { listen } from '../support/server/ports.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

const browser = testBrowser({ separate: true });
let server: TestServer;
let now = new Date();
/** Where people open the console. A passkey needs a host name, and a secure context: localhost counts as one. */
let home: string;
/** The same console under another origin. */
let elsewhere: { address: string; server: Server };

beforeAll(async () => {
  const reserved = await started(createServer());
  reserved.server.close();
  home = reserved.address;
  const site = createSite(inject('site'), { hasPasskeys: true });
  server = await startServer({ site, publicUrl: home, port: reserved.port, clock: () => now });
  elsewhere = await started(createServer((socket) => pipe(socket, reserved.port)));
});
afterAll(async () => {
  elsewhere.server.close();
  await server.stop();
});

function pipe(socket: import('node:net').Socket, port: number) {
  const through = connect(port, '127.0.0.1');
  socket.pipe(through).pipe(socket);
  for (const end of [socket, through]) end.on('error', () => socket.destroy());
}

async function started(tcp: Server) {
  const port = await listen(tcp);
  return { server: tcp, port, address: `http://localhost:${port}` };
}

type Account = TestServer['users']['manager'];

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function signIn(page: Page, { email, password }: Account) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Sign in').click();
}

const signedIn = (page: Page) => page.getByRole('button', { name: 'Logout' }).waitFor();
const alertOf = (page: Page) => page.getByRole('alert').textContent();

async function expectUsable(page: Page) {
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 1280, height: 800 });
}

// Only Chromium has a virtual authenticator; the steps with codes are the same in every browser.
inBrowser('chromium', () => {
  test('an authenticator app is set up, asked for, and replaced by a recovery code', async () => {
    const { manager } = server.users;
    browser.expectProblem(/status of 422/);
    const page = await browser.open(`${home}/profile`, { token: await server.signIn(manager) });
    await button(page, 'Set Up Authenticator App').click();
    const key = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
    await page.getByRole('img', { name: 'QR code' }).waitFor();
    await expectUsable(page);
    await page.getByLabel('Code', { exact: true }).fill('000000');
    await button(page, 'Set Up').click();
    await expect.poll(() => alertOf(page)).toContain('This code is wrong');
    const code = () => codeAt(fromBase32(key), stepAt(now));
    await page.getByLabel('Code', { exact: true }).fill(code());
    await button(page, 'Set Up').click();
    const codes = page.getByRole('dialog', { name: 'Your Recovery Codes' });
    await codes.waitFor();
    const [first = ''] = await codes.locator('code').allTextContents();
    await expectUsable(page);
    await button(page, 'I Have Kept Them').click();
    await page.getByText('10 codes left').waitFor();
    await expectUsable(page);

    await page.getByRole('button', { name: 'Logout' }).click();
    await signIn(page, manager);
    await page.getByLabel('Code', { exact: true }).waitFor();
    await expectUsable(page);
    await page.getByLabel('Code', { exact: true }).fill('123456');
    await button(page, 'Sign in').click();
    await expect.poll(() => alertOf(page)).toContain('This code is wrong');
    now = new Date(now.getTime() + 30_000);
    await page.getByLabel('Code', { exact: true }).fill(code());
    await button(page, 'Sign in').click();
    await signedIn(page);

    await page.getByRole('button', { name: 'Logout' }).click();
    await signIn(page, manager);
    await button(page, 'Use a recovery code').click();
    await page.getByLabel('Recovery code').fill(first.toLowerCase());
    await button(page, 'Sign in').click();
    await signedIn(page);
  });

  interface Device {
    readonly cdp: CDPSession;
    readonly authenticatorId: string;
  }

  /** Adds a device with passkeys that checks its user by fingerprint, which is always given. */
  async function addDevice(page: Page): Promise<Device> {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return { cdp, authenticatorId };
  }

  const faults = async () => {
    const rows = await server.db.all<{ entry: string }>(
      sql`select entry from audit where action in ('auth.login_failed', 'auth.second_factor_failed') order by id`,
    );
    return rows.map(({ entry }): unknown => JSON.parse(entry).after?.fault);
  };

  test('a passkey is registered, signs in alone and as the second factor; a lie or a copy of it does not', async () => {
    const { administrator } = server.users;
    const page = await browser.open(`${home}/profile`, { token: await server.signIn(administrator) });
    const device = await addDevice(page);
    const { cdp, authenticatorId } = device;
    await button(page, 'Add Passkey').click();
    await page.getByLabel('Name').fill('Laptop');
    await expectUsable(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Add Passkey' }).click();
    await page.getByRole('dialog', { name: 'Your Recovery Codes' }).waitFor();
    await button(page, 'I Have Kept Them').click();
    await page.getByText('Laptop').waitFor();

    const leave = () => page.getByRole('button', { name: 'Logout' }).click();
    await leave();
    await button(page, 'Sign in with a passkey').click();
    await signedIn(page);

    await leave();
    await signIn(page, administrator);
    await button(page, 'Use a passkey').click();
    await signedIn(page);

    // Without a fingerprint, the browser gives no passkey for signing in alone; a second factor needs no such check.
    await leave();
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await button(page, 'Sign in with a passkey').click();
    await expect.poll(() => alertOf(page)).toContain('No passkey was used');
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });

    // Clones the passkey, as it was when new.
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
    const [original] = credentials;
    if (!original) throw new Error('The device has no passkey');
    expect(original.signCount).toBeGreaterThan(1);
    await cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId: original.credentialId });
    await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: { ...original, signCount: 0 } });
    browser.expectProblem(/status of 422/);
    const before = (await faults()).length;
    await button(page, 'Sign in with a passkey').click();
    await expect.poll(() => alertOf(page)).toContain('someone seems to have a copy of it');
    await expectUsable(page);
    expect((await faults()).slice(before)).toEqual(['cloned']);
    await cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId: original.credentialId });
    await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: { ...original, signCount: 9 } });

    // The same host on another port: the browser offers the passkey, and the server refuses the origin.
    await page.goto(`${elsewhere.address}/login`);
    await button(page, 'Sign in with a passkey').click();
    await expect.poll(() => alertOf(page)).toContain('not accepted here');
    expect((await faults()).slice(before)).toEqual(['cloned', 'wrong origin']);
  });
});
