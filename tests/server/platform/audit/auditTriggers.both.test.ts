// On PostgreSQL the audit refuses changes by triggers, which somebody could replace or switch off.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '../../../../server/platform/audit/auditLog.ts';
import { missingTriggers } from '../../../../server/platform/audit/verifyAudit.ts';
import type { Db } from '../../../../server/platform/db/db.ts';
import { createPostgres } from '../../../support/server/databases.ts';
import { openFresh } from '../../../support/server/testDatabase.ts';

let db: Db;
beforeAll(async () => {
  db = await openFresh(createPostgres);
  const caller = { id: 1, email: 'ada@rollcall.example', address: '198.51.100.7' };
  const actor = { caller, requestId: 'r', now: new Date('2026-03-15T12:00:00Z') };
  await db.tx((queries) => audit(queries, actor, 'companies.edit', 'companies', { after: {} }));
});
afterAll(() => db.close());

test('personal values refuse changes', async () => {
  await expect(db.exec(`update audit_values set salted = '[]'`)).rejects.toThrow('append-only');
});

test('a trigger that is switched off is told', async () => {
  expect(await missingTriggers(db)).toEqual([]);
  await db.exec('alter table audit_values disable trigger audit_values_are_not_changed');
  expect(await missingTriggers(db)).toEqual(['audit_values_are_not_changed']);
});

describe('a trigger of the right name that protects nothing is reported, where', () => {
  const again = 'drop trigger audit_is_append_only on audit; create trigger audit_is_append_only';
  const refuse = 'for each statement execute function refuse_audit_change()';
  const changes: readonly (readonly [string, string])[] = [
    [
      'it has a condition',
      `${again} before update or delete on audit for each row when (false) execute function refuse_audit_change()`,
    ],
    ['it leaves deletions alone', `${again} before update or truncate on audit ${refuse}`],
    ['it is on another table', `${again} before update or delete or truncate on audit_head ${refuse}`],
    [
      'its function does nothing',
      `create or replace function refuse_audit_change() returns trigger language plpgsql as $$ begin return new; end $$`,
    ],
    [
      'it has another function',
      `create function quiet() returns trigger language plpgsql as $$ begin return null; end $$;
        ${again} before update or delete or truncate on audit for each statement execute function quiet()`,
    ],
  ];

  test.each(changes)('%s', async (_name, change) => {
    const other = await openFresh(createPostgres);
    expect(await missingTriggers(other)).toEqual([]);
    await other.exec(change);
    expect(await missingTriggers(other)).toContain('audit_is_append_only');
    await other.close();
  });
});
