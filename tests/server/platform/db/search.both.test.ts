// Databases before version 13 have records without stored words. The first start stores the words in batches.

import path from 'node:path';
import { expect, test } from 'vitest';
import { addPeople } from '../../../../scripts/bench/search/people.ts';
import { openWithPermissions } from '../../../../server/app/commands/openWithPermissions.ts';
import { companies } from '../../../../server/app/sample/companies.ts';
import { alignPermissions } from '../../../../server/features/people/roleQueries.ts';
import { type Db, one, sql } from '../../../../server/platform/db/db.ts';
import { steps } from '../../../../server/platform/db/migrations/migrate.ts';
import { openPostgres } from '../../../../server/platform/db/postgres/postgres.ts';
import { openSqlite } from '../../../../server/platform/db/sqlite.ts';
import { databases } from '../../../support/server/databases.ts';

const version = 12;
/** More people than fit in a batch. */
const people = 1_200;

test.each(databases)('an upgrade of a database on $name stores the words of its records', async ({ create }) => {
  const { location, remove } = await create();
  const { databaseUrl, dataDir } = location;
  const old = databaseUrl ? openPostgres(databaseUrl) : await openSqlite(path.join(dataDir, 'rollcall.sqlite'));
  for (const step of steps.slice(0, version)) await old.exec(await step(old.dialect, old));
  await old.exec(`create table schema_version (id integer primary key check (id = 1), version integer not null);
    insert into schema_version (id, version) values (1, ${version})`);
  await old.tx(alignPermissions);
  for (const { name, domain } of companies) {
    await old.run(
      sql`insert into companies (name, unique_identifier, created_at) values (${name}, ${domain}, '2026-01-01 00:00:00')`,
    );
  }
  await addPeople(old, people);
  await old.exec(`update employees set deleted_at = '2026-01-02 00:00:00' where id = 1`);
  await old.close();

  const db = await openWithPermissions(location);
  expect(await counts(db)).toEqual({ employees: people - 1, companies: companies.length, unknown: 0 });
  await db.close();
  await remove();
});

const counts = (db: Db) =>
  one(
    db,
    sql`select
      (select count(distinct record_id) from employee_words) as employees,
      (select count(distinct record_id) from company_words) as companies,
      (select count(*) from employees where deleted_at is null and sort_name is null) as unknown`,
  );
