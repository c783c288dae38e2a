// What may stand between the server and its database: a pooler that lends a connection for one transaction, and several
// hosts of which one is the primary.

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { readConfig } from '../../../../server/app/config.ts';
import { one } from '../../../../server/platform/db/db.ts';
import { openDatabase } from '../../../../server/platform/db/open.ts';
import { sql } from '../../../../server/platform/db/sql.ts';
import { startCluster } from '../../../support/server/cluster.ts';
import { createPostgres } from '../../../support/server/databases.ts';
import { startPgBouncer } from '../../../support/server/pgbouncer.ts';
import { startServer } from '../../../support/server/server.ts';

test('behind PgBouncer in transaction mode, requests at once are answered as without it', async () => {
  const database = await createPostgres();
  const pooler = await startPgBouncer(database.location.databaseUrl ?? '');
  const location = { dataDir: '', databaseUrl: pooler.url, databasePooler: 'transaction' as const };
  const server = await startServer({ createDatabase: async () => ({ ...database, location }) });
  try {
    const token = await server.signIn(server.users.administrator);
    const names = Array.from({ length: 60 }, (_, number) => `Company ${number}`);
    const answers = await Promise.all(
      names.flatMap((name) => [
        server.ask('POST /companies', { token, body: { name } }),
        server.ask('GET /companies?per_page=100', { token }),
        server.ask('GET /attendance/statistics', { token }),
      ]),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]));
    const { total } = await one<{ total: number }>(
      server.db,
      sql`select count(*) as total from companies where name in (${names})`,
    );
    expect(total).toBe(names.length);
  } finally {
    await server.stop();
    await pooler.stop();
  }
});

test('of several hosts it writes to the primary, wherever that stands', async () => {
  const primary = await startCluster();
  const standby = await startCluster({ primary: primary.url });
  try {
    const [behind, first] = [new URL(standby.url).host, new URL(primary.url).host];
    const url = `postgres://postgres@127.0.0.1:1,${behind},${first}/postgres`;
    const { databaseUrl } = readConfig({ DATABASE_URL: url });
    const db = await openDatabase({ dataDir: '', databaseUrl });
    const name = randomUUID();
    await db.run(sql`insert into settings (setting_key, setting_value, type) values (${name}, '', 'string')`);
    const { total } = await one<{ total: number }>(
      db,
      sql`select count(*) as total from settings where setting_key = ${name}`,
    );
    expect(total).toBe(1);
    await db.close();
  } finally {
    await standby.stop();
    await primary.stop();
  }
});
