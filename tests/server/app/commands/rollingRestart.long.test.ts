// Two processes behind nginx, set up as in docs/tls.md, restarted one right after the other while people work: nobody
// gets an error.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { allWell, startNginx, startWork } from '../../../support/server/behindNginx.ts';
import { createPostgres } from '../../../support/server/databases.ts';
import { type Installation, install, type Run } from '../../../support/server/installation.ts';
import type { TestDatabase } from '../../../support/server/testDatabase.ts';

const admin = { ADMIN_EMAIL: 'ada@rollcall.example', ADMIN_PASSWORD: 'correct horse' };

let installed: Installation;
let database: TestDatabase;
let nginx: Awaited<ReturnType<typeof startNginx>>;
beforeAll(async () => {
  installed = await install();
  database = await createPostgres('migrated');
  nginx = await startNginx();
});
afterAll(async () => {
  nginx.stop();
  installed.remove();
  await database.remove();
});

async function start(port: string): Promise<Run> {
  const run = installed.start([], { DATABASE_URL: database.location.databaseUrl ?? '', ...admin, PORT: port });
  await run.url();
  return run;
}

test('no request of hundreds fails while both are restarted without a pause', async () => {
  const { address, ports } = nginx;
  let running = [await start(ports[0]), await start(ports[1])];
  const work = await startWork(address, { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD });
  for (let round = 0; round < 2 || work.total() < 300; round++) {
    for (const [index, port] of ports.entries()) {
      await running[index]?.kill('SIGTERM');
      const again = await start(port);
      running = running.map((run, other) => (other === index ? again : run));
    }
  }
  const statuses = await work.end();
  for (const run of running) await run.kill('SIGTERM');
  expect(statuses).toEqual(allWell);
});
