// Stores how a company's HR system is reached, as if somebody had entered it.

import type { Db } from '../../../server/platform/db/db.ts';
import { sql } from '../../../server/platform/db/sql.ts';
import { testVault } from '../server/server.ts';
import type { FakeHr } from './fakeHr.ts';

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
