// A failing HR system makes its company wait and rejects no record: pauses grow, other processes and a restart know of
// them, a user may try at any time, and the first good answer or new credentials end the wait for all records.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { explainRecord } from '../../../../server/features/hr/explainRecord.ts';
import { tick } from '../../../../server/features/hr/schedule/scheduler.ts';
import { type SyncTools, syncCompany } from '../../../../server/features/hr/syncCompany.ts';
import { acquireLease, findLastSyncs, findPause } from '../../../../server/features/hr/syncState.ts';
import { type Db, one, sql } from '../../../../server/platform/db/db.ts';
import type { SafeRequest } from '../../../../server/platform/http/outbound.ts';
import { plusMinutes } from '../../../../server/platform/time/clock.ts';
import { addHrCompany } from '../../../support/hr/hrCompany.ts';
import { databases } from '../../../support/server/databases.ts';
import { testVault } from '../../../support/server/server.ts';
import { openFresh } from '../../../support/server/testDatabase.ts';

const day = '2026-05-12';
const user = { id: 1, email: 'ada@rollcall.example', address: '' };

describe.each(databases)('on $name', ({ create }) => {
  let db: Db;
  let company: { id: number; name: string; unique_identifier: string; crm_company_id: string };
  let now: Date;
  /** The HR system's answer; undefined if it takes everything. */
  let trouble: { status: number; headers: Record<string, string>; body: string } | undefined;
  let asked: string[];

  beforeEach(async () => {
    db = await openFresh(create);
    now = new Date(`${day}T20:00:00Z`);
    trouble = undefined;
    asked = [];
    await db.run(sql`update hr_sync_slots set is_enabled = false`);
    const records = ['001 in 08:00', '001 out 17:00', '002 in 08:30', '002 out 16:30'];
    const { id, identifier } = await addHrCompany(db, 'https://hr.example', day, records);
    company = { id, name: 'Acme', unique_identifier: identifier, crm_company_id: '' };
  });
  afterEach(() => db.close());

  const request: SafeRequest = async (_url, { body = '' } = {}) => {
    asked.push(now.toISOString().slice(11, 19));
    if (trouble) return trouble;
    const { records }: { records: { id: string }[] } = JSON.parse(body);
    const results = records.map(({ id }) => ({ id, status: 'accepted' }));
    return { status: 200, headers: {}, body: JSON.stringify({ results }) };
  };
  const tools = (): SyncTools => ({
    db,
    clock: () => now,
    chance: () => 0.5,
    safeRequest: request,
    wait: async () => {},
    vault: testVault,
    log: { debug() {}, info() {}, warn() {}, error() {} },
  });
  const lastSync = async () => {
    const lastSyncs = await findLastSyncs(db, sql`company_id = ${company.id}`, now);
    return lastSyncs.get(company.id) ?? expect.fail('It never ran a sync');
  };
  const syncBy = (caller: typeof user | null) =>
    syncCompany(tools(), company, { days: [day], cause: { caller, requestId: 'test' } });
  /** Lets time pass; each check of the schedule comes from another process. */
  async function letPass(minutes: number, safeRequest = request, step = 1) {
    for (const end = plusMinutes(now, minutes); now < end; ) {
      now = plusMinutes(now, step);
      await tick({ ...tools(), safeRequest }, `worker ${now.getTime()}`);
    }
  }
  const states = async () => {
    const rows = await db.all<{ state: string; total: number }>(
      sql`select state, count(*) as total from hr_deliveries group by state`,
    );
    return Object.fromEntries(rows.map(({ state, total }) => [state, total]));
  };

  test('it is called again after 1, 2, 4 … minutes, at most every hour, for as long as it takes', async () => {
    trouble = { status: 503, headers: {}, body: 'Down' };
    await syncBy(null);
    await letPass(4 * 60);
    expect(asked).toEqual([
      '20:00:00',
      '20:01:00',
      '20:03:00',
      '20:07:00',
      '20:15:00',
      '20:31:00',
      '21:03:00',
      '22:03:00',
      '23:03:00',
    ]);
    await letPass(3 * 24 * 60, request, 6 * 60);
    expect(await states()).toEqual({ waiting: 4 });
    trouble = undefined;
    await letPass(60);
    expect(await states()).toEqual({ accepted: 4 });
    expect((await lastSync()).wait).toBeUndefined();
  });

  test('syncing twelve times uses nothing up, and one of them may succeed', async () => {
    trouble = { status: 401, headers: {}, body: 'No such key' };
    await syncBy(null);
    await letPass(10);
    const before = await lastSync();
    asked = [];
    for (let click = 0; click < 12; click++) await syncBy(user);
    expect(asked).toHaveLength(12);
    expect((await lastSync()).wait).toEqual(before.wait);
    expect(before.wait).toEqual({
      since: `${day}T20:00:00Z`,
      next_try: `${day}T20:15:00Z`,
      sentence: 'HTTP 401: No such key',
    });
    trouble = undefined;
    expect(await syncBy(user)).toMatchObject({ success: 4, failed: 0 });
  });

  test('a slot says when the next try is, and does not call before', async () => {
    trouble = { status: 429, headers: { 'retry-after': '5400' }, body: 'Slow down' };
    await syncBy(null);
    now = plusMinutes(now, 80);
    expect(await syncBy(null)).toMatchObject({
      failed: 4,
      errors: [`Records not sent yet: 4. The next try is at ${day} 21:30:00. HTTP 429: Slow down`],
    });
    expect(asked).toHaveLength(1);
    const { id } = await one<{ id: number }>(db, sql`select min(id) as id from attendance`);
    expect(await explainRecord(db, id, now)).toMatchObject({
      state: 'waiting',
      sentence: 'Will retry. HTTP 429: Slow down',
      next_try: `${day}T21:30:00Z`,
    });
  });

  test('the first good answer makes due what waited for another reason, too', async () => {
    trouble = { status: 503, headers: {}, body: 'Down' };
    await syncBy(null);
    await db.run(sql`update hr_deliveries set next_try_at = '2026-05-13 02:00:00'`);
    trouble = undefined;
    const { id } = await one<{ id: number }>(db, sql`select min(id) as id from attendance`);
    await syncCompany(tools(), company, { records: [id], cause: { caller: user, requestId: 'test' } });
    expect(await states()).toEqual({ accepted: 1, waiting: 3 });
    await letPass(1);
    expect(await states()).toEqual({ accepted: 4 });
  });

  test('a clock that was hours ahead makes it wait no longer than a right one', async () => {
    trouble = { status: 503, headers: {}, body: 'Down' };
    const right = now;
    now = plusMinutes(right, 5 * 60);
    await syncBy(null);
    now = right;
    await letPass(10);
    expect(asked).toEqual(['01:00:00', '20:01:00', '20:03:00', '20:07:00']);
    trouble = undefined;
    await letPass(6);
    expect(await states()).toEqual({ accepted: 4 });
  });

  test('a run that died by a clock that was hours ahead holds up no other', async () => {
    const right = now;
    now = plusMinutes(right, 5 * 60);
    await acquireLease(db, { companyId: company.id, holder: 'the dead run' }, now);
    now = right;
    await letPass(1);
    expect(await syncBy(user)).toMatchObject({ success: 4 });
  });

  test('another address ends the wait', async () => {
    trouble = { status: 404, headers: {}, body: 'Nothing here' };
    await syncBy(null);
    expect(await findPause(db, company.id, now)).toBeDefined();
    await db.run(sql`update company_urls set url = 'https://hr2.example' where company_id = ${company.id}`);
    expect(await findPause(db, company.id, now)).toBeUndefined();
    trouble = undefined;
    await tick(tools(), 'worker');
    expect(await states()).toEqual({ accepted: 4 });
  });

  test('one record on which it stumbles delays the others, and holds up none of them', async () => {
    const { id: stone } = await one<{ id: number }>(db, sql`select min(id) as id from attendance`);
    const stumbles: SafeRequest = async (url, options) => {
      const { records }: { records: { timestamp: string }[] } = JSON.parse(options?.body ?? '');
      const isHit = records.some(({ timestamp }) => timestamp.includes('T08:00'));
      return isHit ? { status: 500, headers: {}, body: 'Oops' } : request(url, options);
    };
    const cause = { caller: null, requestId: 'test' };
    await syncCompany({ ...tools(), safeRequest: stumbles }, company, { days: [day], cause });
    await letPass(24 * 60, stumbles, 10);
    expect(
      await db.all(sql`select attendance_id as id, last_error from hr_deliveries where state = 'waiting'`),
    ).toEqual([{ id: stone, last_error: 'HTTP 500: Oops' }]);
  });
});
