// The audit's hash chain reveals tampering with entries and with the personal values beside them.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { audit } from '../../../../server/platform/audit/auditLog.ts';
import { missingTriggers, verifyAudit } from '../../../../server/platform/audit/verifyAudit.ts';
import { type Db, one, sql } from '../../../../server/platform/db/db.ts';
import { codeBlock } from '../../../support/documents.ts';
import { databases } from '../../../support/server/databases.ts';
import { auditEntries, openFresh } from '../../../support/server/testDatabase.ts';

const noCaller = {
  caller: null,
  requestId: 'r',
  now: new Date(),
} as const;

describe.each(databases)('on $name', ({ create }) => {
  let db: Db;

  beforeEach(async () => {
    db = await openFresh(create);
    const caller = { id: 1, email: 'ada@rollcall.example', address: '198.51.100.7' };
    for (let subjectId = 1; subjectId <= 5; subjectId++) {
      const details = { subjectId, before: { name: 'ß' }, after: { subjectId } };
      await db.tx((queries) => audit(queries, { ...noCaller, caller }, 'companies.edit', 'companies', details));
    }
    // Tampers as somebody with access to the database could.
    await db.exec(
      db.dialect === 'sqlite'
        ? `drop trigger audit_is_not_changed; drop trigger audit_is_not_deleted;
           drop trigger audit_values_are_not_changed; pragma foreign_keys = off`
        : `drop trigger audit_is_append_only on audit; drop trigger audit_values_are_not_changed on audit_values;
           alter table audit disable trigger all`,
    );
  });
  afterEach(() => db.close());

  test('verifies an untouched chain', async () => {
    expect(await verifyAudit(db)).toMatchObject({ entries: 5, erased: 0, fault: undefined });
  });

  const text = sql`replace(entry, 'companies', 'others')`;

  test.each([
    ['an altered text', sql`update audit set entry = ${text} where id = 3`, 'entry 3 was altered'],
    ['an altered column', sql`update audit set subject = 'others' where id = 3`, 'the column subject of entry 3'],
    ['another time', sql`update audit set at = '2001-01-01 00:00:00' where id = 2`, 'the column at of entry 2'],
    ['another person', sql`update audit set user_id = 2 where id = 1`, 'the column user_id of entry 1'],
    ['a removed subject', sql`update audit set subject_id = null where id = 1`, 'the column subject_id of entry 1'],
    [
      'an altered value',
      sql`update audit_values set salted = replace(salted, 'ada@', 'eve@') where entry_id = 2`,
      'a personal value of entry 2 was altered',
    ],
    [
      'an altered salt',
      sql`update audit_values set salted = replace(salted, '[["', '[["x') where entry_id = 4`,
      'a personal value of entry 4 was altered',
    ],
    [
      'a value of another entry',
      sql`insert into audit_values (entry_id, about_kind, about_id, at, salted)
        select 5, 'users', 77, at, salted from audit_values where entry_id = 4 and about_kind = 'users'`,
      'a personal value of entry 5 was altered',
    ],
    ['a removed entry', sql`delete from audit where id = 2`, 'entry 2 is missing'],
    ['a removed end', sql`delete from audit where id > 3`, 'entry 4 is missing'],
    ['no entries', sql`delete from audit`, 'entry 1 is missing'],
    ['a foreign link', sql`update audit set previous_hash = 'x' where id = 4`, 'entry 4 does not follow'],
    ['another head', sql`update audit_head set hash = 'x'`, 'entry 5 is not the last one'],
  ])('detects %s', async (_name, tampering, fault) => {
    expect(await db.run(tampering)).toBeGreaterThan(0);
    expect((await verifyAudit(db)).fault).toContain(fault);
  });

  test('detects a cut end by a hash noted before', async () => {
    const { head } = await verifyAudit(db);
    const { hash } = await one<{ hash: string }>(db, sql`select hash from audit where id = 3`);
    await db.run(sql`delete from audit where id > 3`);
    await db.run(sql`update audit_head set last_id = 3, hash = ${hash}`);
    expect(await verifyAudit(db)).toMatchObject({ entries: 3, fault: undefined });
    expect(await verifyAudit(db, hash)).toMatchObject({ entries: 3, fault: undefined });
    expect((await verifyAudit(db, head)).fault).toContain('its end was cut off');
  });

  test('verifies after personal values were erased, and shows them as erased', async () => {
    const { head } = await verifyAudit(db);
    await db.run(sql`delete from audit_values where entry_id = 2 or (entry_id = 3 and about_kind = 'users')`);
    expect(await verifyAudit(db, head)).toMatchObject({ entries: 5, erased: 2, head, fault: undefined });
    const erased = { erased: true };
    expect((await auditEntries(db)).slice(0, 3)).toMatchObject([
      { user_email: 'ada@rollcall.example', address: '198.51.100.7', before: { name: 'ß' } },
      { user_id: 1, user_email: erased, address: erased, before: { name: erased }, after: { subjectId: 2 } },
      { user_id: 1, user_email: erased, address: erased, before: { name: 'ß' }, after: { subjectId: 3 } },
    ]);
  });

  test('a broken chain is started again, and protected, by the statements of docs/audit.md', async () => {
    await db.run(sql`delete from audit where id = 2`);
    const first = db.dialect === 'sqlite' ? 'audit_is_not_changed' : 'audit_is_append_only';
    await db.exec(codeBlock('docs/audit.md', `drop trigger if exists ${first}`));
    for (let subjectId = 1; subjectId <= 7; subjectId++)
      await db.tx((queries) => audit(queries, noCaller, 'companies.edit', 'companies', { subjectId }));
    expect(await verifyAudit(db)).toMatchObject({ entries: 7, fault: undefined });
    expect(await missingTriggers(db)).toEqual([]);
  });

  test('chains concurrent entries in order', async () => {
    await Promise.all(
      Array.from({ length: 20 }, () => db.tx((queries) => audit(queries, noCaller, 'companies.edit', 'companies'))),
    );
    expect(await verifyAudit(db)).toMatchObject({ entries: 25, fault: undefined });
  });
});
