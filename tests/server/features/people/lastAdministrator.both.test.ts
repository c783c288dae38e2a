// There is always an administrator, and if password sign-in is closed, one who can still use a password, whatever two
// people do to each other at the same time.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { administratorRole, roleId } from '../../../../server/features/people/roleQueries.ts';
import { insertUser } from '../../../../server/features/people/userQueries.ts';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { openSession } from '../../../support/people/users.ts';
import { databases } from '../../../support/server/databases.ts';
import { runOverlapping } from '../../../support/server/overlapping.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

interface Administrator {
  readonly id: number;
  readonly email: string;
  readonly token: string;
}

const ways = ['erase', 'delete', 'demote'] as const;
const pairs = ways.flatMap((first) => ways.map((second) => [first, second] as const));

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let added = 0;

  beforeAll(async () => {
    server = await startServer({ createDatabase: create, sample: { employeesPerCompany: 1, days: 0 } });
  });
  afterAll(() => server.stop());

  async function addAdministrator(): Promise<Administrator> {
    const roles = [await roleId(server.db, administratorRole)];
    const email = `boss${++added}@rollcall.example`;
    const now = new Date();
    const id = await insertUser(server.db, { name: 'Boss', email, passwordHash: 'x', roles, companies: [] }, now);
    return { id, email, token: await openSession(server.db, id, now) };
  }

  const end = (way: (typeof ways)[number], by: Administrator, { id, email }: Administrator) => {
    const { token } = by;
    if (way === 'delete') return server.ask(`DELETE /users/${id}`, { token });
    if (way === 'erase')
      return server.ask('POST /privacy/erasures', { token, body: { kind: 'users', id, reason: 'Left' } });
    return server.ask(`PUT /users/${id}`, { token, body: { name: 'Boss', email, roles: [], companies: [] } });
  };

  const countOf = async (rows: ReturnType<typeof sql>) =>
    (await one<{ n: number }>(server.db, sql`select count(*) as n from ${rows}`)).n;
  const administrators = async () =>
    countOf(sql`user_roles where role_id = ${await roleId(server.db, administratorRole)}`);

  describe('of two administrators', () => {
    let first: Administrator;
    let second: Administrator;

    beforeEach(async () => {
      await server.db.run(sql`delete from user_roles`);
      [first, second] = [await addAdministrator(), await addAdministrator()];
    });

    test.each(pairs)('the first may %s the second, who then may not %s the first', async (one, other) => {
      const answers = await runOverlapping(
        server.db,
        () => end(one, first, second),
        () => end(other, second, first),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, one === 'demote' ? 403 : 401]);
      expect(await administrators()).toBe(1);
    });
  });

  describe('of two emergency accounts', () => {
    let caller: Administrator;
    let first: Administrator;
    let second: Administrator;

    beforeEach(async () => {
      await server.db.run(sql`delete from user_roles`);
      await server.db.run(sql`delete from emergency_accounts`);
      [caller, first, second] = [await addAdministrator(), await addAdministrator(), await addAdministrator()];
      await server.db.run(sql`insert into emergency_accounts (user_id) values (${first.id}), (${second.id})`);
      await server.db.run(sql`update single_sign_on_settings set closes_passwords = ${true}`);
    });

    test.each(pairs)('the first is gone by %s, and the second does not go by %s', async (one, other) => {
      const answers = await runOverlapping(
        server.db,
        () => end(one, caller, first),
        () => end(other, caller, second),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 409]);
      expect(await countOf(sql`emergency_accounts where user_id = ${second.id}`)).toBe(1);
      expect(await administrators()).toBe(2);
    });
  });

  test('a caller who lost a right while waiting cannot use it', async () => {
    await server.db.run(sql`update single_sign_on_settings set closes_passwords = ${false}`);
    const [boss, demoted] = [await addAdministrator(), await addAdministrator()];
    const nobody = await insertUser(
      server.db,
      { name: 'Nobody', email: 'nobody@rollcall.example', passwordHash: 'x', roles: [], companies: [] },
      new Date(),
    );
    const answers = await runOverlapping(
      server.db,
      () => end('demote', boss, demoted),
      () => server.ask(`DELETE /users/${nobody}`, { token: demoted.token }),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 403]);
  });
});
