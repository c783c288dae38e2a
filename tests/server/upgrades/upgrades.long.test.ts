// Today's server on the data of each release: everything is still there, people stay signed in, the HR sync resumes
// where it was, and the audit is intact. README.md says how the data was made.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openWithPermissions } from '../../../server/app/commands/openWithPermissions.ts';
import { verifyAudit } from '../../../server/platform/audit/verifyAudit.ts';
import { steps } from '../../../server/platform/db/migrations/migrate.ts';
import { startHrReceiver } from '../../support/hr/rollcallFake.ts';
import { databases } from '../../support/server/databases.ts';
import { install, variablesFor } from '../../support/server/installation.ts';
import { restoreRelease } from '../../support/server/olderDatabases.ts';
import { serveDatabase } from '../../support/server/server.ts';
import type { TestDatabase } from '../../support/server/testDatabase.ts';

interface Person {
  email: string;
  password: string;
}

interface Facts {
  madeAt: string;
  administrator: Person;
  colleague: Person;
  token: string;
  companies: string[];
  attendance: number;
  key: { public_key: string };
  day: string;
  /** Records by employee: accepted, rejected, and without an answer. */
  sent: Record<'00101' | '00102' | '00103', string[]>;
  status: object;
  audit: { entries: number; head: string };
}

const releases = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name: release }) => databases.map(({ name, create }) => ({ release, name, create })));

test('the tests have data of every released version but this one', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const released = [...readFileSync('SECURITY.md', 'utf8').matchAll(/^\| (\d+\.\d+\.\d+) \|/gm)].map(
    ([, each]) => each,
  );
  const earlier = released.filter((each) => each !== version);
  expect(new Set(releases.map(({ release }) => release))).toEqual(new Set(earlier));
});

const installed = await install();
afterAll(() => installed.remove());

describe.each(releases)('the data of $release on $name', ({ release, name, create }) => {
  const kind = name === 'SQLite' ? 'sqlite' : 'postgres';
  const place = (file: string) => path.join(import.meta.dirname, release, file);
  const facts: Facts = JSON.parse(readFileSync(place(`${kind}.json`), 'utf8'));

  const restore = () => restoreRelease(release, create);

  const versionOf = async (database: TestDatabase) => {
    const { text } = await installed.start(['check-backup', ...fileOf(database)], variablesFor(database)).ended;
    return /is whole\nVersion (\d+),/.exec(text)?.[1];
  };
  const fileOf = ({ location }: TestDatabase) =>
    location.databaseUrl ? [] : [path.join(location.dataDir, 'rollcall.sqlite')];

  test('is all there after the upgrade, people stay signed in, and the audit is whole', async () => {
    const database = await restore();
    const db = await openWithPermissions(database.location);
    const clock = () => new Date(Date.parse(facts.madeAt) + 10 * 60_000);
    const server = await serveDatabase(db, { clock, allowPrivateHosts: '127.0.0.1' });
    const ask = async (key: string, body?: object) => {
      const { status, json } = await server.ask(key, { token: facts.token, body });
      expect([key, status < 300 || json.message]).toEqual([key, true]);
      return json.data;
    };
    const companies = await ask('GET /companies/all');
    expect(companies).toEqual(facts.companies.map((each) => expect.objectContaining({ name: each })));
    expect(await ask('GET /attendance?per_page=100')).toMatchObject({ total: facts.attendance });
    expect(await ask('GET /employees?q=lee')).toMatchObject({ data: [{ name: 'Ann Lee', employee_id: '00101' }] });
    expect(await ask('GET /attendance/signing-key')).toMatchObject(facts.key);
    expect(await ask('GET /hr-sync/companies/1/status')).toMatchObject(facts.status);
    for (const person of [facts.administrator, facts.colleague]) expect(await server.signIn(person)).toBeTruthy();

    const hr = await startHrReceiver();
    await ask('PUT /company-urls/1', { url_type: 'hr_system', url: hr.url, description: 'HR', is_active: true });
    await ask('POST /hr-sync/companies/1', { date: facts.day });
    const ids = (await hr.records()).accepted.map(({ id }) => id);
    await hr.kill();
    // Accepted and rejected records are not sent again; unanswered ones are, with the same keys.
    expect(ids.toSorted()).toEqual(facts.sent['00103'].toSorted());

    const { entries, fault } = await verifyAudit(db, facts.audit.head);
    expect(fault).toBeUndefined();
    expect(entries).toBeGreaterThan(facts.audit.entries);
    await server.stop();
    await database.remove();
  });

  test('is upgraded by the start of the server, and a copy that was made before is still of the older version', async () => {
    const [database, before] = [await restore(), await restore()];
    const older = await versionOf(before);
    expect(Number(older)).toBeLessThan(steps.length);
    const run = installed.start([], variablesFor(database));
    const answer = await fetch(`${await run.url()}/web/api/v1/auth/login`, {
      method: 'POST',
      body: JSON.stringify(facts.administrator),
    });
    expect(answer.status).toBe(200);
    await run.kill('SIGTERM');
    expect(await versionOf(database)).toBe(String(steps.length));
    expect(await versionOf(before)).toBe(older);
    await Promise.all([database.remove(), before.remove()]);
  });
});
