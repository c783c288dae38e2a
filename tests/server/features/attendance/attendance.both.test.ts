// Attendance lists: filters, totals, and pages that stay exact while records arrive.

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { one, type Sql, sql } from '../../../../server/platform/db/db.ts';
import type { AttendanceRecord } from '../../../../src/shared/contract/attendance.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import type { Page } from '../../../../src/shared/contract/decode.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';
import { textOf } from '../../../support/server/statements.ts';
import { auditEntries } from '../../../support/server/testDatabase.ts';

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let token: string;
  let controllerId: number;
  let companyId: number;
  let employeeId: number;
  /** How many milliseconds the server's clock is ahead. */
  let passed = 0;

  beforeAll(async () => {
    server = await startServer({ createDatabase: create, clock: () => new Date(Date.now() + passed) });
    token = await server.signIn(server.users.administrator);
    const door = await one<{ id: number; company_id: number }>(
      server.db,
      sql`select id, company_id from access_controllers order by id desc limit 1`,
    );
    controllerId = door.id;
    companyId = door.company_id;
    const employee = await one<{ id: number }>(
      server.db,
      sql`select id from employees where company_id = ${companyId} order by id limit 1`,
    );
    employeeId = employee.id;
  });
  afterAll(() => server.stop());

  const read = async (query: string, as = token): Promise<Page<AttendanceRecord>> => {
    const { json, status } = await server.ask(`GET /attendance?${query}`, { token: as });
    expect(status).toBe(200);
    return answerDecoder('GET /attendance')(json.data);
  };
  const store = async (occurredAt: string, isProcessed = false) => {
    const { id } = await one<{ id: number }>(
      server.db,
      sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type,
          occurred_at, is_processed, created_at)
        values (${companyId}, ${employeeId}, '1', ${controllerId}, 'check-in', ${occurredAt}, ${isProcessed},
          ${occurredAt})
        returning id`,
    );
    return id;
  };
  const idsOf = (page: Page<AttendanceRecord>) => page.data.map((record) => record.id);

  test('lists every record once, newest first, and counts them', async () => {
    const { total, last_page } = await read('per_page=10');
    const records: AttendanceRecord[] = [];
    for (let page = 1; page <= last_page; page++) {
      records.push(...(await read(`per_page=10&page=${page}`)).data);
    }
    expect(new Set(records.map((record) => record.id)).size).toBe(total);
    const times = records.map((record) => record.timestamp);
    expect(times).toEqual(times.toSorted().toReversed());
    const { total: stored } = await one<{ total: number }>(server.db, sql`select count(*) as total from attendance`);
    expect(total).toBe(stored);
  });

  test('has 50 records on a page, or as many as are asked for, up to 200', async () => {
    const sizes = ['', 'per_page=25', 'per_page=200', 'per_page=100000'].map(
      async (size) => (await read(size)).per_page,
    );
    expect(await Promise.all(sizes)).toEqual([50, 25, 200, 200]);
  });

  test('applies each filter, and all of them together', async () => {
    const everything = (await read('per_page=100')).total;
    const of = async (filter: string) => (await read(filter)).total;
    expect((await of('event_type=check-in')) + (await of('event_type=check-out'))).toBe(everything);
    expect((await of('is_processed=true')) + (await of('is_processed=false'))).toBe(everything);
    const { total: ofCompany } = await one<{ total: number }>(
      server.db,
      sql`select count(*) as total from attendance where company_id = ${companyId}`,
    );
    expect(await of(`company_id=${companyId}`)).toBe(ofCompany);
    expect(ofCompany).toBeGreaterThan(0);
    const { total: ofDoor } = await one<{ total: number }>(
      server.db,
      sql`select count(*) as total from attendance where access_controller_id = ${controllerId}
        and event_type = 'check-in'`,
    );
    const filter = `company_id=${companyId}&access_controller_id=${controllerId}&event_type=check-in`;
    expect(await of(filter)).toBe(ofDoor);
  });

  /** Stores twenty records on an otherwise empty day, newest last. */
  const storeDay = async (day: string) => {
    const ids: number[] = [];
    for (let minute = 10; minute < 30; minute++) ids.push(await store(`${day} 12:${minute}:00`));
    return ids;
  };
  const dayFilter = (day: string) => `start_date=${day}&end_date=${day}&per_page=5`;

  test('neither repeats nor skips rows when records arrive between pages', async () => {
    const day = '2001-01-01';
    const ids = await storeDay(day);
    const seen: number[] = [];
    for (let page = 1, last = 1; page <= last; page++) {
      const answer = await read(`${dayFilter(day)}&page=${page}`);
      seen.push(...idsOf(answer));
      last = answer.last_page;
      await store(`${day} 13:00:0${page}`);
      await store(`${day} 13:01:0${page}`);
    }
    expect(seen).toEqual(ids.toReversed());
    passed += 5_000;
    expect((await read(dayFilter(day))).total).toBe(28);
  });

  test('a total is no older because the clock was set back', async () => {
    await storeDay('2001-01-15');
    const filter = `employee_id=${employeeId}&per_page=5`;
    const { total } = await read(filter);
    await store('2001-01-15 13:00:00');
    passed -= 3_600_000;
    expect((await read(filter)).total).toBe(total + 1);
    passed += 3_600_000;
  });

  test('shows a late record below the current page on its own page', async () => {
    const day = '2001-02-01';
    const ids = await storeDay(day);
    const seen = idsOf(await read(dayFilter(day)));
    const late = await store(`${day} 12:00:00`);
    for (let page = 2, last = 2; page <= last; page++) {
      const answer = await read(`${dayFilter(day)}&page=${page}`);
      seen.push(...idsOf(answer));
      last = answer.last_page;
    }
    expect(seen).toEqual([...ids.toReversed(), late]);
  });

  test('skips no rows when records leave the filter between pages', async () => {
    const day = '2001-03-01';
    const ids = await storeDay(day);
    const seen: number[] = [];
    for (let page = 1, last = 1; page <= last; page++) {
      const answer = await read(`${dayFilter(day)}&is_processed=false&page=${page}`);
      seen.push(...idsOf(answer));
      last = answer.last_page;
      const done = await server.ask('POST /attendance/mark-processed', {
        token,
        body: { record_ids: idsOf(answer) },
      });
      expect(done.json.data).toEqual({ updated: answer.data.length });
    }
    expect(seen).toEqual(ids.toReversed());
    expect((await read(`${dayFilter(day)}&is_processed=false`)).total).toBe(0);
  });

  test('neither repeats nor skips rows when several pages are asked for at once, and records arrive', async () => {
    const day = '2001-09-01';
    const ids = await storeDay(day);
    const seen = idsOf(await read(dayFilter(day)));
    const newest = await store(`${day} 13:00:00`);
    const pages = [2, 3, 4].map((page) => read(`${dayFilter(day)}&page=${page}`));
    for (const page of await Promise.all(pages)) seen.push(...idsOf(page));
    expect(seen).toEqual(ids.toReversed());
    expect(idsOf(await read(dayFilter(day)))[0]).toBe(newest);
    expect(idsOf(await read(`${dayFilter(day)}&page=4`))).toEqual(ids.toReversed().slice(14, 19));
  });

  test('starts over with the first page: no page continues after one that was shown before it', async () => {
    const day = '2001-08-01';
    for (let minute = 10; minute < 30; minute++) await store(`${day} 12:${minute}:00`);
    for (const page of [1, 2, 3]) await read(`${dayFilter(day)}&page=${page}`);
    await store(`${day} 13:00:00`);
    const [first, third, second] = [
      await read(dayFilter(day)),
      await read(`${dayFilter(day)}&page=3`),
      await read(`${dayFilter(day)}&page=2`),
    ];
    const seen = [...idsOf(first), ...idsOf(second), ...idsOf(third)];
    expect(new Set(seen).size).toBe(3 * first.per_page);
    const { data } = await read(`start_date=${day}&end_date=${day}&per_page=100`);
    expect(seen).toEqual(data.map(({ id }) => id).slice(0, seen.length));
  });

  test('continues after the page of the same reader, not of another one', async () => {
    const day = '2001-04-01';
    const ids = await storeDay(day);
    const other = await server.signIn(server.users.auditor);
    const mine = idsOf(await read(dayFilter(day)));
    const newcomers = [await store(`${day} 13:00:00`), await store(`${day} 13:00:01`)];
    const theirs = idsOf(await read(dayFilter(day), other));
    expect(theirs.slice(0, 2)).toEqual(newcomers.toReversed());
    mine.push(...idsOf(await read(`${dayFilter(day)}&page=2`)));
    theirs.push(...idsOf(await read(`${dayFilter(day)}&page=2`, other)));
    expect(mine).toEqual(ids.toReversed().slice(0, 10));
    expect(theirs).toEqual([...newcomers.toReversed(), ...ids.toReversed().slice(0, 8)]);
  });

  test('recounts when the rows contradict a remembered total', async () => {
    const day = '2001-05-01';
    for (let minute = 10; minute < 20; minute++) await store(`${day} 12:${minute}:00`);
    const totalOf = async () => {
      const { total, last_page } = await read(dayFilter(day));
      return { total, last_page };
    };
    expect(await totalOf()).toEqual({ total: 10, last_page: 2 });
    await server.db.run(sql`delete from attendance where occurred_at >= '2001-05-01 12:15:00'
      and occurred_at < '2001-05-02 00:00:00'`);
    expect(await totalOf()).toEqual({ total: 5, last_page: 1 });
    await store(`${day} 12:30:00`);
    expect(await totalOf()).toEqual({ total: 6, last_page: 2 });
  });

  test('answers a page that cannot exist by counting, without reading or sorting records', async () => {
    const other = await server.signIn(server.users.manager);
    const statements = vi.spyOn(server.db, 'all');
    const statementsOf = async (filter: string) => {
      statements.mockClear();
      expect((await read(`page=1000000000${filter}`, other)).data).toEqual([]);
      return statements.mock.calls
        .map(([statement]) => textOf(statement))
        .filter((text) => /from attendance(_count_sums)?\b/.test(text));
    };
    expect(await statementsOf('')).toEqual([expect.stringMatching(/sum\(records\).*from attendance_count_sums\b/s)]);
    expect(await statementsOf('&access_controller_id=1')).toEqual([
      expect.stringMatching(/select count\(\*\) as total from attendance where/),
    ]);
    statements.mockRestore();
  });

  test('answers a page in two statements after each change: who asks, and the records with their total', async () => {
    await read('per_page=10');
    await store('2001-04-01 12:00:00');
    const [all, run] = [vi.spyOn(server.db, 'all'), vi.spyOn(server.db, 'run')];
    const page = await read('per_page=10');
    expect([page.data.length, all.mock.calls.length, run.mock.calls.length]).toEqual([10, 2, 0]);
    vi.restoreAllMocks();
  });

  test('answers an empty page beyond the last, with the number of the last', async () => {
    const { data, last_page, total } = await read('per_page=100&page=900000');
    expect([data, last_page]).toEqual([[], Math.ceil(total / 100)]);
  });

  test('lets a caller with five companies find, count, open and mark only their records', async () => {
    const manager = await server.signIn(server.users.manager);
    const { total: own } = await one<{ total: number }>(
      server.db,
      sql`select count(*) as total from attendance where company_id in (select company_id
        from user_companies join users on users.id = user_id
        where email = ${server.users.manager.email})`,
    );
    expect(own).toBeGreaterThan(0);
    expect((await read('', manager)).total).toBe(own);
    const foreign = await one<{ id: number; company_id: number }>(
      server.db,
      sql`select id, company_id from attendance where is_processed = false and company_id not in (
        select company_id from user_companies) order by id limit 1`,
    );
    expect((await read(`company_id=${foreign.company_id}`, manager)).total).toBe(0);
    const opened = await server.ask(`GET /attendance/${foreign.id}`, { token: manager });
    expect(opened.status).toBe(404);
    const [mine] = (await read('is_processed=false', manager)).data;
    const marked = await server.ask('POST /attendance/mark-processed', {
      token: manager,
      body: { record_ids: [mine?.id, foreign.id] },
    });
    expect(marked.status).toBe(404);
    const left = await server.ask(`GET /attendance/${mine?.id}`, { token: manager });
    expect(answerDecoder('GET /attendance/{id}')(left.json.data).is_processed).toBe(false);
  });

  describe('merges the records of a caller’s companies, newest first:', () => {
    const password = 'long enough';
    const email = 'some@rollcall.example';
    let theirs: string;
    let userId: number;
    const added = async (rows: Sql) => (await one<{ id: number }>(server.db, sql`insert into ${rows} returning id`)).id;

    beforeAll(async () => {
      for (let number = 1; number <= 60; number++) {
        const at = '2001-05-10 08:00:00';
        const company = await added(sql`companies (name, unique_identifier, created_at)
          values ('One of many', ${`CMP-MANY-${number}`}, ${at})`);
        const door = await added(sql`access_controllers (company_id, name, unique_identifier, created_at)
          values (${company}, 'Door', ${`ACU-MANY-${number}`}, ${at})`);
        // Every company has one record at the same instant.
        const times = [at, `2001-05-10 08:00:${String(number % 60).padStart(2, '0')}`];
        for (const [index, time] of times.entries())
          await added(sql`attendance (company_id, employee_code, access_controller_id, event_id, event_type,
              occurred_at, created_at)
            values (${company}, '1', ${door}, ${String(index)}, 'check-in', ${time}, ${time})`);
      }
      const { id: role } = await one<{ id: number }>(server.db, sql`select id from roles where name = 'hr_manager'`);
      const body = { name: 'Some', email, password, roles: [role], companies: [] };
      const { json } = await server.ask('POST /users', { token, body });
      userId = answerDecoder('GET /users/{id}')(json.data).id;
      theirs = await server.signIn({ email, password });
    });

    test.each([0, 1, 4, 55])('%s companies', async (count) => {
      const companies = await server.db.all<{ id: number }>(
        sql`select id from companies where name = 'One of many' order by id limit ${count}`,
      );
      const ids = companies.map(({ id }) => id);
      const body = { companies: ids };
      await server.ask(`POST /users/${userId}/assign-companies`, { token, body });
      passed += 5_000;
      const stored = await server.db.all<{ id: number }>(
        sql`select id from attendance where company_id in (${ids}) order by occurred_at desc, id desc`,
      );
      const wanted = stored.map(({ id }) => id);

      const size = 3;
      const pages = Math.max(1, Math.ceil(wanted.length / size));
      // Each page read directly must equal the page read after its predecessor.
      const last = await read(`per_page=${size}&page=${pages}`, theirs);
      expect(idsOf(last)).toEqual(wanted.slice((pages - 1) * size));
      const seen: number[] = [];
      for (let page = 1; page <= pages; page++) {
        const answer = await read(`per_page=${size}&page=${page}`, theirs);
        expect([answer.total, answer.last_page]).toEqual([wanted.length, pages]);
        seen.push(...idsOf(answer));
      }
      expect(seen).toEqual(wanted);
      const narrowed = await read(`per_page=100&company_id=${ids[0] ?? 1}&employee_id=0`, theirs);
      expect(narrowed.total).toBe(Math.min(count, 1) * 2);
    });
  });

  test('marks records as processed, counts and audits them, and requires a selection', async () => {
    const id = await store('2001-06-01 12:00:00');
    const mark = (record_ids: number[]) =>
      server.ask('POST /attendance/mark-processed', { token, body: { record_ids } });
    const first = await mark([id, id]);
    expect([first.json.data, first.json.message]).toEqual([{ updated: 1 }, 'Records marked as processed successfully']);
    expect((await mark([id])).json.data).toEqual({ updated: 0 });
    const entries = await auditEntries(server.db, 'attendance.process');
    expect(entries.filter(({ after }) => after.record_ids.includes(id))).toHaveLength(1);
    const none = await mark([]);
    expect([none.status, none.json.message]).toEqual([422, 'Please select records to mark as processed']);
  });

  test('uses days of the business time zone in filters, records and statistics', async () => {
    const setZone = async (value: string) => {
      const body = { value, description: '', is_public: true };
      expect((await server.ask('PUT /settings/business_timezone', { token, body })).status).toBe(200);
    };
    await setZone('Asia/Kolkata');
    const late = await store('2001-07-01 18:29:59');
    const next = await store('2001-07-01 18:30:00');
    const first = await read('start_date=2001-07-01&end_date=2001-07-01');
    expect(first.data.map(({ id, timestamp }) => [id, timestamp])).toEqual([[late, '2001-07-01T23:59:59+05:30']]);
    expect(idsOf(await read('start_date=2001-07-02&end_date=2001-07-02'))).toEqual([next]);
    const period = 'start_date=2001-06-30&end_date=2001-07-03';
    const { json } = await server.ask(`GET /attendance/statistics?${period}`, { token });
    await setZone('UTC');
    expect(answerDecoder('GET /attendance/statistics')(json.data).days).toEqual([
      { date: '2001-06-30', total: 0 },
      { date: '2001-07-01', total: 1 },
      { date: '2001-07-02', total: 1 },
      { date: '2001-07-03', total: 0 },
    ]);
  });

  test('returns statistics that add up to the list’s total', async () => {
    const statistics = async (query: string) => {
      const { json } = await server.ask(`GET /attendance/statistics${query}`, { token });
      return answerDecoder('GET /attendance/statistics')(json.data);
    };
    const { days, total, check_ins, check_outs, processed, pending } = await statistics('');
    expect(days).toHaveLength(14);
    const period = `start_date=${days.at(0)?.date}&end_date=${days.at(-1)?.date}`;
    expect(total).toBe((await read(period)).total);
    expect(total).toBeGreaterThan(0);
    expect(days.reduce((sum, day) => sum + day.total, 0)).toBe(total);
    expect(check_ins).toBe((await read(`${period}&event_type=check-in`)).total);
    expect(processed).toBe((await read(`${period}&is_processed=true`)).total);
    expect([check_ins + check_outs, processed + pending]).toEqual([total, total]);
    const { total: recent } = await one<{ total: number }>(
      server.db,
      sql`select count(*) as total from attendance where company_id = ${companyId}
        and occurred_at > ${new Date(Date.now() - 86_400_000).toISOString().slice(0, 19).replace('T', ' ')}`,
    );
    expect((await statistics(`?company_id=${companyId}`)).last_24_hours).toBe(recent);
    const year = await statistics('?start_date=2025-01-01&end_date=2025-12-31');
    expect(year.days).toHaveLength(365);
  });

  test.each([
    ['/attendance?start_date=2026-02-30', 'start_date'],
    ['/attendance?end_date=yesterday', 'end_date'],
    ['/attendance?start_date=9999-12-31', 'start_date'],
    ['/attendance?start_date=2026-02-02&end_date=2026-02-01', 'end_date'],
    ['/attendance/statistics?start_date=2020-01-01&end_date=2026-01-01', 'start_date'],
    ['/attendance?event_type=nap', 'event_type'],
  ])('%s is refused at %s', async (path, field) => {
    const { status, json } = await server.ask(`GET ${path}`, { token });
    expect(status).toBe(422);
    expect(json.errors).toHaveProperty(field);
  });

  test('keeps the names of deleted employees, controllers and companies in the records', async () => {
    const id = await store('2001-08-01 12:00:00');
    const find = async () => {
      const { json } = await server.ask(`GET /attendance/${id}`, { token });
      return answerDecoder('GET /attendance/{id}')(json.data);
    };
    const before = await find();
    for (const call of [
      `DELETE /employees/${employeeId}`,
      `DELETE /access-controllers/${controllerId}`,
      `DELETE /companies/${companyId}`,
    ]) {
      expect((await server.ask(call, { token })).status).toBe(200);
    }
    const { hr_sync: sync, ...record } = await find();
    expect({ ...record, hr_sync: before.hr_sync }).toEqual(before);
    expect(sync?.sentence).toBe('Not sent. The company was deleted');
    expect(before.employee).not.toBeNull();
  });
});
