// 10,000 records of one day go out within each HR system's limit per minute, in successive runs of five minutes.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HrCompany } from '../../../../server/features/hr/connection/connectionQueries.ts';
import type { Connector } from '../../../../server/features/hr/connectors/connector.ts';
import { connectors } from '../../../../server/features/hr/connectors/connectors.ts';
import { tick } from '../../../../server/features/hr/schedule/scheduler.ts';
import { type SyncTools, syncCompany } from '../../../../server/features/hr/syncCompany.ts';
import { type Db, one, rowsOf, sql } from '../../../../server/platform/db/db.ts';
import { createBambooFake } from '../../../support/hr/bamboohrFake.ts';
import type { FakeHr, FakeHrOptions } from '../../../support/hr/fakeHr.ts';
import { createFrappeFake } from '../../../support/hr/frappeFake.ts';
import { addConnection } from '../../../support/hr/hrCompany.ts';
import { createOdooFake } from '../../../support/hr/odooFake.ts';
import { createPersonioFake } from '../../../support/hr/personioFake.ts';
import { createRollcallFake } from '../../../support/hr/rollcallFake.ts';
import { createTrytonFake } from '../../../support/hr/trytonFake.ts';
import { testVault } from '../../../support/server/server.ts';
import { createSqlite, openFresh } from '../../../support/server/testDatabase.ts';

const day = '2026-05-12';
const since = '2026-01-01 00:00:00';
const numberPrefix = 'E-';
const people = Array.from({ length: 5_000 }, (_, index) => {
  const id = String(index + 1);
  return { id, number: `${numberPrefix}${id}`, name: `Name of ${id}`, email: `e${id}@acme.example`, is_active: true };
});
const checkEverySeconds = 30;
/** How long an HR system takes to answer. */
const answerMs = 50;

let db: Db;
beforeAll(async () => {
  db = await openFresh(createSqlite);
  await db.exec('pragma locking_mode = exclusive; pragma synchronous = off; pragma journal_mode = memory;');
  await db.run(sql`update hr_sync_slots set is_enabled = false`);
});
afterAll(() => db.close());

test.each<[string, Connector, (options: FakeHrOptions) => FakeHr]>([
  ['rollcall', connectors.rollcall, createRollcallFake],
  ['frappe', connectors.frappe, createFrappeFake],
  ['odoo', connectors.odoo, createOdooFake],
  ['tryton', connectors.tryton, createTrytonFake],
  ['personio', connectors.personio, createPersonioFake],
  ['bamboohr', connectors.bamboohr, createBambooFake],
])(
  '%s',
  async (kind, connector, createFake) => {
    let now = Date.parse(`${day}T20:00:00Z`);
    const clock = () => new Date(now);
    const fake = createFake({ people, timeZone: 'UTC', clock });
    const company = await addFullDay(db, kind, fake, day);
    const askedAt: number[] = [];
    const tools: SyncTools = {
      db,
      clock,
      async safeRequest(url, options) {
        askedAt.push(now);
        now += answerMs;
        return fake.request(url, options);
      },
      wait: async (milliseconds) => void (now += milliseconds),
      vault: testVault,
      log: { debug() {}, info() {}, warn() {}, error() {} },
    };
    const waiting = async () => {
      const of = sql`hr_deliveries where company_id = ${company.id} and state <> 'accepted'`;
      return (await one<{ total: number }>(db, sql`select count(*) as total from ${of}`)).total;
    };

    await syncCompany(tools, company, { days: [day], cause: { caller: null, requestId: 'test' } });
    for (let checks = 0; (await waiting()) > 0 && checks < 100; checks++) {
      now += checkEverySeconds * 1000;
      await tick(tools, 'worker');
    }

    expect(await waiting()).toBe(0);
    expect(fake.entries()).toHaveLength(connector.takes === 'pair' ? people.length : 2 * people.length);
    expect(mostInAMinute(askedAt)).toBeLessThanOrEqual(connector.requestsPerMinute + 1);
    // A run resumes where the previous one ended, and loses no more than the pause between two checks.
    const needed = (askedAt.length / connector.requestsPerMinute) * 60_000;
    const runs = Math.ceil(needed / (5 * 60_000)) + 1;
    const longest = Math.max(needed, askedAt.length * answerMs) + runs * (checkEverySeconds + 5) * 1000;
    expect(now - (askedAt[0] ?? 0)).toBeLessThanOrEqual(longest);
  },
  300_000,
);

function mostInAMinute(askedAt: readonly number[]): number {
  let first = 0;
  return askedAt.reduce((most, at, index) => {
    while ((askedAt[first] ?? at) <= at - 60_000) first++;
    return Math.max(most, index - first + 1);
  }, 0);
}

/** Adds a company whose people all checked in and out on one day, in UTC. */
async function addFullDay(db: Db, kind: string, fake: FakeHr, day: string): Promise<HrCompany> {
  const identifier = `CMP-${kind}-${Math.random().toString(36).slice(2, 8)}`;
  const company = await one<HrCompany>(
    db,
    sql`insert into companies (name, unique_identifier, created_at) values ('Acme', ${identifier}, ${since})
      returning id, name, unique_identifier, crm_company_id`,
  );
  const { id } = company;
  await db.run(
    sql`insert into company_urls (company_id, url_type, url, created_at) values (${id}, 'hr_system', ${fake.url}, ${since})`,
  );
  await addConnection(db, id, kind, fake);
  await db.run(
    sql`insert into access_controllers (company_id, name, unique_identifier, created_at)
      values (${id}, 'Door', ${`ACU-${identifier}`}, ${since})`,
  );
  await db.run(
    sql`insert into employees (company_id, employee_id, name, created_at)
      select ${id}, number, rows.name, ${since} from ${rowsOf(
        { number: 'text', name: 'text' },
        people.map(({ number, name }) => ({ number, name })),
      )}`,
  );
  await db.run(
    sql`insert into hr_matches (employee_id, company_id, person_id, matched_by)
      select id, company_id, substr(employee_id, ${numberPrefix.length + 1}), 'number' from employees
      where company_id = ${id}`,
  );
  for (const [type, at] of [
    ['check-in', `${day} 07:00:00`],
    ['check-out', `${day} 15:30:00`],
  ] as const) {
    await db.run(
      sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type,
          occurred_at, created_at)
        select company_id, id, employee_id,
          (select max(id) from access_controllers where company_id = employees.company_id), ${type}, ${at}, ${at}
        from employees where company_id = ${id}`,
    );
  }
  return company;
}
