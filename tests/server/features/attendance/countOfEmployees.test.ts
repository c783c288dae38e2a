// How many records several employees have together, counting only these employees and only the caller's companies.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let employees: { id: number; company_id: number }[];

  beforeAll(async () => {
    server = await startServer({ createDatabase: create });
    employees = await server.db.all(
      sql`select id, company_id from employees where id in (select employee_id from attendance) order by id`,
    );
  });
  afterAll(() => server.stop());

  const ask = async (person: keyof TestServer['users'], ids: readonly (number | string)[]) =>
    server.ask(`GET /attendance/count?employee_ids=${ids.join()}`, {
      token: await server.signIn(server.users[person]),
    });
  const countOf = async (person: keyof TestServer['users'], ids: readonly number[]) =>
    answerDecoder('GET /attendance/count')((await ask(person, ids)).json.data).total;
  const stored = async (ids: readonly number[]) =>
    (await one<{ n: number }>(server.db, sql`select count(*) as n from attendance where employee_id in (${ids})`)).n;

  test('adds up one employee, several and many', async () => {
    for (const size of [1, 2, 15]) {
      const ids = employees.slice(0, size).map(({ id }) => id);
      expect(await countOf('administrator', ids)).toBe(await stored(ids));
    }
    expect(await countOf('administrator', [0])).toBe(0);
  });

  test('leaves out the records of companies that the caller does not see', async () => {
    const [first] = employees;
    const own = employees.filter(({ company_id }) => company_id === first?.company_id).map(({ id }) => id);
    const manager = server.users.manager.email;
    await server.db.run(
      sql`delete from user_companies where user_id = (select id from users where email = ${manager})`,
    );
    await server.db.run(
      sql`insert into user_companies (user_id, company_id) select id, ${first?.company_id ?? 0} from users where email = ${manager}`,
    );
    expect(
      await countOf(
        'manager',
        employees.slice(0, 30).map(({ id }) => id),
      ),
    ).toBe(await stored(own));
  });

  test.each(['one', '1,,2', '1;2', Array.from({ length: 1_001 }, (_, id) => id).join()])(
    'refuses ids that it does not understand, and too many',
    async (ids) => {
      const { status, json } = await ask('administrator', [ids]);
      expect([status, json.errors]).toEqual([
        422,
        { employee_ids: ['These must be at most 1000 ids, separated by commas'] },
      ]);
    },
  );
});
