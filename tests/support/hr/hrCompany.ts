// Companies with an HR system and one day of records, and connections to HR systems.

import type { Connection } from '../../../server/features/hr/connectors/connector.ts';
import { type Db, one, sql } from '../../../server/platform/db/db.ts';
import { clockIn } from '../../../server/platform/time/clock.ts';
import { testVault } from '../server/server.ts';
import type { FakeHr } from './fakeHr.ts';

interface Particulars {
  readonly now: Date;
  readonly zone?: string;
  readonly session?: string;
}

/** Makes a connection as a connector gets it. `values` are for the connector's fields. */
export function connectionTo(
  url: string,
  values: Connection['values'],
  { now, zone = 'UTC', session = '' }: Particulars,
): Connection {
  return {
    url,
    values,
    session,
    company: { uniqueIdentifier: 'CMP-1', crmCompanyId: '' },
    mode: 'first_last',
    clock: clockIn(zone),
    now,
  };
}

/** Stores a company's HR connection as if somebody had entered it. */
export async function addConnection(
  db: Db,
  companyId: number,
  connector: string,
  { url, settings, secrets }: Pick<FakeHr, 'url' | 'settings' | 'secrets'>,
): Promise<void> {
  await db.run(
    sql`insert into hr_connections (company_id, connector, settings, secrets, origin)
      values (${companyId}, ${connector}, ${JSON.stringify(settings)}, ${testVault.seal(JSON.stringify(secrets))},
        ${new URL(url).origin})`,
  );
}

const since = '2026-01-01 00:00:00';

/** Adds a company with records written as '001 in 08:00', in UTC. An employee '?…' is unknown. */
export async function addHrCompany(
  db: Db,
  hrUrl: string,
  day: string,
  records: readonly string[],
): Promise<{ id: number; identifier: string }> {
  const identifier = `CMP-${Math.random().toString(36).slice(2, 10)}`;
  const { id } = await one<{ id: number }>(
    db,
    sql`insert into companies (name, unique_identifier, created_at)
      values ('Acme', ${identifier}, ${since}) returning id`,
  );
  await db.run(
    sql`insert into company_urls (company_id, url_type, url, created_at) values (${id}, 'hr_system', ${hrUrl}, ${since})`,
  );
  const controller = await one<{ id: number }>(
    db,
    sql`insert into access_controllers (company_id, name, unique_identifier, created_at)
      values (${id}, 'Door', ${`ACU-${id}`}, ${since}) returning id`,
  );
  const numbers = [...new Set(records.map((record) => record.split(' ')[0] ?? ''))];
  for (const number of numbers.filter((each) => !each.startsWith('?'))) {
    await db.run(
      sql`insert into employees (company_id, employee_id, name, created_at)
        values (${id}, ${number}, ${`Name of ${number}`}, ${since})`,
    );
  }
  for (const record of records) {
    const [number = '', type = '', time = ''] = record.split(' ');
    const at = `${day} ${time}:00`;
    await db.run(
      sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type,
          occurred_at, created_at)
        values (${id}, (select id from employees where company_id = ${id} and employee_id = ${number}), ${number},
          ${controller.id}, ${`check-${type}`}, ${at}, ${at})`,
    );
  }
  return { id, identifier };
}
