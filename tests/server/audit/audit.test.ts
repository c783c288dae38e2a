// The hash chain of the audit reveals tampering.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { audit } from '../../../server/audit/auditLog.ts';
import { verifyAudit } from '../../../server/audit/verifyAudit.ts';
import { type Db, one } from '../../../server/db/db.ts';
import { up as addAuditAddress } from '../../../server/db/migrations/0008-audit-address.ts';
import { sql } from '../../../server/db/sql.ts';
import { databases } from '../../support/databases.ts';
import { openFresh } from '../../support/openFresh.ts';

describe.each(databases)('on $name', ({ create }) => {
  let db: Db;

  beforeEach(async () => {
    db = await openFresh(create);
    const caller = { id: 1, email: 'ada@rollcall.example', address: '198.51.100.7' };
    const act = { caller, requestId: 'r', now: new Date(), action: 'test', subject: 'things' };
    for (let subjectId = 1; subjectId <= 5; subjectId++) {
      await db.tx((queries) => audit(queries, { ...act, subjectId, before: { name: 'ß' }, after: { subjectId } }));
    }
    // As someone with access to the database could.
    await db.exec(
      db.dialect === 'sqlite'
        ? 'drop trigger audit_is_not_changed; drop trigger audit_is_not_deleted'
        : 'drop trigger audit_is_append_only on audit',
    );
  });
  afterEach(() => db.close());

  test('verifies an untouched chain', async () => {
    expect(await verifyAudit(db)).toMatchObject({ entries: 5, fault: undefined });
  });

  test.each([
    ['an altered entry', sql`update audit set after_json = '{}' where id = 3`, 'entry 3 was altered'],
    ['another person', sql`update audit set user_email = 'x' where id = 1`, 'entry 1 was altered'],
    ['another address', sql`update audit set address = '192.0.2.1' where id = 2`, 'entry 2 was altered'],
    ['a removed address', sql`update audit set address = null where id = 2`, 'entry 2 was altered'],
    ['a removed entry', sql`delete from audit where id = 2`, 'entry 2 is missing'],
    ['a removed end', sql`delete from audit where id > 3`, 'entry 4 is missing'],
    ['no entries', sql`delete from audit`, 'entry 1 is missing'],
    ['a foreign link', sql`update audit set previous_hash = 'x' where id = 4`, 'entry 4 does not follow'],
    ['another head', sql`update audit_head set hash = 'x'`, 'entry 5 is not the last one'],
  ])('detects %s', async (_name, tampering, fault) => {
    await db.run(tampering);
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

  test('verifies entries of versions that recorded no address, and new ones after them', async () => {
    const first = '75946a5e3c5d8e5e79851ab4b7c826f729935d73313fafab3c75040a96c3dbeb';
    const second = '9dae04bdc9397ad03ba2d056b529bed9e7ba08a87eff6446283b259fd2ee4d55';
    await db.exec(`
      delete from audit;
      alter table audit drop column address;
      insert into audit values (1, '2026-01-05 08:00:00', 7, 'ada@rollcall.example', 'r-1', 'companies.create',
        'companies', 3, null, '{"name":"Größe"}', '', '${first}');
      insert into audit values (2, '2026-01-05 08:01:00', null, '', 'schedule', 'hr_sync.run',
        'companies', null, null, null, '${first}', '${second}');
      update audit_head set last_id = 2, hash = '${second}';
    `);
    expect(await verifyAudit(db)).toMatchObject({ entries: 2, fault: undefined });
    await db.exec(addAuditAddress());
    const caller = { id: 1, email: 'ada@rollcall.example', address: '198.51.100.7' };
    const act = { caller, requestId: 'r', now: new Date(), action: 'test', subject: 'things' };
    await db.tx((queries) => audit(queries, act));
    expect(await verifyAudit(db)).toMatchObject({ entries: 3, fault: undefined });
    await db.exec(`update audit set address = '198.51.100.7' where id = 1`);
    expect((await verifyAudit(db)).fault).toContain('entry 1 was altered');
  });

  test('chains concurrent entries in order', async () => {
    const act = { caller: null, requestId: 'r', now: new Date(), action: 'test', subject: 'things' };
    await Promise.all(Array.from({ length: 20 }, () => db.tx((queries) => audit(queries, act))));
    expect(await verifyAudit(db)).toMatchObject({ entries: 25, fault: undefined });
  });
});
