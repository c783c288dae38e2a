// Answers lost with their connection: Chromium repeats the request by itself, and people press the button again. The
// server still does the work once.

import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scalar, sql } from '../../server/platform/db/db.ts';
import { inBrowser, testBrowser } from '../support/browser/browser.ts';
import { openScreen, serveSite } from '../support/browser/site.ts';
import { listen } from '../support/server/ports.ts';

const browser = testBrowser();
const site = serveSite();

let relay: Server;
let address: string;
/** How many more answers to creating a company are to be lost. */
let toSwallow = 0;
/** How many requests to create a company have come. */
let asked = 0;

beforeAll(async () => {
  relay = createServer((client) => passOn(client, Number(new URL(site.server.url).port)));
  address = `http://127.0.0.1:${await listen(relay)}`;
});
afterAll(() => void relay.close());

function passOn(client: Socket, port: number): void {
  const server = connect(port, '127.0.0.1');
  let swallows = false;
  client.on('data', (bytes) => {
    if (bytes.toString('latin1').startsWith('POST /web/api/v1/companies ')) {
      asked++;
      swallows = toSwallow-- > 0;
    }
    server.write(bytes);
  });
  server.on('data', (bytes) => (swallows ? client.destroy() : client.write(bytes)));
  for (const [one, other] of [
    [client, server],
    [server, client],
  ] as const)
    one.on('error', () => other.destroy()).on('close', () => other.destroy());
}

const companiesCalled = (name: string) =>
  scalar(site.server.db, sql`select count(*) from companies where name = ${name}`);

async function addCompany(name: string) {
  const page = await openScreen(browser, `${address}/companies`, site.token);
  await page.getByRole('button', { name: 'Add Company' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Company' });
  await dialog.getByLabel('Name').fill(name);
  asked = 0;
  await dialog.getByRole('button', { name: 'Create Company' }).click();
  return { page, dialog };
}

// Firefox does not repeat requests with a body.
inBrowser('chromium', () => {
  test('a request that the browser repeats is done once', async () => {
    toSwallow = 3;
    const { page } = await addCompany('Repeated by the browser');
    await page.getByText('Company created successfully').waitFor();
    expect(asked).toBe(4);
    expect(await companiesCalled('Repeated by the browser')).toBe(1);
  });
});

test('a repeated save is done once', async () => {
  browser.expectProblem(/ERR_/);
  toSwallow = Infinity;
  const { page, dialog } = await addCompany('Saved again');
  await dialog.getByText('The server cannot be reached.').waitFor();
  toSwallow = 0;
  await dialog.getByRole('button', { name: 'Create Company' }).click();
  await page.getByText('Company created successfully').waitFor();
  expect(await companiesCalled('Saved again')).toBe(1);
});
