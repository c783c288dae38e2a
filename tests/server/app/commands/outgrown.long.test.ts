// A server left running while a newer one upgraded its database: it must neither report itself healthy nor go on.

import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../../../server/platform/db/db.ts';
import { steps } from '../../../../server/platform/db/migrations/migrate.ts';
import { openExisting } from '../../../../server/platform/db/open.ts';
import { databases } from '../../../support/server/databases.ts';
import { install, type Run, variablesFor } from '../../../support/server/installation.ts';
import type { TestDatabase } from '../../../support/server/testDatabase.ts';

const installed = await install();
afterAll(() => installed.remove());

describe.each(databases)('on $name', ({ create }) => {
  let database: TestDatabase;
  let server: Run;
  let url: string;
  beforeEach(async () => {
    database = await create('migrated');
    server = installed.start([], { ...variablesFor(database), LOG_LEVEL: 'warn' });
    url = await server.url();
    return () => database.remove();
  });

  /** Upgrades as a newer server would; `oldestServer` says whether this one may keep running. */
  async function upgrade(oldestServer = steps.length + 1): Promise<void> {
    const db = await openExisting(database.location);
    await db.run(sql`update schema_version set version = ${steps.length + 1}, oldest_server = ${oldestServer}`);
    await db.close();
  }

  const why =
    `A newer Rollcall has upgraded the database to version ${steps.length + 1}, and this server knows versions ` +
    `up to ${steps.length}: start the newer one here`;

  test('its health check fails with the reason, and it ends with one line in the log', async () => {
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    await upgrade();
    const health = await fetch(`${url}/healthz`);
    expect(health.status).toBe(503);
    // The server's own check may come first, and stop it.
    expect([why, 'The server is stopping']).toContain(Object(await health.json()).message);
    const { code, text } = await server.ended;
    expect(code).toBe(1);
    const stopping = text.split('\n').filter((line) => line.includes('"message":"stopping"'));
    expect(stopping.map((line) => JSON.parse(line))).toMatchObject([{ level: 'error', reason: why }]);
    expect(text).not.toContain('    at ');
  });

  test('it ends by itself where nobody asks for its health', async () => {
    await upgrade();
    expect(await server.ended).toMatchObject({ code: 1, text: expect.stringContaining(why) });
  });

  test('it goes on where the steps allow it, and another one of its version does not start', async () => {
    await upgrade(steps.length);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const another = await installed.start([], variablesFor(database)).ended;
    expect(another).toMatchObject({ code: 1, text: expect.stringContaining('A newer Rollcall made this database') });
    await server.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
  });
});
