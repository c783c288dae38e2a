// A process that crashes at any point of its first start leaves a database that the next start completes.

import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { openWithPermissions } from '../../../../server/app/commands/openWithPermissions.ts';
import { type Db, one, sql } from '../../../../server/platform/db/db.ts';
import { migrate } from '../../../../server/platform/db/migrations/migrate.ts';
import type { DatabaseLocation } from '../../../../server/platform/db/open.ts';
import { openPostgres } from '../../../../server/platform/db/postgres/postgres.ts';
import { openSqlite } from '../../../../server/platform/db/sqlite.ts';
import { databases } from '../../../support/server/databases.ts';
import { Crashed, crashable } from '../../../support/server/statements.ts';

/** Opens a database without creating its tables. */
const openBare = ({ databaseUrl, dataDir }: DatabaseLocation): Promise<Db> =>
  databaseUrl ? Promise.resolve(openPostgres(databaseUrl)) : openSqlite(path.join(dataDir, 'rollcall.sqlite'));

/** All tables, indexes and triggers, and the version. */
async function schemaOf(db: Db): Promise<string> {
  const parts = await db.all<{ name: string }>(
    db.dialect === 'sqlite'
      ? sql`select name, sql from sqlite_master where name not like 'sqlite%' order by name`
      : sql`select relname as name, (select count(*) from pg_attribute where attrelid = pg_class.oid) as columns,
            (select count(*) from pg_trigger where tgrelid = pg_class.oid) as triggers
          from pg_class where relnamespace = 'public'::regnamespace order by relname`,
  );
  const hasVersion = parts.some(({ name }) => name === 'schema_version');
  return JSON.stringify([parts, hasVersion && (await db.all(sql`select version from schema_version`))]);
}

describe.each(databases)('on $name', ({ create }) => {
  test('recovers from a process that crashes at any point of its first start', async () => {
    let fresh = await create();
    const recovered = new Set<string>();
    for (let last = 0, crashed = true; crashed; last++) {
      const opened = await openBare(fresh.location);
      let steps = 0;
      crashed = await migrate(crashable(opened, () => ++steps > last)).then(
        () => false,
        (error: unknown) => error instanceof Crashed || Promise.reject(error),
      );
      const left = await schemaOf(opened);
      await opened.close();
      // Most crashes leave the same as an earlier one, from which the next start was already tried.
      if (recovered.has(left)) continue;
      recovered.add(left);
      const next = await openWithPermissions(fresh.location);
      const { total } = await one<{ total: number }>(next, sql`select count(*) as total from hr_sync_slots`);
      expect(total).toBe(3);
      await next.close();
      await fresh.remove();
      fresh = await create();
    }
    await fresh.remove();
    // Crashes leave nothing, only the version table, or everything.
    expect(recovered.size).toBe(3);
  }, 300_000);
});
