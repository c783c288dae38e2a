// Two processes behind nginx on the oldest release's data, replaced one by one by a newer version while people work. If
// its migration lets old processes go on, nobody gets an error; if not, the old one stops and says why.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { steps } from '../../../server/platform/db/migrations/migrate.ts';
import { allWell, startNginx, startWork } from '../../support/server/behindNginx.ts';
import { databases } from '../../support/server/databases.ts';
import { type Installation, install, type Run, variablesFor } from '../../support/server/installation.ts';
import { releases, restoreRelease } from '../../support/server/olderDatabases.ts';
import type { TestDatabase } from '../../support/server/testDatabase.ts';

const oldest = '1.1.0';
const { administrator } = JSON.parse(readFileSync(path.join(releases, oldest, 'postgres.json'), 'utf8'));

/** A migration that adds to tables in constant use. */
const expanding = `nextRelease: {
  up: () => \`
    alter table companies add column motto text not null default '';
    alter table corrections add column weight integer not null default 0;
    alter table attendance add column weight integer;
    create table mottos (company_id bigint primary key references companies(id), motto text not null);
    insert into mottos (company_id, motto) select id, name from companies;\`,
  oldProcess: 'goes on',
}`;
/** A migration that old processes must not run on, since they would not maintain its counts. */
const contracting = `nextRelease: {
  up: () => 'create table company_counts (company_id bigint primary key, total bigint not null);',
  oldProcess: { mustStop: 'it would not count', olderThan: ${steps.length + 1} },
}`;

let current: Installation;
let nginx: Awaited<ReturnType<typeof startNginx>>;
beforeAll(async () => {
  current = await install();
  nginx = await startNginx();
});
afterAll(() => {
  nginx.stop();
  current.remove();
});
describe.each(databases)('on $name', ({ create }) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await restoreRelease(oldest, create);
    return () => database.remove();
  });

  async function start(installed: Installation, index: 0 | 1): Promise<Run> {
    const run = installed.start([], { ...variablesFor(database), LOG_LEVEL: 'info', PORT: nginx.ports[index] });
    onTestFinished(() => run.kill('SIGKILL'));
    await run.url();
    return run;
  }

  const plan = (installed: Installation) => installed.start(['migrate', '--plan'], variablesFor(database)).ended;

  test('from the oldest release, the plan says that its processes must stop, and by which steps', async () => {
    const { text } = await plan(current);
    expect(text).toContain('18  audit values\n      an older process must stop first: the audit gets a new form');
    expect(text).toMatch(/\nStop all older processes first\.\n$/);
  });

  test('no request fails where old processes may go on', async () => {
    const newer = await install({ migration: expanding });
    const old = [await start(current, 0), await start(current, 1)] as const;
    expect((await plan(newer)).text).toMatch(/ {2}next release\nOlder processes go on meanwhile: /);
    const work = await startWork(nginx.address, administrator);
    const enough = async (more: number) => {
      const end = work.total() + more;
      await expect.poll(work.total).toBeGreaterThan(end);
    };
    await enough(60);
    await old[0].kill('SIGTERM');
    const first = await start(newer, 0);
    // The old process works on the newer database.
    await enough(120);
    expect(old[1].child.exitCode).toBe(null);
    expect((await fetch(`http://127.0.0.1:${nginx.ports[1]}/healthz`)).status).toBe(200);
    await old[1].kill('SIGTERM');
    const second = await start(newer, 1);
    await enough(60);
    const statuses = await work.end();
    for (const run of [first, second]) await run.kill('SIGTERM');
    const logs = await Promise.all([...old, first, second].map(async ({ ended }) => (await ended).text));
    expect(logs.join('').match(/.*"request failed".*/g)).toBe(null);
    expect(statuses).toEqual(allWell);
    const [, , text = ''] = logs;
    expect(text).toMatch(/"upgrading the database","from":\d+,"to":\d+,"old_processes":"go on"/);
    newer.remove();
  });

  test('a forgotten old process that must not go on ends by itself and says why', async () => {
    const newer = await install({ migration: contracting });
    const old = await start(current, 0);
    const { text: planned } = await plan(newer);
    expect(planned).toMatch(/ {2}next release\n +an older process must stop first: it would not count\nStop all/);
    const first = await start(newer, 1);
    const { code, text } = await old.ended;
    expect([code, text]).toEqual([
      1,
      expect.stringContaining(`A newer Rollcall has upgraded the database to version ${steps.length + 1}`),
    ]);
    const work = await startWork(nginx.address, administrator);
    await expect.poll(work.total).toBeGreaterThan(30);
    expect(await work.end()).toEqual(allWell);
    await first.kill('SIGTERM');
    newer.remove();
  });
});
