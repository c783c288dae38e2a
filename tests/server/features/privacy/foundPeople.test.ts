// The list of people whose data is stored: searched in any script, and filtered by state.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startServer({ createDatabase: create });
    token = await server.signIn(server.users.administrator);
    const { id: company } = await one<{ id: number }>(server.db, sql`select min(id) as id from companies`);
    for (const [number, name] of [
      ['P-1', 'Σοφία Ивановна'],
      ['P-2', 'Zoë O’Quist_100%'],
      ['P-3', 'Gone Quist'],
      ['Ж-4', 'Vera'],
    ]) {
      const body = { company_id: company, employee_id: number, name };
      const { json } = await server.ask('POST /employees', { token, body });
      const id = answerDecoder('POST /employees')(json.data)?.id;
      if (name === 'Gone Quist') await server.ask(`DELETE /employees/${id}`, { token });
    }
  });
  afterAll(() => server.stop());

  async function found(query: string): Promise<string[]> {
    const { status, json } = await server.ask(`GET /privacy/people?${query}`, { token });
    expect(status).toBe(200);
    return answerDecoder('GET /privacy/people')(json.data).data.map(({ name }) => name);
  }

  test('refuses a state and a kind that do not exist', async () => {
    for (const query of ['state=hidden', 'kind=companies'])
      expect((await server.ask(`GET /privacy/people?${query}`, { token })).status, query).toBe(422);
  });

  test.each([
    ['σοφία', 'Σοφία Ивановна'],
    ['ΣΟΦΙΑ', 'Σοφία Ивановна'],
    ['ивано', 'Σοφία Ивановна'],
    ['zoe', 'Zoë O’Quist_100%'],
    ['quist_1', 'Zoë O’Quist_100%'],
    ['p-2', 'Zoë O’Quist_100%'],
    ['100%', 'Zoë O’Quist_100%'],
    ['Ж-', 'Vera'],
  ])('a search for %j finds %s', async (q, name) => {
    expect(await found(`q=${encodeURIComponent(q)}`)).toContain(name);
  });

  test('wildcards of the database stand for themselves', async () => {
    for (const q of ['Z%Q', 'Zo_', "' or 1=1 --", '\\']) expect(await found(`q=${encodeURIComponent(q)}`)).toEqual([]);
  });

  test('shows those in one state only', async () => {
    expect(await found('q=quist&state=deleted')).toEqual(['Gone Quist']);
    expect(await found('q=gone&state=active')).toEqual([]);
    expect(await found('kind=users&state=erased')).toEqual([]);
  });
});
