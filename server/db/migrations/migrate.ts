// Brings a database to the version that this server knows. Each step runs once, all missing ones in one
// transaction. Whoever holds the row of schema_version may change the schema, so processes that start
// together take turns.

import { attendanceSchema } from './0003-attendance.ts';
import { type Db, type Dialect, only, type Queries } from '../db.ts';
import { hrSchema } from './0002-hr-sync.ts';
import { indexSchema } from './0005-delivery-state.ts';
import { mailExpirySchema, outboxSchema } from './0004-outbox.ts';
import { initialSchema } from './0001-initial.ts';
import { sql } from '../sql.ts';
import { UnusableError } from '../errors.ts';

/** Never change a step that was released: add one. */
const steps: readonly ((dialect: Dialect) => string)[] = [
  initialSchema,
  hrSchema,
  attendanceSchema,
  outboxSchema,
  indexSchema,
  mailExpirySchema,
];

export async function migrate(db: Db): Promise<void> {
  await ensureVersionTable(db);
  await db.tx(async (queries) => {
    const version = await lockSchema(queries);
    if (version > steps.length) {
      throw new UnusableError(`The database is of version ${version}; this server knows only version ${steps.length}`);
    }
    for (const step of steps.slice(version)) await queries.exec(step(db.dialect));
    await queries.run(sql`update schema_version set version = ${steps.length} where id = 1`);
  });
}

/** Until the transaction ends nobody else migrates or fills the database. Answers the version. */
export async function lockSchema(queries: Queries): Promise<number> {
  const row = await only<{ version: number }>(
    queries,
    sql`update schema_version set version = version where id = 1 returning version`,
  );
  return row.version;
}

async function ensureVersionTable(db: Db): Promise<void> {
  const create = () =>
    db.exec(`
      create table if not exists schema_version (
        id integer primary key check (id = 1),
        version integer not null
      );
      insert into schema_version (id, version) values (1, 0) on conflict do nothing;
    `);
  // PostgreSQL lets two processes that create a table at the same moment collide; the second time it is
  // there.
  await create().catch(create);
}
