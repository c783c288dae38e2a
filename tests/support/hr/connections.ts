// The connections of tests to an HR system.
import type { Connection } from '../../../server/features/hr/connectors/connector.ts';
import { clockIn } from '../../../server/platform/time/clock.ts';
import type { Db } from '../../../server/platform/db/db.ts';
import { sql } from '../../../server/platform/db/sql.ts';
import { testVault } from '../server/server.ts';
import type { FakeHr } from './fakeHr.ts';

interface Particulars {
  readonly now: Date;
  readonly zone?: string;
  readonly session?: string;
  readonly mode?: Connection['mode'];
}

/** Makes a connection as a connector is given it. `values` are those of the connector's fields. */
export function connectionTo(
  url: string,
  values: Connection['values'],
  { now, zone = 'UTC', session = '', mode = 'first_last' }: Particulars,
): Connection {
  const clock = clockIn(zone);
  return {
    url,
    values,
    session,
    company: { uniqueIdentifier: 'CMP-1', crmCompanyId: '' },
    mode,
    clock,
    workingDays: clock.workingDays,
    now,
  };
}

/** Stores how a company's HR system is reached, as if somebody had entered it. */
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
