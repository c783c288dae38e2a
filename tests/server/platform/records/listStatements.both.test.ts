// The number of statements for a fresh list: each costs a round trip to PostgreSQL.

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

/** Lists with their number of statements; the first one always finds the session. */
const lists = [
  ['/companies', 4],
  ['/companies/all', 3],
  ['/access-controllers', 4],
  ['/employees', 3],
  ['/employees?company_id=1', 3],
  ['/users', 7],
  ['/roles', 4],
  ['/employee-codes', 3],
  ['/roll-calls', 3],
  ['/privacy/people', 3],
  ['/api-tokens', 2],
  ['/sessions', 2],
  ['/legal-holds', 2],
] as const;

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let token: string;

  beforeAll(async () => {
    server = await startServer({ createDatabase: create });
    token = await server.signIn(server.users.administrator);
  });
  afterAll(() => server.stop());

  test.each(lists)('%s takes %i', async (path, expected) => {
    const read = async () => expect((await server.ask(`GET ${path}`, { token })).status).toBe(200);
    // The first list of a kind stores the words that records still lack.
    await read();
    const [all, run] = [vi.spyOn(server.db, 'all'), vi.spyOn(server.db, 'run')];
    await read();
    const statements = [...all.mock.calls, ...run.mock.calls];
    vi.restoreAllMocks();
    expect(statements).toHaveLength(expected);
  });
});
