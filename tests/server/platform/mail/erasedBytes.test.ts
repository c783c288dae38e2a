import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openWithPermissions } from '../../../../server/app/commands/openWithPermissions.ts';
import { sql } from '../../../../server/platform/db/db.ts';
import { addMail, claimMail, recordSent } from '../../../../server/platform/mail/outboxQueries.ts';
import { plusMinutes } from '../../../../server/platform/time/clock.ts';
import { createSqlite } from '../../../support/server/testDatabase.ts';

test('the link of a sent mail is gone from the bytes of SQLite’s files', async () => {
  const database = await createSqlite();
  const { dataDir } = database.location;
  const db = await openWithPermissions(database.location);
  const now = new Date();
  const link = 'https://console.example/forgot-password#token=only-in-this-mail';
  const isOnDisk = () => readdirSync(dataDir).some((file) => readFileSync(path.join(dataDir, file)).includes(link));
  const emptyLog = () => db.all(sql`pragma wal_checkpoint(truncate)`);

  // A long body is stored on separate pages.
  for (const body of [link, link.padEnd(20_000, '.')])
    await addMail(db, { to: 'ada@rollcall.example', subject: 'Password', body }, now, plusMinutes(now, 60));
  await emptyLog();
  expect(isOnDisk()).toBe(true);

  for (let due = await claimMail(db, now); due; due = await claimMail(db, now)) await recordSent(db, due.id, now);
  await emptyLog();
  expect(isOnDisk()).toBe(false);
  await db.close();
  await database.remove();
});
