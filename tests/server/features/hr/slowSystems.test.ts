// HR systems that hardly answer hold up no other company, neither in a sync of all companies nor in the schedule's
// checks.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { listHrCompanies } from '../../../../server/features/hr/connection/connectionQueries.ts';
import { startScheduler } from '../../../../server/features/hr/schedule/scheduler.ts';
import { type SyncTools, syncCompanies, syncCompany } from '../../../../server/features/hr/syncCompany.ts';
import { acquireLease } from '../../../../server/features/hr/syncState.ts';
import { type Db, one, scalar, sql } from '../../../../server/platform/db/db.ts';
import type { SafeRequest } from '../../../../server/platform/http/outbound.ts';
import { plusMinutes } from '../../../../server/platform/time/clock.ts';
import { createBambooFake } from '../../../support/hr/bamboohrFake.ts';
import { addConnection, addHrCompany } from '../../../support/hr/hrCompany.ts';
import { databases } from '../../../support/server/databases.ts';
import { testVault } from '../../../support/server/server.ts';
import { openFresh } from '../../../support/server/testDatabase.ts';

const day = '2026-05-12';
/** More than the companies planned at a time, and more than our connections to PostgreSQL. */
const slowOnes = 30;

describe.each(databases)('on $name', ({ create }) => {
  let db: Db;
  /** Lets the slow HR systems answer. */
  let release: () => void;
  let isReleased: Promise<void>;
  let asked: number;

  beforeEach(async () => {
    db = await openFresh(create);
    asked = 0;
    isReleased = new Promise((resolve) => (release = resolve));
    for (let count = slowOnes; count > 0; count--)
      await addHrCompany(db, 'https://slow.example', day, ['001 in 08:00']);
    await addHrCompany(db, 'https://quick.example', day, ['001 in 08:00']);
    await db.run(sql`update companies set name = 'Zoe' where id = (select max(id) from companies)`);
  });
  afterEach(() => db.close());

  const acceptAll: SafeRequest = async (url, { body = '' } = {}) => {
    asked++;
    if (url.startsWith('https://slow')) await isReleased;
    const { records }: { records: { id: string }[] } = JSON.parse(body);
    return {
      status: 200,
      headers: {},
      body: JSON.stringify({ results: records.map(({ id }) => ({ id, status: 'accepted' })) }),
    };
  };
  const tools = (): SyncTools => ({
    db,
    clock: () => new Date(`${day}T20:00:00Z`),
    safeRequest: acceptAll,
    vault: testVault,
    log: { debug() {}, info() {}, warn() {}, error() {} },
  });
  const accepted = async () =>
    (await one<{ total: number }>(db, sql`select count(*) as total from hr_deliveries where state = 'accepted'`)).total;

  test('the last company of all is synced while thirty others still wait for an answer', async () => {
    const companies = await listHrCompanies(db, sql`true`);
    const cause = { caller: null, requestId: 'test' };
    const all = syncCompanies(tools(), companies, { days: [day], cause });
    await expect.poll(() => asked).toBe(slowOnes + 1);
    await expect.poll(accepted).toBe(1);
    release();
    expect(await all).toMatchObject({ success: slowOnes + 1, failed: 0 });
  });

  test('a company keeps its turn while its HR system is searched page by page', async () => {
    let now = new Date(`${day}T20:00:00Z`);
    const clock = () => now;
    const person = { id: '7', number: '001', name: 'Ada', email: '', is_active: true };
    const fake = createBambooFake({ people: [person], timeZone: 'UTC', clock });
    const { id, identifier } = await addHrCompany(db, fake.url, day, ['001 in 08:00', '001 out 16:00']);
    await addConnection(db, id, 'bamboohr', fake);
    const takenOver: boolean[] = [];
    const leaseEnds = new Set<string>();
    const safeRequest: SafeRequest = async (url, options) => {
      const answer = await fake.request(url, options);
      if (!url.includes('clock-entries?')) return answer;
      now = plusMinutes(now, 14 / 60);
      takenOver.push(await acquireLease(db, { companyId: id, holder: 'another run' }, now));
      leaseEnds.add(await scalar<string>(db, sql`select lease_ends_at from hr_sync_turns where company_id = ${id}`));
      return { ...answer, body: JSON.stringify({ data: [], meta: { totalPages: 12 } }) };
    };
    const company = { id, name: 'Acme', unique_identifier: identifier, crm_company_id: '' };
    const used = { ...tools(), clock, safeRequest, wait: async () => {} };
    const done = await syncCompany(used, company, { days: [day], cause: { caller: null, requestId: 'test' } });
    expect(takenOver).toEqual(Array(12).fill(false));
    // Leases are renewed sparingly, since each renewal is a write.
    expect(leaseEnds.size).toBeLessThan(6);
    expect(done).toMatchObject({ success: 2, failed: 0 });
  });

  test('a later check of the schedule retries a company while an earlier one still waits', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await db.run(sql`update hr_sync_slots set is_enabled = false`);
    const queue = (isSlow: boolean) =>
      db.run(
        sql`insert into hr_deliveries (attendance_id, company_id, idempotency_key, day, state, next_try_at)
          select attendance.id, attendance.company_id, 'key of ' || attendance.id, ${day}, 'waiting',
            ${`${day} 10:00:00`}
          from attendance join companies on companies.id = attendance.company_id
          where (companies.name = 'Acme') = ${isSlow}`,
      );
    await queue(true);
    const scheduler = startScheduler(tools());
    try {
      await expect.poll(() => asked).toBe(slowOnes);
      await queue(false);
      vi.advanceTimersByTime(30_000);
      await expect.poll(accepted).toBe(1);
    } finally {
      release();
      vi.useRealTimers();
      await scheduler.stop();
    }
    expect(await accepted()).toBe(slowOnes + 1);
  });
});
