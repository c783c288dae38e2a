// Devices of the benchmark, and the people who pass them.

import { openWithPermissions } from '../../../server/app/commands/openWithPermissions.ts';
import { fillWithSample } from '../../../server/app/sample/fillWithSample.ts';
import { cheapCost, createPasswords } from '../../../server/platform/access/passwords.ts';
import { rowsOf, scalars, sql } from '../../../server/platform/db/db.ts';
import type { DatabaseLocation } from '../../../server/platform/db/open.ts';

export const serialOf = (device: number): string => `BENCH${device}`;
export const codeOf = (person: number): string => `B-${person}`;

/** Adds a person per device to the company of each. */
export async function fillWithDevices(location: DatabaseLocation, devices: number): Promise<void> {
  const db = await openWithPermissions(location);
  await fillWithSample(db, createPasswords(cheapCost), new Date(), { employeesPerCompany: 1, days: 0 });
  const companies = await scalars(db, sql`select id from companies order by id`);
  const rows = Array.from({ length: devices }, (_, index) => ({
    company: companies[index % companies.length] ?? 0,
    serial: serialOf(index),
    code: codeOf(index),
  }));
  const added = rowsOf({ company: 'bigint', serial: 'text', code: 'text' }, rows);
  const long = '2020-01-01 00:00:00';
  await db.tx(async (queries) => {
    await queries.run(
      sql`insert into access_controllers (company_id, name, unique_identifier, created_at)
        select company, serial, serial, ${long} from ${added}`,
    );
    await queries.run(
      sql`insert into employees (company_id, employee_id, name, created_at) select company, code, code, ${long} from ${added}`,
    );
    await queries.run(
      sql`insert into device_rules (controller_id, kind, set_up_at) select id, 'zkteco', ${long}
        from access_controllers where unique_identifier like 'BENCH%'`,
    );
    await queries.run(
      sql`insert into devices (kind, identity, serial, controller_id, state, first_heard_at, last_heard_at, wants_all)
        select 'zkteco', unique_identifier, unique_identifier, id, 'approved', ${long}, ${long}, false
        from access_controllers where unique_identifier like 'BENCH%'`,
    );
  });
  await db.close();
}
