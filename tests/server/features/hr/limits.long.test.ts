// 10,000 records of one day go out within what each HR system takes in a minute, in successive runs of five minutes.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Connector } from '../../../../server/features/hr/connectors/connector.ts';
import { connectors } from '../../../../server/features/hr/connectors/connectors.ts';
import { tick } from '../../../../server/features/hr/schedule/scheduler.ts';
import { type SyncTools, syncCompany } from '../../../../server/features/hr/syncCompany.ts';
import { type Db, one, sql } from '../../../../server/platform/db/db.ts';
import { createBambooFake } from '../../../support/hr/bamboohrFake.ts';
import type { FakeHr, FakeHrOptions } from '../../../support/hr/fakeHr.ts';
import { createFrappeFake } from '../../../support/hr/frappeFake.ts';
import { addFullDay, manyPeople } from '../../../support/hr/hrCompany.ts';
import { createOdooFake } from '../../../support/hr/odooFake.ts';
import { createPersonioFake } from '../../../support/hr/personioFake.ts';
import { createRollcallFake } from '../../../support/hr/rollcallFake.ts';
import { createTrytonFake } from '../../../support/hr/trytonFake.ts';
import { testVault } from '../../../support/server/server.ts';
import { createSqlite, openFresh } from '../../../support/server/testDatabase.ts';

const day = '2026-05-12';
const people = manyPeople(5_000);
const checkEverySeconds = 30;
/** What an HR system takes to answer. */
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
    // A run goes on where the one before ended: it loses no more than the pause between two checks.
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
