// Requests that anyone can repeat: once rejected, they cause no more writes.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';
import { countWrites } from '../../../support/server/statements.ts';

interface Flood {
  what: string;
  /** The number of the first rejected request. */
  first: number;
  status: number;
  ask(server: TestServer, turn: number): Promise<{ status: number }>;
}

const post = (path: string, body: object) => (server: TestServer) => server.ask(`POST /auth/${path}`, { body });
const stranger = (turn: number) => `nobody-${turn}@rollcall.example`;
const password = 'a password';
const reset = { email: stranger(0), password, password_confirmation: password };
const signIn = (email: string) => post('login', { email, password });
const forgot = (email: string) => post('forgot-password', { email });

const floods: Flood[] = [
  { what: 'guesses at one e-mail', first: 11, status: 429, ask: signIn(stranger(0)) },
  { what: 'guesses at many', first: 101, status: 429, ask: (server, turn) => signIn(stranger(turn))(server) },
  { what: 'requests for a link for one e-mail', first: 6, status: 429, ask: forgot(stranger(0)) },
  {
    what: 'requests for links for many',
    first: 51,
    status: 429,
    ask: (server, turn) => forgot(stranger(turn))(server),
  },
  {
    what: 'invented links',
    first: 21,
    status: 429,
    ask: (server, turn) => post('reset-password', { ...reset, token: `invented ${turn}` })(server),
  },
  {
    what: 'invented tokens',
    first: 1,
    status: 401,
    ask: (server) => server.ask('GET /companies', { token: 'invented' }),
  },
  { what: 'events with a wrong signature', first: 61, status: 429, ask: sendEvents },
  {
    what: 'events of an unknown controller',
    first: 1,
    status: 404,
    ask: ({ url }, turn) => fetch(`${url}/webhooks/access-controllers/ACU-${turn}`, { method: 'POST' }),
  },
];

async function sendEvents({ url, db }: TestServer) {
  const { identifier } = await one<{ identifier: string }>(
    db,
    sql`select unique_identifier as identifier from access_controllers order by id limit 1`,
  );
  return fetch(`${url}/webhooks/access-controllers/${identifier}`, { method: 'POST', body: '{}' });
}

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startServer({ createDatabase: create, sample: { employeesPerCompany: 1, days: 1 } });
  });
  afterEach(() => server.stop());

  test.each(floods)('refuses $what without a write', async ({ first, status, ask }) => {
    for (let turn = 0; turn < first; turn++) await ask(server, turn);
    // A forgotten password is answered before its work is done.
    await server.settled();
    const writes = countWrites(server.db);
    for (let turn = first; turn < first + 5; turn++) expect((await ask(server, turn)).status).toBe(status);
    expect(writes()).toBe(0);
  });
});
