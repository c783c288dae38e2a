// The last entry's hash is mailed once a day by any process, and a later check accepts it.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mailHead } from '../../../../server/features/audit/headMails.ts';
import { audit } from '../../../../server/platform/audit/auditLog.ts';
import { verifyAudit } from '../../../../server/platform/audit/verifyAudit.ts';
import { type Db, sql } from '../../../../server/platform/db/db.ts';
import { createLog } from '../../../../server/platform/log/log.ts';
import { databases } from '../../../support/server/databases.ts';
import { openFresh } from '../../../support/server/testDatabase.ts';

describe.each(databases)('on $name', ({ create }) => {
  let db: Db;
  let now = new Date('2026-11-20T10:00:00Z');
  const to = ['auditor@elsewhere.example', 'board@elsewhere.example'];

  beforeEach(async () => {
    db = await openFresh(create);
    now = new Date('2026-11-20T10:00:00Z');
  });
  afterEach(() => db.close());

  const write = () =>
    db.tx((queries) => audit(queries, { caller: null, requestId: '', now }, 'roles.edit', 'roles', { subjectId: 1 }));
  const log = createLog('silent', () => {});
  const mail = (addresses: readonly string[] = to) =>
    mailHead({ db, log, clock: () => now, publicUrl: 'https://rollcall.example', to: addresses });
  const mails = () =>
    db.all<{ recipient: string; subject: string; body: string }>(sql`select * from outbox order by id`);

  test('sends nothing before the first entry, and nothing where nobody is to get it', async () => {
    await mail();
    await write();
    await mail([]);
    expect(await mails()).toEqual([]);
  });

  test('sends one a day to each address, by one of several processes', async () => {
    await write();
    await Promise.all([mail(), mail(), mail()]);
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(to);
    now = new Date('2026-11-20T23:00:00Z');
    await write();
    await mail();
    expect(await mails()).toHaveLength(2);
    now = new Date('2026-11-21T00:30:00Z');
    await mail();
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      'Audit of 2026-11-20: entry 1',
      'Audit of 2026-11-20: entry 1',
      'Audit of 2026-11-21: entry 2',
      'Audit of 2026-11-21: entry 2',
    ]);
  });

  test('the mailed hash finds an end that was cut off, also when all traces were removed', async () => {
    await write();
    const { head: first } = await verifyAudit(db);
    await write();
    await mail();
    const [{ body = '' } = {}] = await mails();
    const hash = /^[0-9a-f]{64}$/m.exec(body)?.[0] ?? '';
    expect((await verifyAudit(db, hash)).fault).toBeUndefined();
    await db.exec(
      db.dialect === 'sqlite' ? 'drop trigger audit_is_not_deleted' : 'drop trigger audit_is_append_only on audit',
    );
    await db.run(sql`delete from audit where id = 2`);
    await db.run(sql`update audit_head set last_id = 1, hash = ${first}`);
    expect((await verifyAudit(db)).fault).toBeUndefined();
    expect((await verifyAudit(db, hash)).fault).toContain('its end was cut off');
  });
});
