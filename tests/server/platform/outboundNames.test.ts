// A name that means one address when it is checked and another when it is called (DNS rebinding), and one that
// means several.

import { createServer, type Server } from 'node:http';
import type { LookupAddress } from 'node:dns';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createSafeRequest, privateHosts } from '../../../server/platform/outbound.ts';

/** What the name means, look by look. */
const answers: string[][] = [];
let looks = 0;

vi.mock('node:dns', () => ({
  lookup(_name: string, _options: object, done: (error: null, found: LookupAddress[]) => void) {
    const found = answers[looks++];
    if (found)
      done(
        null,
        found.map((address) => ({ address, family: 4 })),
      );
  },
}));

let host: Server;
let port: number;
beforeAll(async () => {
  host = createServer((_, response) => response.end('here'));
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const address = host.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(() => {
  host.closeAllConnections();
  host.close();
});
beforeEach(() => {
  answers.length = 0;
  looks = 0;
});

/** 127.0.0.1 stands for a public address, where somebody answers; 127.0.0.2 is one that nobody may call. */
const call = createSafeRequest(privateHosts('127.0.0.1'));
const askByName = () => call(`http://hr.example:${port}/`);

test('the address that was checked is the one that is called', async () => {
  answers.push(['127.0.0.1'], ['127.0.0.2']);
  expect((await askByName()).body).toBe('here');
  expect(looks).toBe(1);
});

test('a name that means a private address as well is called at the other only', async () => {
  answers.push(['127.0.0.2', '127.0.0.1']);
  expect((await askByName()).body).toBe('here');
});

test('a name that is looked up for ever is given up', async () => {
  await expect(call(`http://hr.example:${port}/`, { timeoutMs: 100 })).rejects.toThrow('No answer within');
});

test('a name that means private addresses only is not called', async () => {
  answers.push(['127.0.0.2', '10.0.0.1']);
  await expect(askByName()).rejects.toThrow('private address');
});
