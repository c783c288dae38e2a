// An export reads each page once if the server says that nothing changed meanwhile, and any change to the list changes
// its revision.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { addRecords } from '../../../../../scripts/bench/attendance/records.ts';
import { foldCounts } from '../../../../../server/features/attendance/foldCounts.ts';
import { one, type Sql, sql } from '../../../../../server/platform/db/db.ts';
import { createClient } from '../../../../../src/platform/api/client.ts';
import type { Row } from '../../../../../src/platform/export/columns.ts';
import { collect } from '../../../../../src/platform/export/read/collect.ts';
import { databases } from '../../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../../support/server/server.ts';

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let api: ReturnType<typeof createClient>;
  let token: string;
  let manager: string;
  let pagesAsked: number[] = [];
  /** Called before each page is read. */
  let beforePage = async (_asked: number): Promise<void> => {};

  beforeAll(async () => {
    server = await startServer({ createDatabase: create });
    await addRecords(server.db, 10_200);
    token = await server.signIn(server.users.administrator);
    manager = await server.signIn(server.users.manager);
    api = createClient({ base: server.api, token: () => token });
  });
  afterAll(() => server.stop());

  beforeEach(() => {
    pagesAsked = [];
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
      const { pathname, searchParams } = new URL(String(args[0]));
      if (pathname.endsWith('/attendance')) await beforePage(pagesAsked.push(Number(searchParams.get('page'))));
      return fetch(...args);
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    beforePage = async () => {};
  });

  async function exported() {
    let ids: number[] = [];
    const sink = {
      clear() {
        ids = [];
      },
      add(rows: readonly Row[], where: 'front' | 'end') {
        const more = rows.map(({ id }) => id);
        ids = where === 'front' ? [...more, ...ids] : [...ids, ...more];
      },
    };
    const whole = await collect(api, {}, { sink, signal: new AbortController().signal, hasRevision: true });
    return { ...whole, ids };
  }
  const stored = async () => {
    const rows = await server.db.all<{ id: number }>(
      sql`select id from attendance order by occurred_at desc, attendance.id desc`,
    );
    return rows.map(({ id }) => id);
  };
  const add = (at: string, company: Sql = sql`1`) =>
    server.db.run(sql`insert into attendance
        (company_id, employee_code, access_controller_id, event_type, occurred_at, created_at)
      select company_id, 'late', min(id), 'check-in', ${at}, ${at} from access_controllers
      where company_id = ${company} group by company_id`);

  test('an export of more than 10,000 records reads every page once', async () => {
    const { ids, isOfOneRevision, notes } = await exported();
    expect(ids).toEqual(await stored());
    expect({ isOfOneRevision, notes }).toEqual({ isOfOneRevision: true, notes: [] });
    expect(pagesAsked).toEqual(Array.from({ length: Math.ceil(ids.length / 100) }, (_, index) => index + 1));
    expect(ids.length).toBeGreaterThan(10_000);
  });

  test('a record that arrives during an export makes it read again, and is in the file', async () => {
    beforePage = async (asked) => void (asked === 50 && (await add('2040-01-01 08:00:00')));
    const { ids, isOfOneRevision, notes } = await exported();
    expect(ids).toEqual(await stored());
    expect({ isOfOneRevision, notes }).toEqual({ isOfOneRevision: true, notes: [] });
    expect(pagesAsked).toHaveLength(2 * Math.ceil(ids.length / 100));
  });

  const revision = async (query = '', as = token) => {
    const { json, status } = await server.ask(`GET /attendance/revision?${query}`, { token: as });
    expect(status).toBe(200);
    return (json.data as { revision: string }).revision;
  };
  const oneOf = sql`(select max(id) from attendance where company_id = 1)`;
  const unlikely = sql`'New' where id = (select min(id)`;

  test.each<[string, Sql]>([
    ['a record is processed', sql`update attendance set is_processed = not is_processed where id = ${oneOf}`],
    ['its employee is found', sql`update attendance set employee_id = null where id = ${oneOf}`],
    ['its HR state changes', sql`update attendance set hr_state = 'waiting' where id = ${oneOf}`],
    ['it is set aside', sql`update attendance set created_at = created_at where id = ${oneOf}`],
    ['a company is renamed', sql`update companies set name = ${unlikely} from companies)`],
    ['a controller is renamed', sql`update access_controllers set name = ${unlikely} from access_controllers)`],
    ['an employee is renumbered', sql`update employees set employee_id = ${unlikely} from employees)`],
    [
      'the business moves',
      sql`update settings set setting_value = 'Asia/Tokyo' where setting_key = 'business_timezone'`,
    ],
    [
      'a record is deleted',
      sql`delete from attendance where id = (select max(id) from attendance
      where employee_code = 'late')`,
    ],
  ])('it changes when %s', async (_what, change) => {
    const before = await revision();
    expect(await revision()).toBe(before);
    expect(await server.db.run(change)).toBe(1);
    const after = await revision();
    expect(after).not.toBe(before);
    await foldCounts(server.db);
    expect(await revision()).toBe(after);
  });

  test('it does not change by what the list cannot show', async () => {
    const { company } = await one<{ company: number }>(
      server.db,
      sql`select min(id) as company from companies where deleted_at is null and id not in (
        select company_id from user_companies
        where user_id = (select id from users where email = ${server.users.manager.email}))`,
    );
    const [ofOthers, ofMay] = [
      await revision('', manager),
      await revision('start_date=2039-05-01&end_date=2039-05-31'),
    ];
    const ofCompany = await revision(`company_id=${company}`);
    await add('2039-06-02 08:00:00', sql`${company}`);
    expect(await revision('', manager)).toBe(ofOthers);
    expect(await revision('start_date=2039-05-01&end_date=2039-05-31')).toBe(ofMay);
    expect(await revision(`company_id=${company}`)).not.toBe(ofCompany);
  });

  test('it changes when somebody no longer sees a company', async () => {
    const before = await revision('', manager);
    await server.db.run(sql`delete from user_companies where company_id = (select max(company_id) from user_companies
      where user_id = (select id from users where email = ${server.users.manager.email}))`);
    expect(await revision('', manager)).not.toBe(before);
  });
});
