// What an operator learns of an upgrade: beforehand from `migrate --plan`, and from the log while it runs.

import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { steps, storedVersion } from '../../../../server/platform/db/migrations/migrate.ts';
import { openExisting, sqliteFileIn } from '../../../../server/platform/db/open.ts';
import { databases } from '../../../support/server/databases.ts';
import { install, variablesFor } from '../../../support/server/installation.ts';
import { createOlder } from '../../../support/server/olderDatabases.ts';
import type { TestDatabase } from '../../../support/server/testDatabase.ts';

const older = 17;
const added = Array.from({ length: steps.length - older }, (_, index) => older + 1 + index);

const installed = await install();
afterAll(() => installed.remove());

describe.each(databases)('on $name', ({ create }) => {
  let database: TestDatabase;
  let place: Record<string, string>;
  beforeAll(async () => {
    database = await create();
    await (await createOlder(database.location, older)).close();
    place = variablesFor(database);
  });
  afterAll(() => database.remove());

  /** A database without tables: of SQLite, an empty file. */
  const createEmpty = async () => {
    const empty = await create();
    if (!empty.location.databaseUrl) writeFileSync(sqliteFileIn(empty.location.dataDir), '');
    return empty;
  };

  const version = async () => {
    const db = await openExisting(database.location);
    const stored = await storedVersion(db);
    await db.close();
    return stored;
  };

  test('migrate --plan lists the steps and takes none', async () => {
    const { code, text } = await installed.start(['migrate', '--plan'], place).ended;
    expect(code).toBe(0);
    expect(text).toContain(`The database has version ${older}, and this server needs ${steps.length}.\n`);
    const listed = [...text.matchAll(/^ {2}(\d+) {2}\w[\w ]+$/gm)].map(([, number]) => Number(number));
    expect(listed).toEqual(added);
    expect(text).toContain('  18  audit values\n      an older process must stop first: the audit gets a new form');
    expect(text).toContain('\nStop all older processes first.\n');
    expect(await version()).toBe(older);
  });

  test.each([[['schedule']], [['reset-password', 'ada@rollcall.example']]])('%j upgrades nothing', async (command) => {
    const text = 'Start this version once, so that it brings the database up to date\n';
    expect(await installed.start(command, place).ended).toEqual({ code: 1, text });
    expect(await version()).toBe(older);
  });

  test.each([['mails'], ['audit'], ['verify-audit']])('%s refuses an empty one', async (command) => {
    const empty = await createEmpty();
    const text = 'This is not a database of Rollcall: check DATA_DIR and DATABASE_URL\n';
    expect(await installed.start([command], variablesFor(empty)).ended).toEqual({ code: 1, text });
    await empty.remove();
  });

  test('migrate --plan names no processes to stop for an empty one', async () => {
    const empty = await createEmpty();
    const text = `The database is empty: migrate brings it to version ${steps.length}.\n`;
    expect(await installed.start(['migrate', '--plan'], variablesFor(empty)).ended).toEqual({ code: 0, text });
    await empty.remove();
  });

  test('migrate tells where it begins, of each step with its time, and where it ends', async () => {
    const { code, text } = await installed.start(['migrate'], place).ended;
    expect(code).toBe(0);
    const lines = text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
    expect(lines).toMatchObject([
      { message: 'upgrading the database', from: older, to: steps.length, old_processes: 'must have stopped' },
      ...added.map((number) => ({ message: 'database step', version: number, milliseconds: expect.any(Number) })),
      { message: 'database upgraded', from: older, to: steps.length, milliseconds: expect.any(Number) },
    ]);
    expect(await version()).toBe(steps.length);
    const again = await installed.start(['migrate'], place).ended;
    expect(again).toMatchObject({ code: 0, text: expect.stringContaining('There is nothing to do.') });
  });
});
