// On PostgreSQL a month of personal values is a table that somebody could change by its own name.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../../server/audit/auditLog.ts';
import { missingTriggers } from '../../../server/audit/verifyAudit.ts';
import type { Db } from '../../../server/db/db.ts';
import { createPostgres } from '../../support/databases.ts';
import { openFresh } from '../../support/openFresh.ts';

let db: Db;
beforeAll(async () => {
  db = await openFresh(createPostgres);
  const caller = { id: 1, email: 'ada@rollcall.example', address: '198.51.100.7' };
  const act = { caller, requestId: 'r', now: new Date('2026-03-15T12:00:00Z'), after: {} };
  await db.tx((queries) => audit(queries, { ...act, action: 'companies.edit', subject: 'companies' }));
});
afterAll(() => db.close());

test('the part of a month refuses changes', async () => {
  await expect(db.exec(`update audit_values_2026_03 set salted = '[]'`)).rejects.toThrow('append-only');
});

test('a month whose trigger is switched off is told', async () => {
  expect(await missingTriggers(db)).toEqual([]);
  await db.exec('alter table audit_values_2026_03 disable trigger audit_values_are_not_changed');
  expect(await missingTriggers(db)).toEqual(['audit_values_are_not_changed']);
});
