// The simulated company: its people, its HR system, and the network between them.

import { type Chance, createChance } from '../../../../server/app/sample/random.ts';
import type { HrCompany } from '../../../../server/features/hr/connection/connectionQueries.ts';
import { type Db, join, one, sql } from '../../../../server/platform/db/db.ts';
import type { SafeRequest } from '../../../../server/platform/http/outbound.ts';
import { clockIn, dateOf, daysAfter } from '../../../../server/platform/time/clock.ts';
import type { HrPerson } from '../../../../src/shared/contract/hrConnections.ts';
import type { FakeHr, FakeHrOptions } from '../fakeHr.ts';
import { addConnection } from '../hrCompany.ts';
import { createTime, type Fault, letOthersRun, type SimulatedTime } from './network.ts';

export const berlin = clockIn('Europe/Berlin');

export interface SimulatedSystem {
  /** The kind of its connector. */
  readonly kind: string;
  readonly createFake: (options: FakeHrOptions) => FakeHr;
  readonly faults: readonly [Fault, ...Fault[]];
}

export interface World {
  readonly db: Db;
  readonly chance: Chance;
  readonly time: SimulatedTime;
  readonly company: HrCompany;
  readonly controller: number;
  readonly people: typeof people;
  readonly fake: FakeHr;
  readonly request: SafeRequest;
  readonly days: readonly [string, ...string[]];
  /** Whether nobody changes the configuration or corrects a day. */
  readonly isSteady: boolean;
  /** Ids of the records that the database has ever shown as accepted. */
  readonly known: Set<number>;
  /** Whether nothing goes wrong any more. */
  isHealthy: boolean;
}

const since = '2019-01-01 00:00:00';
const personOf = (digit: number): HrPerson => ({
  id: `7${digit}`,
  number: `00${digit}`,
  name: `Name of 00${digit}`,
  email: `00${digit}@acme.example`,
  is_active: true,
});
const people = [personOf(1), personOf(2), personOf(3)] as const;

export async function createWorld(db: Db, system: SimulatedSystem, seed: number, dayCount: number): Promise<World> {
  const chance = createChance(seed);
  const first = daysAfter('2019-01-01', seed * (dayCount + 3));
  const time = createTime(dateOf(berlin.startOf(first)));
  const fake = system.createFake({ people, timeZone: berlin.zone, clock: time.now });
  const later = Array.from({ length: dayCount - 1 }, (_, index) => daysAfter(first, index + 1));
  const world: World = {
    db,
    chance,
    time,
    ...(await addCompany(db, system.kind, fake, seed)),
    people,
    fake,
    async request(url, options = {}) {
      const process = () => fake.request(url, options);
      await time.pass(chance.whole(0, 2));
      await letOthersRun(chance);
      if (world.isHealthy || chance.percent(55)) return process();
      return chance.pick(system.faults)({ chance, time, fake, process, body: options.body ?? '' });
    },
    days: [first, ...later],
    isSteady: chance.percent(30),
    known: new Set(),
    isHealthy: false,
  };
  return world;
}

async function addCompany(db: Db, kind: string, fake: FakeHr, seed: number) {
  const company = await one<HrCompany>(
    db,
    sql`insert into companies (name, unique_identifier, crm_company_id, created_at)
      values ('Acme', ${`CMP-${seed}`}, '', ${since}) returning id, name, unique_identifier, crm_company_id`,
  );
  await db.run(
    sql`insert into company_urls (company_id, url_type, url, created_at)
      values (${company.id}, 'hr_system', ${fake.url}, ${since})`,
  );
  await addConnection(db, company.id, kind, fake);
  const controller = await one<{ id: number }>(
    db,
    sql`insert into access_controllers (company_id, name, unique_identifier, created_at)
      values (${company.id}, 'Door', ${`ACU-${seed}`}, ${since}) returning id`,
  );
  const rows = people.map(({ number, name }) => sql`(${company.id}, ${number}, ${name}, ${since})`);
  await db.run(sql`insert into employees (company_id, employee_id, name, created_at) values ${join(rows, ', ')}`);
  for (const { id, number } of people) {
    await db.run(
      sql`insert into hr_matches (employee_id, company_id, person_id, matched_by)
        select id, company_id, ${id}, 'number' from employees
        where company_id = ${company.id} and employee_id = ${number}`,
    );
  }
  return { company, controller: controller.id };
}
