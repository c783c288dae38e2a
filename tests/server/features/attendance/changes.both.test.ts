// A copy of attendance that reads every record once, and then only changes, equals the list at any later moment.

import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addRecords } from '../../../../scripts/bench/attendance/records.ts';
import { createChance } from '../../../../server/app/sample/random.ts';
import { deleteOldChanges, numberChanges, readPage } from '../../../../server/features/attendance/changes.ts';
import { maybeOne, one, type Queries, type Sql, sql } from '../../../../server/platform/db/db.ts';
import { clocksIn, plusMinutes } from '../../../../server/platform/time/clock.ts';
import type { AttendanceRecord } from '../../../../src/shared/contract/attendance.ts';
import { type Answer, answerDecoder, type Body } from '../../../../src/shared/contract/calls.ts';
import type { Permission } from '../../../../src/shared/contract/permissions.ts';
import { addApiToken, addColleague, someoneErasable } from '../../../support/people/users.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';
import { planOf } from '../../../support/server/statements.ts';

type Change = Answer<'GET /attendance/changes'>['changes'][number];

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let administrator: string;
  let token: string;

  beforeAll(async () => {
    server = await startServer({ createDatabase: create, sample: { employeesPerCompany: 2, days: 3 } });
    administrator = await server.signIn(server.users.administrator);
    token = await tokenOf(await idOf(sql`users where email = ${server.users.administrator.email}`));
  });
  afterAll(() => server.stop());

  const idOf = async (rows: Sql) => (await one<{ id: number }>(server.db, sql`select id from ${rows} limit 1`)).id;
  const tokenOf = (userId: number, permissions: readonly Permission[] = ['attendance.view', 'hr_sync.view']) =>
    addApiToken(server.db, { userId, name: 'Payroll', permissions, companies: null });
  const write = (statement: Sql) => server.db.run(statement);

  async function changesAfter(cursor: string | undefined, limit = 100, as = token) {
    const after = cursor === undefined ? '' : `&after=${cursor}`;
    const { status, json } = await server.ask(`GET /attendance/changes?limit=${limit}${after}`, { token: as });
    expect([status, json.message]).toEqual([200, '']);
    return answerDecoder('GET /attendance/changes')(json.data);
  }

  /** Acts as a program that keeps a copy. */
  function startCopy(as = token, limit = 100) {
    const records = new Map<number, AttendanceRecord>();
    let cursor: string | undefined;
    const copy = {
      records,
      get cursor() {
        return cursor ?? '';
      },
      /** Makes one call, and returns its changes and whether there are more. */
      async read() {
        const page = await changesAfter(cursor, limit, as);
        cursor = page.cursor;
        for (const change of page.changes) apply(change);
        return page;
      },
      /** Reads on until nothing is left, and returns all changes. */
      async follow(): Promise<Change[]> {
        const { changes, has_more } = await copy.read();
        return has_more ? [...changes, ...(await copy.follow())] : changes;
      },
    };
    return copy;

    function apply({ kind, id, record, name = '', employee_id }: Change) {
      if (record) records.set(id, record);
      else if (kind === 'erased') records.delete(id);
      else
        for (const [key, old] of records) {
          const { employee, access_controller, company } = old;
          if (kind === 'employee_renamed' && employee?.id === id)
            records.set(key, { ...old, employee: { id, name, employee_id: employee_id ?? '' } });
          if (kind === 'access_controller_renamed' && access_controller?.id === id)
            records.set(key, { ...old, access_controller: { id, name } });
          if (kind === 'company_renamed' && company?.id === id) records.set(key, { ...old, company: { id, name } });
        }
    }
  }

  async function listed(as = token): Promise<AttendanceRecord[]> {
    const records: AttendanceRecord[] = [];
    for (let page = 1; ; page++) {
      const { json } = await server.ask(`GET /attendance?per_page=200&page=${page}`, { token: as });
      const { data, last_page } = answerDecoder('GET /attendance')(json.data);
      records.push(...data);
      if (page >= last_page) return records.toSorted((one, other) => one.id - other.id);
    }
  }
  const sorted = (records: ReadonlyMap<number, AttendanceRecord>) =>
    [...records.values()].toSorted((one, other) => one.id - other.id);
  async function expectEqual(copy: ReturnType<typeof startCopy>, as = token) {
    expect(sorted(copy.records)).toEqual(await listed(as));
  }

  async function correct(...corrections: Body<'POST /corrections'>['corrections']) {
    const body = { corrections, reason: 'Seen at the door' };
    const { status, json } = await server.ask('POST /corrections', { token: administrator, body });
    expect([status, json.message]).toEqual([201, 'Correction saved successfully']);
    return json.data;
  }
  const added = async (queries: Queries, at: string, code = '1', company?: number): Promise<number> => {
    const { id } = await one<{ id: number }>(
      queries,
      sql`insert into attendance (company_id, employee_code, access_controller_id, event_type, occurred_at, created_at)
        select company_id, ${code}, id, 'check-in', ${at}, ${at} from access_controllers
        where ${company === undefined ? sql`true` : sql`company_id = ${company}`} order by id limit 1
        returning id`,
    );
    return id;
  };

  test('equals the list, from the first call on and after each kind of change', async () => {
    const copy = startCopy(token, 10);
    const first = await copy.read();
    expect([first.changes.length, first.has_more]).toEqual([10, true]);
    // Changes records that were read already and records that were not.
    const { employee, access_controller, company, id } = first.changes[3]?.record ?? {};
    await write(sql`update attendance set is_processed = not is_processed`);
    await copy.follow();
    await expectEqual(copy);

    const followed = async () => (await copy.follow()).map((change) => [change.kind, change.id]);
    const record = await added(server.db, '2026-01-05 08:00:00');
    expect(await followed()).toEqual([['added', record]]);
    await write(sql`update attendance set event_type = 'check-out' where id = ${record}`);
    await write(sql`update attendance set guessed_by = 'nobody sees it' where id = ${record}`);
    expect(await followed()).toEqual([['changed', record]]);
    await correct({ kind: 'set_aside', record_id: Number(id) });
    const own = (kind: string, change: number) => [kind, change];
    expect(await followed()).toContainEqual(own('set_aside', Number(id)));
    await expectEqual(copy);
    await write(sql`update attendance set set_aside_by = null`);
    expect(await followed()).toEqual([['brought_back', id]]);

    await write(sql`update employees set name = 'Another Name', employee_id = '00777' where id = ${employee?.id ?? 0}`);
    await write(sql`update access_controllers set name = 'Gate' where id = ${access_controller?.id ?? 0}`);
    await write(sql`update companies set name = 'Renamed Ltd' where id = ${company?.id ?? 0}`);
    expect(await followed()).toEqual([
      ['employee_renamed', employee?.id],
      ['access_controller_renamed', access_controller?.id],
      ['company_renamed', company?.id],
    ]);
    await expectEqual(copy);

    await write(sql`delete from attendance where id = ${record}`);
    expect(await copy.follow()).toMatchObject([{ kind: 'erased', id: record }]);
    // The next call reports no changes.
    expect(await copy.read()).toMatchObject({ changes: [], has_more: false });
    await expectEqual(copy);
  });

  test('tells each record of a page once, by what says most', async () => {
    const copy = startCopy();
    await copy.follow();
    const [one, two, three] = [
      await added(server.db, '2026-01-06 08:00:00'),
      await added(server.db, '2026-01-06 08:00:01'),
      Math.min(...copy.records.keys()),
    ];
    await write(sql`update attendance set is_processed = true where id in (${[one, two]})`);
    await write(sql`delete from attendance where id = ${two}`);
    await write(sql`update attendance set is_processed = not is_processed where id = ${three}`);
    expect((await copy.follow()).map(({ kind, id }) => [kind, id])).toEqual([
      ['added', one],
      ['erased', two],
      ['changed', three],
    ]);
    await expectEqual(copy);
  });

  test('loses and doubles nothing while many write, and what began first is committed last', async () => {
    const chance = createChance(7);
    const copies = [startCopy(token, 7), startCopy(token, 100)];
    let isWriting = true;
    const day = '2026-02-0';
    async function writer(number: number) {
      for (let round = 0; round < 8; round++)
        await server.db
          .tx(async (queries) => {
            const at = `${day}${(round % 9) + 1} ${String(number + 8).padStart(2, '0')}:00:${String(round + 10)}`;
            const record = await added(queries, at, `w${number}`);
            await wait(chance.whole(0, 12));
            if (chance.whole(0, 2) === 0) {
              const other = await maybeOne<{ id: number }>(
                queries,
                sql`select id from attendance where employee_code = ${`w${number}`} and id < ${record} order by id limit 1`,
              );
              if (other) await queries.run(sql`delete from attendance where id = ${other.id}`);
            } else {
              await queries.run(sql`update attendance set is_processed = true where id = ${record}`);
            }
            await wait(chance.whole(0, 12));
            // Some transactions roll back and leave nothing.
            if (chance.whole(0, 5) === 0) throw new Error('Rolled back');
          })
          .catch((error: Error) => expect(error.message).toBe('Rolled back'));
    }
    const writing = Promise.all([0, 1, 2, 3, 4, 5].map(writer)).finally(() => (isWriting = false));
    const reading = copies.map(async (copy) => {
      for (; isWriting; await wait(10)) await copy.read();
      await copy.follow();
    });
    await Promise.all([writing, ...reading]);
    for (const copy of copies) await expectEqual(copy);
    expect(copies[0]?.records.size).toBeGreaterThan(20);
  });

  test('shows a company’s own records only, and begins again when others become visible', async () => {
    const { db } = server;
    const [mine, other] = await db.all<{ id: number }>(
      sql`select distinct company_id as id from attendance order by company_id limit 2`,
    );
    const session = await addColleague(db, 'Mona', ['attendance.view'], [mine?.id ?? 0], new Date());
    const userId = await idOf(sql`users where name = 'Mona'`);
    const theirs = await tokenOf(userId, ['attendance.view']);
    const copy = startCopy(theirs, 10);
    await copy.follow();
    expect(copy.records.size).toBeGreaterThan(0);
    await expectEqual(copy, theirs);
    expect([...copy.records.values()].every(({ company, hr_state }) => company?.id === mine?.id && !hr_state)).toBe(
      true,
    );
    // The session sees the same records, so it can go on from the token's cursor.
    await expect(changesAfter(copy.cursor, 10, session)).resolves.toMatchObject({ changes: [] });

    await write(sql`update attendance set is_processed = not is_processed where company_id = ${other?.id ?? 0}`);
    const gone = await added(db, '2026-03-05 08:00:00', '1', other?.id);
    await write(sql`delete from attendance where id = ${gone}`);
    await write(sql`update companies set name = 'Secret' where id = ${other?.id ?? 0}`);
    expect(await copy.follow()).toEqual([]);

    const refused = async (as = theirs) => {
      const answer = await server.ask(`GET /attendance/changes?after=${copy.cursor}`, { token: as });
      return [answer.status, answer.json.message];
    };
    const seesOther = [410, expect.stringMatching(/may see.* read everything again/)];
    await write(sql`insert into user_companies (user_id, company_id) values (${userId}, ${other?.id ?? 0})`);
    expect(await refused()).toEqual(seesOther);
    await write(sql`delete from user_companies where user_id = ${userId} and company_id = ${other?.id ?? 0}`);
    expect(await refused()).toEqual([200, '']);
    await write(sql`delete from user_companies where user_id = ${userId}`);
    expect(await refused()).toEqual(seesOther);
    expect(await refused(token)).toEqual(seesOther);
    expect((await server.ask('GET /attendance/changes', { token: theirs })).json.data).toMatchObject({ changes: [] });
    expect(await server.ask('GET /attendance/changes')).toMatchObject({ status: 401 });
    const weak = await tokenOf(userId, ['employees.view']);
    expect(await server.ask('GET /attendance/changes', { token: weak })).toMatchObject({ status: 403 });
  });

  test('goes on when a company’s rules change, but not its time zone', async () => {
    const companies = await server.db.all<{ id: number }>(sql`select id from companies order by id limit 2`);
    const saved = async (company: number, timezone: string, needs_second_person = false) => {
      const body = { starts_at: '00:00', repeat_seconds: 60, hours: 'pairs', timezone, needs_second_person };
      const { status } = await server.ask(`PUT /companies/${company}/day-rules`, { token: administrator, body });
      expect(status).toBe(200);
    };
    const [first = 0, second = 0] = companies.map(({ id }) => id);
    await saved(first, 'Asia/Kathmandu');
    await saved(second, 'Europe/Lisbon');
    const { cursor } = await changesAfter(undefined);
    await saved(first, 'Asia/Kathmandu', true);
    await changesAfter(cursor);
    await saved(first, '');
    await saved(second, '');
    expect(await server.ask(`GET /attendance/changes?after=${cursor}`, { token })).toMatchObject({ status: 410 });
  });

  test('tells the new name of a controller that has moved to another company, whose old records show it', async () => {
    const { db } = server;
    const [door, strange] = await db.all<{ id: number; company_id: number }>(
      sql`select min(id) as id, company_id from access_controllers group by company_id order by company_id desc limit 2`,
    );
    const [former = 0, other = 0] = [door?.company_id, strange?.company_id];
    const session = await addColleague(db, 'Nora', ['attendance.view'], [former], new Date());
    const copy = startCopy(session);
    await copy.follow();
    expect([...copy.records.values()].some(({ access_controller }) => access_controller?.id === door?.id)).toBe(true);

    const token = administrator;
    const { json } = await server.ask(`GET /access-controllers/${door?.id}`, { token });
    const edit = async (body: object) => {
      const { version } = Object((await server.ask(`GET /access-controllers/${door?.id}`, { token })).json.data);
      const sent = { ...Object(json.data), ...body, version };
      expect(await server.ask(`PUT /access-controllers/${door?.id}`, { token, body: sent })).toMatchObject({
        status: 200,
      });
    };
    await edit({ company_id: other });
    await edit({ company_id: other, name: 'Moved and renamed' });
    await write(sql`update access_controllers set name = 'Never theirs' where id = ${strange?.id ?? 0}`);
    expect(await copy.follow()).toEqual([
      { kind: 'access_controller_renamed', id: door?.id, name: 'Moved and renamed' },
    ]);
    await expectEqual(copy, session);
  });

  test('forgets a person who is erased', async () => {
    const copy = startCopy();
    await copy.follow();
    const person = await someoneErasable(server.db);
    expect(JSON.stringify(sorted(copy.records))).toContain(person.name);
    await write(
      sql`update employees set is_active = false, deleted_at = '2026-01-01 00:00:00' where id = ${person.id}`,
    );
    const body = { kind: 'employees', id: person.id, reason: 'Asked for it', has_left: true };
    const { status, json } = await server.ask('POST /privacy/erasures', { token: administrator, body });
    expect([status, json.message]).toEqual([200, expect.any(String)]);
    await copy.follow();
    expect(JSON.stringify(sorted(copy.records))).not.toContain(person.name);
    await expectEqual(copy);
  });

  test('refuses an invalid cursor, and one after which changes are missing', async () => {
    const { db } = server;
    const copy = startCopy();
    await copy.follow();
    const refusal = async (after: string) => {
      const { status, json } = await server.ask(`GET /attendance/changes?after=${after}`, { token });
      return [status, json.errors?.after?.[0] ?? json.message];
    };
    const none = [422, 'This is no cursor. Send the one of the last answer, or none to begin'];
    const text = Buffer.from(copy.cursor, 'base64url').toString();
    const forged = (change: (parts: string[]) => unknown) => {
      const parts = text.split('|');
      change(parts);
      return Buffer.from(parts.join('|')).toString('base64url');
    };
    expect(await refusal('12')).toEqual(none);
    expect(await refusal('%F0%9F%94%A5')).toEqual(none);
    expect(await refusal(forged((parts) => parts.push('1', '2026-02-31 00:00:00')))).toEqual(none);
    expect(await refusal(forged((parts) => parts.push('1', '2026-02-31 00:00:61')))).toEqual(none);
    const lost = [410, expect.stringMatching(/not known any more.* Read everything again/)];
    expect(await refusal(forged((parts) => (parts[1] = '999999999')))).toEqual(lost);
    // After a restore, another change may have taken the number.
    expect(await refusal(forged((parts) => (parts[2] = '999999999')))).toEqual(lost);
    expect(await server.ask('GET /attendance/changes?limit=0', { token })).toMatchObject({ status: 422 });

    // Nothing happened for weeks, so nothing is missing.
    const inWeeks = (weeks: number) => plusMinutes(new Date(), weeks * 7 * 24 * 60);
    await deleteOldChanges(db, inWeeks(6));
    expect(await copy.follow()).toEqual([]);
    const old = copy.cursor;
    await added(db, '2026-01-07 08:00:00');
    await numberChanges(db);
    await deleteOldChanges(db, inWeeks(1));
    expect(await copy.follow()).toHaveLength(1);
    await deleteOldChanges(db, inWeeks(6));
    expect(await refusal(old)).toEqual(lost);
    expect(await copy.follow()).toEqual([]);
  });

  test('looks at no more than a page, whoever asks', async () => {
    const { db } = server;
    await addRecords(db, 6_000);
    const quiet = await one<{ id: number }>(
      db,
      sql`insert into companies (name, unique_identifier, created_at) values ('Quiet', 'Q', '2001-01-01 00:00:00')
        returning id`,
    );
    await write(sql`insert into access_controllers (company_id, name, unique_identifier, created_at)
      values (${quiet.id}, 'Door', 'QD', '2001-01-01 00:00:00')`);
    for (const minute of ['01', '02', '03']) await added(db, `2026-01-08 08:${minute}:00`, '1', quiet.id);
    const userId = await idOf(sql`users where email = ${server.users.manager.email}`);
    await write(sql`delete from user_companies where user_id = ${userId}`);
    await write(sql`insert into user_companies (user_id, company_id) values (${userId}, ${quiet.id})`);
    await numberChanges(db);
    if (db.dialect === 'postgres') await db.exec('vacuum analyze');
    const plan = async (permissions: readonly string[], isLater: boolean) => {
      const caller = { id: userId, name: '', email: '', session: '', address: '', permissions: new Set(permissions) };
      const page = (queries: Queries, after?: string) =>
        readPage({ db: queries, caller, clocks: clocksIn('UTC'), limit: 2 }, after);
      const { cursor } = await page(db);
      if (!isLater) return planOf(db, (queries) => page(queries, cursor));
      // Starts at the very first change, the farthest from the last.
      const first = await one<{ position: number; record_id: number; at: string }>(
        db,
        sql`select position, record_id, at from attendance_changes order by position limit 1`,
      );
      const [view] = Buffer.from(cursor, 'base64url').toString().split('|');
      const beginning = Buffer.from([view, first.position, first.record_id, first.at].join('|')).toString('base64url');
      return planOf(db, (queries) => page(queries, beginning));
    };
    for (const permissions of [['companies.all'], []]) {
      for (const isLater of [false, true]) {
        const steps = await plan(permissions, isLater);
        expect(steps).not.toMatch(/seq scan on attendance|sort.*attendance_changes/i);
        expect(steps).toMatch(
          isLater ? /changes using integer primary|changes_pkey/i : /attendance_by_(time|company)/i,
        );
      }
    }
  });
});
