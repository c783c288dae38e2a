// The headers of the API's answers: for caches, for browsers that open a call as an address, and naming no software.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../../support/server/server.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startServer();
  token = await server.signIn(server.users.administrator);
});
afterAll(() => server.stop());

async function answers() {
  const signedIn = { headers: { Authorization: `Bearer ${token}` } };
  return {
    read: await fetch(`${server.api}/employees`, signedIn),
    refused: await fetch(`${server.api}/employees`),
    'not found': await fetch(`${server.api}/employees/999999`, signedIn),
    'an unknown call': await fetch(`${server.api}/nothing`, signedIn),
    'another method': await fetch(`${server.api}/employees`, { ...signedIn, method: 'DELETE' }),
    invalid: await fetch(`${server.api}/auth/login`, { method: 'POST' }),
  };
}

test('an answer of the API, refusals included, is kept by no cache and shown by no browser as a page', async () => {
  for (const [name, { headers }] of Object.entries(await answers())) {
    expect({ name, ...Object.fromEntries(headers) }).toMatchObject({
      name,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="api.json"',
      'x-content-type-options': 'nosniff',
    });
  }
});

test('no answer names the software or its version', async () => {
  const all = { ...(await answers()), health: await fetch(`${server.url}/healthz`) };
  for (const [name, { headers }] of Object.entries(all)) {
    expect({ name, server: headers.get('server'), by: headers.get('x-powered-by') }).toEqual({
      name,
      server: null,
      by: null,
    });
    expect([...headers.values()].join(' ')).not.toMatch(/node|rollcall|\d+\.\d+\.\d+/i);
  }
});
