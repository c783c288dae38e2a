// The list of users shows who has no second factor, to callers who manage how people sign in.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { addColleague } from '../../../support/people/users.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startServer({ createDatabase: create, sample: { employeesPerCompany: 1, days: 1 } });
  });
  afterEach(() => server.stop());

  const listed = async (token: string) => {
    const { json } = await server.ask('GET /users', { token });
    const users = answerDecoder('GET /users')(json.data).data;
    return new Map(users.map(({ email, has_second_factor }) => [email, has_second_factor]));
  };

  test('is told to those who manage sign-in, and to nobody else', async () => {
    const { administrator, auditor, manager } = server.users;
    const { id } = await one<{ id: number }>(server.db, sql`select id from users where email = ${manager.email}`);
    await server.db.run(
      sql`insert into authenticator_apps (user_id, sealed_key, last_step, created_at)
        values (${id}, 'sealed', 0, '2026-11-23 10:00:00')`,
    );
    const forAdministrator = await listed(await server.signIn(administrator));
    expect(forAdministrator.get(manager.email)).toBe(true);
    expect(forAdministrator.get(auditor.email)).toBe(false);
    const viewer = await addColleague(server.db, 'Onlooker', ['users.view', 'companies.all'], [], new Date());
    const forViewer = await listed(viewer);
    expect(forViewer.size).toBeGreaterThan(3);
    expect(new Set(forViewer.values())).toEqual(new Set([null]));
  });
});
