// The sample data: realistic people and events, and systems that answer as the screens say.

import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillWithSample } from '../../../../server/app/sample/fillWithSample.ts';
import { defaultOrigin, startSampleSystems } from '../../../../server/app/sample/sampleSystems.ts';
import { checkHealth } from '../../../../server/features/companies/urlQueries.ts';
import { listHrCompanies } from '../../../../server/features/hr/connection/connectionQueries.ts';
import { syncCompany } from '../../../../server/features/hr/syncCompany.ts';
import { cheapCost, createPasswords } from '../../../../server/platform/access/passwords.ts';
import { type Db, one, type Sql, sql } from '../../../../server/platform/db/db.ts';
import { createSafeRequest, parsePrivateHosts } from '../../../../server/platform/http/outbound.ts';
import { createLog } from '../../../../server/platform/log/log.ts';
import { clockIn, instantOf, plusMinutes } from '../../../../server/platform/time/clock.ts';
import { listen } from '../../../support/server/ports.ts';
import { testVault } from '../../../support/server/server.ts';
import { createSqlite, openFresh } from '../../../support/server/testDatabase.ts';

const passwords = createPasswords(cheapCost);
/** A Sunday. */
const now = new Date('2026-11-22T11:28:00Z');

async function sampleAt(at: Date, days: number, timeZone = 'UTC'): Promise<Db> {
  const db = await openFresh(createSqlite);
  await fillWithSample(db, passwords, at, { days, timeZone });
  return db;
}

test('three days of few people have a forgotten check-out at each hour of a Monday, after a weekend', async () => {
  for (let hour = 0; hour < 24; hour++) {
    const at = new Date(Date.UTC(2026, 10, 30, hour, 42));
    const db = await openFresh(createSqlite);
    await fillWithSample(db, passwords, at, { employeesPerCompany: 3, days: 3 });
    const { n } = await one<{ n: number }>(
      db,
      sql`select count(*) as n from attendance as came where employee_id is not null and event_type = 'check-in'
        and occurred_at < ${instantOf(plusMinutes(at, -16 * 60))}
        and not exists (select 1 from attendance as later where later.employee_id = came.employee_id
          and later.occurred_at > came.occurred_at and later.occurred_at < datetime(came.occurred_at, '+16 hours'))`,
    );
    expect(n, at.toISOString()).toBeGreaterThan(0);
    await db.close();
  }
});

describe('two months', () => {
  let db: Db;
  beforeAll(async () => {
    db = await sampleAt(now, 60);
  });
  afterAll(() => db.close());
  const count = async (from: Sql) => (await one<{ n: number }>(db, sql`select count(*) as n from ${from}`)).n;
  const column = async (query: Sql) => (await db.all<{ value: string }>(query)).map(({ value }) => value);

  test('no two employees share a name, an e-mail address or an ID', async () => {
    for (const each of [sql`name`, sql`email`, sql`employee_id`]) {
      const values = await column(sql`select ${each} as value from employees where ${each} <> ''`);
      expect(values.length).toBeGreaterThan(300);
      expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([]);
    }
  });

  test('e-mail addresses are made of names, in Latin letters', async () => {
    const emails = await column(sql`select email as value from employees where email <> ''`);
    expect(emails.filter((email) => !/^[a-z-]+\.[a-z.-]+@[a-z-]+\.example$/.test(email))).toEqual([]);
  });

  test('companies have from 6 to 180 people, most of them few', async () => {
    const sizes = (
      await db.all<{ n: number }>(sql`select count(*) as n from employees group by company_id order by n`)
    ).map(({ n }) => n);
    expect([sizes[0], sizes.at(-1)]).toEqual([6, 180]);
    expect(sizes[13]).toBeLessThan(15);
  });

  test('no user has the surname of a company', async () => {
    const surnames = (await column(sql`select name as value from users`)).map((name) => name.split(' ').at(-1));
    const companies = (await column(sql`select name as value from companies`)).join(' ');
    expect(surnames.filter((surname) => companies.includes(String(surname)))).toEqual([]);
    expect(await count(sql`(select distinct substr(created_at, 1, 10) from users) as days`)).toBe(3);
  });

  test('controllers differ in number and place, and one has been silent for a week', async () => {
    const perCompany = await db.all<{ n: number }>(
      sql`select distinct count(*) as n from access_controllers group by company_id order by n`,
    );
    expect(perCompany.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await count(sql`access_controllers where location like name || '%'`)).toBe(0);
    expect(
      await count(sql`access_controllers one join access_controllers other
        on one.latitude = other.latitude and one.longitude = other.longitude and one.id < other.id`),
    ).toBe(0);
    const silent = await db.all<{ name: string }>(
      sql`select companies.name from access_controllers join companies on companies.id = access_controllers.company_id
          join attendance on access_controller_id = access_controllers.id
        where access_controllers.is_active = true group by access_controllers.id
        having max(occurred_at) < '2026-11-15 11:28:00'`,
    );
    expect(silent).toEqual([{ name: 'Hanseatic Yards' }]);
  });

  test('ten check-outs were forgotten', async () => {
    const events = await db.all<{ employee_id: number; event_type: string; occurred_at: string }>(
      sql`select employee_id, event_type, occurred_at from attendance
        where employee_id is not null and occurred_at < '2026-11-21 21:00:00' order by employee_id, occurred_at`,
    );
    const forgotten = events.filter(({ employee_id, event_type }, index) => {
      const next = events[index + 1];
      return event_type === 'check-in' && next?.employee_id === employee_id && next.event_type === 'check-in';
    });
    // On the last day, no check-in follows yet.
    expect(forgotten.length).toBeGreaterThanOrEqual(7);
    expect(forgotten.length).toBeLessThanOrEqual(10);
  });

  test('weekdays and weekends differ', async () => {
    const days = await db.all<{ day: string; n: number }>(
      sql`select substr(occurred_at, 1, 10) as day, count(*) as n from attendance
        where occurred_at >= '2026-11-09' and occurred_at < '2026-11-22' group by 1 order by 1`,
    );
    const totals = days.map(({ n }) => n);
    expect(totals).toHaveLength(13);
    expect(Math.min(...totals)).toBeLessThan(Math.max(...totals) / 2);
  });

  test('earlier records have reached the HR systems, but for the last days of the two that fail', async () => {
    const states = await db.all<{ state: string; companies: number; n: number; first: string }>(
      sql`select state, count(distinct company_id) as companies, count(*) as n, min(day) as first
        from hr_deliveries group by state order by state`,
    );
    expect(states).toMatchObject([
      { state: 'accepted', companies: 13 },
      { state: 'failed', companies: 1, first: '2026-11-19' },
      { state: 'waiting', companies: 1, first: '2026-11-19' },
    ]);
    expect(states[0]?.n).toBeGreaterThan(10_000);
  });
});

test.each([
  ['2026-11-22T00:00:00Z', 'UTC'],
  ['2026-11-22T00:04:00Z', 'UTC'],
  ['2026-11-22T05:30:00Z', 'UTC'],
  ['2026-11-22T23:59:00Z', 'UTC'],
  ['2026-11-22T07:10:00Z', 'Pacific/Auckland'],
  ['2026-11-23T05:00:00Z', 'America/Los_Angeles'],
])('there are check-ins and check-outs of today at %s in %s', async (moment, zone) => {
  const at = new Date(moment);
  const db = await sampleAt(at, 1, zone);
  const clock = clockIn(zone);
  const midnight = clock.startOf(clock.dayOf(moment.slice(0, 19).replace('T', ' ')));
  const types = await db.all<{ event_type: string; n: number }>(
    sql`select event_type, count(*) as n from attendance where occurred_at >= ${midnight} group by 1 order by 1`,
  );
  expect(types.map(({ event_type }) => event_type)).toEqual(['check-in', 'check-out']);
  expect(types[0]?.n).toBeGreaterThanOrEqual(3);
  expect(
    await db.all(sql`select id from attendance where occurred_at > ${moment.slice(0, 19).replace('T', ' ')}`),
  ).toEqual([]);
  await db.close();
});

test.each([
  ['2026-11-22T00:04:00Z', 'UTC'],
  ['2026-11-25T12:00:00Z', 'UTC'],
  ['2026-11-22T07:10:00Z', 'Pacific/Auckland'],
  ['2026-11-23T05:00:00Z', 'America/Los_Angeles'],
])('with corrections, some check-outs were added, and one waits at %s in %s', async (moment, timeZone) => {
  const db = await openFresh(createSqlite);
  await fillWithSample(db, passwords, new Date(moment), { days: 30, timeZone, corrections: true });
  const corrections = await db.all<{ made: string }>(
    sql`select kind || ' ' || state || ' ' || author as made from corrections where decider = '' order by id`,
  );
  expect(corrections.map(({ made }) => made)).toEqual([
    'add waiting Inès Carvalho',
    'add applied Ada Thornbury',
    'as_is applied Ada Thornbury',
    'set_aside applied Ada Thornbury',
  ]);
  await db.close();
});

describe('the systems of the sample', () => {
  let db: Db;
  let systems: Awaited<ReturnType<typeof startSampleSystems>>;
  beforeAll(async () => {
    db = await sampleAt(now, 4);
    systems = await startSampleSystems(db);
  });
  afterAll(async () => {
    await systems.close();
    await db.close();
  });
  const safeRequest = () => createSafeRequest(parsePrivateHosts(''), systems.host);

  test('a check of each URL finds the health that is shown, where one is shown', async () => {
    const shown = await db.all<{ url: string; health_status: string; health_error: string }>(
      sql`select url, health_status, health_error from company_urls where health_status <> 'unknown' order by id`,
    );
    expect(shown.length).toBeGreaterThan(30);
    const found = await Promise.all(
      shown.map(async ({ url }) => ({ url, ...(await checkHealth(url, safeRequest())) })),
    );
    expect(found).toEqual(shown);
    expect(found.filter(({ health_status }) => health_status === 'offline')).toHaveLength(1);
  });

  test('a sync of all companies succeeds but for one that never answers and one that rejects, marked as samples', async () => {
    const companies = await listHrCompanies(db, sql`true`);
    const failed: string[] = [];
    let sent = 0;
    for (const company of companies) {
      const tools = {
        db,
        clock: () => now,
        safeRequest: safeRequest(),
        vault: testVault,
        log: createLog('silent', () => {}),
      };
      const cause = { caller: null, requestId: 'test' };
      const result = await syncCompany(tools, company, { days: ['2026-11-20', '2026-11-21', '2026-11-22'], cause });
      sent += result.success;
      if (result.failed > 0 || result.errors.length > 0) failed.push(company.name);
    }
    expect(companies).toHaveLength(13);
    expect(failed).toEqual(['Bäckerei Krüger', 'Cedar Street Print']);
    expect(sent).toBeGreaterThan(50);
    const marks = await db.all(
      sql`select companies.name, description from company_urls join companies on companies.id = company_id
        where url_type = 'hr_system' and description <> 'Sample: accepts every record' order by companies.name`,
    );
    expect(marks).toEqual([
      { name: 'Bäckerei Krüger', description: 'Sample: rejects every record' },
      { name: 'Cedar Street Print', description: 'Sample: never answers' },
    ]);
  });

  test('get another port, and their URLs with them, while theirs is in use', async () => {
    await systems.close();
    const taken = createServer((_, response) => response.writeHead(500).end());
    await listen(taken, Number(new URL(systems.origin).port));
    const before = systems.origin;
    systems = await startSampleSystems(db);
    taken.close();
    expect(systems.origin).not.toBe(before);
    const { url } = await one<{ url: string }>(
      db,
      sql`select url from company_urls where url_type = 'hr_system' order by id limit 1`,
    );
    expect(url).toContain(`${systems.origin}/`);
    expect(await checkHealth(url, safeRequest())).toMatchObject({ health_status: 'online' });
  });

  test('are the only port of this machine that may be called', async () => {
    const other = createServer((_, response) => response.end());
    const port = await listen(other);
    const { port: own } = new URL(systems.origin);
    for (const url of [`http://127.0.0.1:${port}/`, `http://localhost:${own}/`, `http://127.0.0.2:${own}/`]) {
      await expect(safeRequest()(url)).rejects.toThrow('private address');
    }
    expect((await safeRequest()(`${systems.origin}/sample/beranger/website`)).status).toBe(200);
    await expect(createSafeRequest(parsePrivateHosts(''))(defaultOrigin)).rejects.toThrow('private address');
    other.close();
  });
});
