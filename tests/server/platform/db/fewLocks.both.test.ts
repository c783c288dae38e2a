// The start of the server says when PostgreSQL has fewer locks than statements over all months of data may need.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../../server/platform/db/open.ts';
import { monthAfter, monthlyTables } from '../../../../server/platform/db/postgres/months/monthlyTables.ts';
import { addMonths } from '../../../../server/platform/db/postgres/months/parts.ts';
import { one } from '../../../../server/platform/db/db.ts';
import { sql } from '../../../../server/platform/db/sql.ts';
import { createPostgres } from '../../../support/server/databases.ts';
import { install, type Installation } from '../../../support/server/installation.ts';

let installed: Installation;
beforeAll(async () => {
  installed = await install();
});
afterAll(() => installed.remove());

/** What a start on a database with so many months says, and what the locks of one statement over all of them are. */
async function started(months: number) {
  const { location, remove } = await createPostgres();
  const db = await openDatabase(location);
  const wanted = Array.from({ length: months }, (_, index) => monthAfter('2015-01', index));
  for (const { name } of monthlyTables) await db.tx((queries) => addMonths(queries, name, wanted));
  const run = installed.start([], { DATABASE_URL: location.databaseUrl ?? '', LOG_LEVEL: 'warn' });
  await run.url();
  await run.kill('SIGTERM');
  const locks = await db.tx(async (queries) => {
    await queries.all(
      sql`select count(*) from attendance left join hr_deliveries on hr_deliveries.attendance_id = attendance.id
        left join device_events on device_events.attendance_id = attendance.id`,
    );
    const taken = sql`select count(*) as n from pg_locks where pid = pg_backend_pid() and locktype = 'relation'`;
    return (await one<{ n: number }>(queries, taken)).n;
  });
  await db.close();
  await remove();
  const { text } = await run.ended;
  const warnings = text.split('\n').flatMap((line) => (line.includes('few locks') ? [JSON.parse(line)] : []));
  return { warnings, locks };
}

test('it says so from where ten connections may need more, and what to set', async () => {
  expect((await started(12)).warnings).toEqual([]);
  const { warnings, locks } = await started(36);
  expect(warnings).toEqual([
    expect.objectContaining({
      level: 'warn',
      message: 'PostgreSQL has few locks for the months of data',
      room: 6_400,
      advice: 'Set max_locks_per_transaction = 256 in postgresql.conf, and restart PostgreSQL',
    }),
  ]);
  // The statement also locks the tables themselves, their indexes, and what it asks about locks with.
  expect(warnings[0].locks).toBeLessThanOrEqual(10 * locks);
  expect(warnings[0].locks).toBeGreaterThan(9 * locks);
});
