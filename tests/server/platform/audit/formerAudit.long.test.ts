// The audit of version 17 is verified and then converted to its new form.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { missingTriggers, verifyAudit } from '../../../../server/platform/audit/verifyAudit.ts';
import { type Db, one, sql } from '../../../../server/platform/db/db.ts';
import { openDatabase } from '../../../../server/platform/db/open.ts';
import { codeBlock } from '../../../support/documents.ts';
import { databases } from '../../../support/server/databases.ts';
import { auditAsBefore, createOlder } from '../../../support/server/olderDatabases.ts';
import { auditEntries, type TestDatabase } from '../../../support/server/testDatabase.ts';

describe.each(databases)('on $name', ({ create }) => {
  let database: TestDatabase;
  let old: Db;
  const noted: string[] = [];
  const ada = { userId: 1, email: 'ada@rollcall.example' };

  beforeEach(async () => {
    database = await create();
    old = await createOlder(database.location, 17);
    noted.length = 0;
    const acts = [
      ada,
      {
        ...ada,
        address: '198.51.100.7',
        subject: 'employees',
        subjectId: 3,
        after: { name: 'Größe', note: 'a\u0000b' },
      },
      { action: 'hr_sync.run', subject: 'companies', subjectId: 2, after: { days: ['2026-01-05'], to_send: 4 } },
      // Needs more than one batch.
      ...Array.from({ length: 1_200 }, (_, index) => ({ ...ada, address: '::1', before: { name: `N ${index}` } })),
    ];
    await old.tx(async (queries) => {
      for (const act of acts) noted.push(await auditAsBefore(queries, act));
    });
  });
  afterEach(() => database.remove());

  const unprotected = () =>
    old.exec(
      old.dialect === 'sqlite'
        ? 'drop trigger audit_is_not_changed; drop trigger audit_is_not_deleted'
        : 'drop trigger audit_is_append_only on audit',
    );

  test('every entry says what it said, the chain holds, and a hash that was noted is still found', async () => {
    expect(await verifyAudit(old)).toMatchObject({ entries: 1_203, head: noted.at(-1), fault: undefined });
    await old.close();
    const db = await openDatabase(database.location);
    const { entries, erased, head, fault } = await verifyAudit(db);
    expect({ entries, erased, fault }).toEqual({ entries: 1_203, erased: 0, fault: undefined });
    expect(head).not.toBe(noted.at(-1));
    for (const hash of [noted[0], noted.at(-1), head]) expect((await verifyAudit(db, hash)).fault).toBeUndefined();
    expect((await verifyAudit(db, 'f'.repeat(64))).fault).toContain('does not contain');
    const [first, second, third] = await auditEntries(db);
    expect(first).toMatchObject({ user_id: 1, user_email: ada.email, address: null, before: null, after: null });
    expect(second).toMatchObject({ address: '198.51.100.7', after: { name: 'Größe', note: 'a\u0000b' } });
    expect(third).toMatchObject({ user_email: null, after: { days: ['2026-01-05'], to_send: 4 } });
    const about = sql`select count(*) as n from audit_values where about_kind = 'employees' and about_id = 3`;
    expect(await one(db, about)).toEqual({ n: 1 });
    await expect(db.run(sql`delete from audit`)).rejects.toThrow('append-only');
    await db.close();
  });

  test.each([
    ['an altered entry', sql`update audit set after_json = '{}' where id = 3`, 'entry 3 was altered'],
    ['another person', sql`update audit set user_email = 'x' where id = 1`, 'entry 1 was altered'],
    ['another address', sql`update audit set address = '192.0.2.1' where id = 1100`, 'entry 1100 was altered'],
    ['a removed address', sql`update audit set address = null where id = 2`, 'entry 2 was altered'],
    ['a removed entry', sql`delete from audit where id = 1001`, 'entry 1001 is missing'],
    ['a removed end', sql`delete from audit where id > 1000`, 'entry 1001 is missing'],
    ['another head', sql`update audit_head set hash = 'x'`, 'entry 1203 is not the last one'],
    ['an entry beyond the end', sql`update audit_head set last_id = 1, hash = ${'HASH'}`, 'entry 2 does not belong'],
  ])('refuses %s in words, and changes nothing', async (_name, tampering, fault) => {
    await unprotected();
    const values = tampering.values.map((value) => (value === 'HASH' ? (noted[0] ?? '') : value));
    await old.run({ ...tampering, values });
    const stored = await old.all(sql`select * from audit order by id`);
    await expect(openDatabase(database.location)).rejects.toThrow(`The audit is broken: ${fault}`);
    expect(await old.all(sql`select * from audit order by id`)).toEqual(stored);
    expect(await one(old, sql`select version from schema_version`)).toEqual({ version: 17 });
    await old.close();
  });

  test('a broken chain is started again by the statements of docs/audit.md', async () => {
    await unprotected();
    await old.run(sql`delete from audit where id = 2`);
    const first = old.dialect === 'sqlite' ? 'audit_is_not_changed' : 'audit_is_append_only';
    const statements = codeBlock('docs/audit.md', `drop trigger if exists ${first}`).split('\n');
    await old.exec(statements.filter((line) => !/audit_(?:values|former_hashes)/.test(line)).join('\n'));
    await old.close();
    const db = await openDatabase(database.location);
    expect(await verifyAudit(db)).toMatchObject({ entries: 0, fault: undefined });
    expect(await missingTriggers(db)).toEqual([]);
    await db.close();
  });
});

describe.each(databases)('before version 8, on $name', ({ create }) => {
  test('verifies and rewrites entries that recorded no address', async () => {
    const first = '75946a5e3c5d8e5e79851ab4b7c826f729935d73313fafab3c75040a96c3dbeb';
    const second = '9dae04bdc9397ad03ba2d056b529bed9e7ba08a87eff6446283b259fd2ee4d55';
    const database = await create();
    const old = await createOlder(database.location, 7);
    await old.exec(`
      insert into audit values (1, '2026-01-05 08:00:00', 7, 'ada@rollcall.example', 'r-1', 'companies.create',
        'companies', 3, null, '{"name":"Größe"}', '', '${first}');
      insert into audit values (2, '2026-01-05 08:01:00', null, '', 'schedule', 'hr_sync.run',
        'companies', null, null, null, '${first}', '${second}');
      update audit_head set last_id = 2, hash = '${second}';
    `);
    expect(await verifyAudit(old)).toMatchObject({ entries: 2, head: second, fault: undefined });
    await old.close();
    const db = await openDatabase(database.location);
    expect(await verifyAudit(db, second)).toMatchObject({ entries: 2, fault: undefined });
    await db.close();
    await database.remove();
  });
});
