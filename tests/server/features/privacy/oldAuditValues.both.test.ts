// Old personal values in the audit are removed unless they are held: exactly what the dry run announced, and the chain
// still verifies.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { previewRetention } from '../../../../server/features/privacy/privacyHandlers.ts';
import { removeOld } from '../../../../server/features/privacy/retention/dailyJob.ts';
import { audit } from '../../../../server/platform/audit/auditLog.ts';
import { verifyAudit } from '../../../../server/platform/audit/verifyAudit.ts';
import { type Db, one, sql } from '../../../../server/platform/db/db.ts';
import { createLog } from '../../../../server/platform/log/log.ts';
import { databases } from '../../../support/server/databases.ts';
import { openFresh } from '../../../support/server/testDatabase.ts';

const now = new Date('2027-06-15T12:00:00Z');
const terms = { attendance: null, audit_values: 12, mails: null, sign_ins: null, device_notes: null };
const [ada, held] = [1, 2];

describe.each(databases)('on $name', ({ create }) => {
  let db: Db;

  beforeEach(async () => {
    db = await openFresh(create);
    await db.exec(`
      insert into retention_rules (data_class, keep_months) values ('audit_values', 12);
      insert into legal_holds (kind, subject_id, reason, author, created_at)
        values ('users', ${held}, 'Lawsuit', 'Ada', '2027-01-01 00:00:00');`);
    await enter('2026-01-31T23:59:59Z', ada);
    await enter('2026-02-01T00:00:00Z', ada);
    await enter('2026-02-28T12:00:00Z', ada);
    await enter('2026-03-01T12:00:00Z', held);
    await enter('2026-03-02T12:00:00Z', ada);
    await enter('2026-06-10T12:00:00Z', ada);
    await enter('2026-06-20T12:00:00Z', ada);
  });
  afterEach(() => db.close());

  const enter = (time: string, id: number) => {
    const caller = { id, email: `user${id}@rollcall.example`, address: '198.51.100.7' };
    const actor = { caller, requestId: 'r', now: new Date(time) };
    return db.tx((queries) => audit(queries, actor, 'companies.edit', 'companies', { after: {} }));
  };

  test('old months go, but for what is held', async () => {
    const { classes } = await previewRetention(db, terms, now);
    const promised = classes.find(({ data_class }) => data_class === 'audit_values')?.goes;
    await removeOld({ db, clock: () => now, log: createLog('silent', () => {}) }, 'one');
    const { removed } = await one<{ removed: string }>(db, sql`select removed from retention_runs`);
    expect(Object.entries(JSON.parse(removed)).map(([what, rows]) => ({ what, rows }))).toEqual(promised);
    const left = await db.all(sql`select distinct at, about_id from audit_values order by at`);
    expect(left).toEqual([
      { at: '2026-03-01 12:00:00', about_id: held },
      { at: '2026-06-20 12:00:00', about_id: ada },
    ]);
    expect(await verifyAudit(db)).toMatchObject({ entries: 8, erased: 5, fault: undefined });
  });
});
