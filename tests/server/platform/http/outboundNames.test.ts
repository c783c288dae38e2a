// Host names with several addresses, and names whose address changes between check and call (DNS rebinding).

import dns from 'node:dns';
import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createSafeRequest, parsePrivateHosts } from '../../../../server/platform/http/outbound.ts';
import { listen } from '../../../support/server/ports.ts';

/** The result of each lookup, in order. */
const answers: string[][] = [];
let lookups = 0;
const asIPv4 = (address: string) => ({ address, family: 4 });

let host: Server;
let port: number;
beforeAll(async () => {
  host = createServer((_, response) => response.end('here'));
  port = await listen(host);
});
afterAll(() => {
  host.closeAllConnections();
  host.close();
});
beforeEach(() => {
  answers.length = 0;
  lookups = 0;
  vi.spyOn(dns, 'lookup').mockImplementation((...args: readonly unknown[]) => {
    const [found, done] = [answers[lookups++], args.at(-1)];
    if (found && typeof done === 'function') done(null, found.map(asIPv4));
  });
});
afterEach(() => void vi.restoreAllMocks());

/** Treats 127.0.0.1 as a public address, which answers, and 127.0.0.2 as a private one that is not allowed. */
const call = createSafeRequest(parsePrivateHosts('127.0.0.1'));
const askByName = () => call(`http://hr.example:${port}/`);

test('connects to the address that was checked', async () => {
  answers.push(['127.0.0.1'], ['127.0.0.2']);
  expect((await askByName()).body).toBe('here');
  expect(lookups).toBe(1);
});

test('skips the private address of a name that also has a public one', async () => {
  answers.push(['127.0.0.2', '127.0.0.1']);
  expect((await askByName()).body).toBe('here');
});

test('gives up on a lookup that never ends', async () => {
  await expect(call(`http://hr.example:${port}/`, { timeoutMs: 100 })).rejects.toThrow('No answer within');
});

test('refuses a name that has only private addresses', async () => {
  answers.push(['127.0.0.2', '10.0.0.1']);
  await expect(askByName()).rejects.toThrow('private address');
});
