// People with a year of punches, stored as a server would have stored them.

import { createChance } from '../../../../server/app/sample/random.ts';
import { type Db, one, type Queries, rowsOf, sql } from '../../../../server/platform/db/db.ts';
import { instantOf } from '../../../../server/platform/time/clock.ts';
import { randomPunches } from '../../../support/people/randomPunches.ts';
import type { Event } from './oracle.ts';

export interface StoredPerson {
  readonly id: number;
  readonly companyId: number;
  readonly employedFrom: null;
  readonly employedUntil: string;
  readonly events: readonly Event[];
}

const longestDelay = 5 * 24 * 60 * 60_000;

/** Random people; ids follow the order of arrival, which differs from the order of events. */
export function randomPeople(count: number, firstDay: string, days: number): StoredPerson[] {
  const chance = createChance(16);
  const people = Array.from({ length: count }, (_, index) => ({
    punches: randomPunches(chance, firstDay, days),
    employedUntil: chance.percent(20) ? '2026-11-10' : '2099-12-31',
    id: index + 1,
  }));
  const arrivals = people
    .flatMap(({ id, punches }) =>
      punches.map((punch) => ({ punch, person: id, rank: punch.at + chance.whole(0, longestDelay) })),
    )
    .sort((one, other) => one.rank - other.rank)
    .map(({ punch, person }, index) => ({ ...punch, id: index + 1, person }));
  const events = Map.groupBy(arrivals, ({ person }) => person);
  return people.map(({ id, employedUntil }) => ({
    id,
    companyId: 1 + (id % 5),
    employedFrom: null,
    employedUntil,
    events: (events.get(id) ?? []).sort(byTime),
  }));
}

const byTime = (one: Event, other: Event): number => {
  const rank = ({ direction, isManual }: Event) => Number(direction === 'in') * 2 + Number(isManual);
  return one.at - other.at || rank(one) - rank(other) || one.id - other.id;
};

const rowsAtOnce = 20_000;
const since = '2025-01-01 00:00:00';

/** Stores people; every second company has special day rules. */
export async function storePeople(db: Db, people: readonly StoredPerson[]): Promise<void> {
  await db.tx(async (queries) => {
    for (const id of [1, 2, 3, 4, 5]) {
      await queries.run(
        sql`insert into companies (id, name, unique_identifier, contact_email, contact_phone, system_url, address,
            crm_company_id, created_at)
          values (${id}, ${`Company ${id}`}, ${`CMP-${id}`}, '', '', '', '', '', ${since})`,
      );
      await queries.run(
        sql`insert into access_controllers (id, company_id, name, unique_identifier, device_id, webhook_url,
            webhook_secret, location, description, crm_location_id, created_at)
          values (${id}, ${id}, 'Door', ${`ACU-${id}`}, '', '', '', '', '', '', ${since})`,
      );
    }
    await queries.run(
      sql`insert into day_rules (company_id, starts_at, repeat_seconds) values (2, '04:00', 120), (4, '04:00', 120)`,
    );
    const add = await addCorrection(queries, 'add');
    const setAside = await addCorrection(queries, 'set_aside');
    const employees = people.map(({ id, companyId }) => ({ id, company: companyId, code: String(id) }));
    await queries.run(
      sql`insert into employees (id, company_id, employee_id, name, email, phone, department, position, crm_employee_id,
          created_at)
        select id, company, code, code, '', '', '', '', '', ${since}
        from ${rowsOf({ id: 'bigint', company: 'bigint', code: 'text' }, employees)}`,
    );
    const rows = people
      .flatMap(({ id, companyId, events }) =>
        events.map((event) => ({
          id: event.id,
          company: companyId,
          employee: id,
          type: event.direction === 'in' ? 'check-in' : 'check-out',
          at: instantOf(new Date(event.at)),
          arrived: instantOf(new Date(event.arrivedAt)),
          added: event.isManual ? add : null,
          aside: event.isSetAside ? setAside : null,
        })),
      )
      .sort((one, other) => one.id - other.id);
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      const some = rowsOf(
        {
          id: 'bigint',
          company: 'bigint',
          employee: 'bigint',
          type: 'text',
          at: 'timestamp(0)',
          arrived: 'timestamp(0)',
          added: 'bigint',
          aside: 'bigint',
        },
        rows.slice(from, from + rowsAtOnce),
      );
      await queries.run(
        sql`insert into attendance (id, company_id, employee_id, employee_code, access_controller_id, event_id,
            event_type, occurred_at, created_at, added_by, set_aside_by)
          select id, company, employee, '', company, id, type, at, arrived, added, aside from ${some}`,
      );
    }
    const longShifts = people.flatMap(({ id, companyId, events }) =>
      events
        .filter(({ isLongShift }) => isLongShift)
        .map((event) => ({ id: event.id, company: companyId, person: id })),
    );
    await queries.run(
      sql`insert into corrections (company_id, employee_id, employee_code, day, kind, event_type, occurred_at,
          attendance_id, exception, reason, state, author, created_at)
        select company, person, '', '', 'as_is', 'check-in', ${since}, id, 'open_too_long', 'Test', 'applied', 'Ada', ${since}
        from ${rowsOf({ id: 'bigint', company: 'bigint', person: 'bigint' }, longShifts)}`,
    );
  });
  await db.exec('analyze');
}

/** Adds one correction, for all records that need one. */
async function addCorrection(queries: Queries, kind: 'add' | 'set_aside'): Promise<number> {
  const { id } = await one<{ id: number }>(
    queries,
    sql`insert into corrections (company_id, employee_code, day, kind, event_type, occurred_at, reason, state, author,
        created_at)
      values (1, '', '', ${kind}, 'check-in', ${since}, 'Test', 'applied', 'Ada', ${since}) returning id`,
  );
  return id;
}
