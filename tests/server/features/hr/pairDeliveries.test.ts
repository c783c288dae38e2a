// Pairs in the queue: which deliveries belong together when read, retried, withdrawn and settled.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type DeliveryUpdate,
  recordAttempt,
  updateDeliveries,
} from '../../../../server/features/hr/delivery/attempts.ts';
import {
  enqueue,
  requeueRecords,
  resumeUnclearEnds,
  waitingDeliveries,
} from '../../../../server/features/hr/delivery/deliveryQueries.ts';
import { withdrawUnpaired, withdrawUnsent } from '../../../../server/features/hr/delivery/withdrawals.ts';
import { loadHrDay } from '../../../../server/features/hr/plan/loadDay.ts';
import { type Db, sql } from '../../../../server/platform/db/db.ts';
import { clockIn } from '../../../../server/platform/time/clock.ts';
import { addHrCompany } from '../../../support/hr/hrCompany.ts';
import { databases } from '../../../support/server/databases.ts';
import { openFresh } from '../../../support/server/testDatabase.ts';

const day = '2026-05-12';
const dayAfter = '2026-05-13';
const now = new Date(`${day}T20:00:00Z`);
const later = new Date(`${day}T20:30:00Z`);
const sentTo = 'odoo odoo.example/acme';

describe.each(databases)('on $name', ({ create }) => {
  let db: Db;
  let company: number;
  /** Ids of the day's records, by time. */
  let ids: Map<string, number>;
  const id = (time: string) => ids.get(time) ?? 0;

  beforeEach(async () => {
    db = await openFresh(create);
    const records = ['001 in 08:00', '001 out 12:00', '001 out 17:00', '002 in 09:00', '002 out 18:00'];
    company = (await addHrCompany(db, 'https://odoo.example', day, records)).id;
    await db.run(sql`insert into hr_connections (company_id, connector, settings) values (${company}, 'odoo', '{}')`);
    const rows = await db.all<{ id: number; at: string }>(sql`select id, occurred_at as at from attendance`);
    ids = new Map(rows.map((row) => [row.at.slice(11, 16), row.id]));
  });
  afterEach(() => db.close());

  const queue = (end: string, start: string, ofDay = day) =>
    db.tx((queries) =>
      enqueue(
        queries,
        company,
        ofDay,
        [
          { id: id(start), key: `key of ${start}`, pair_start_id: null },
          { id: id(end), key: `key of ${end}`, pair_start_id: id(start) },
        ],
        now,
      ),
    );
  const read = (selection: Parameters<typeof waitingDeliveries>[2]) =>
    waitingDeliveries(db, company, selection, sentTo);
  const timesOf = (deliveries: readonly { occurred_at: string }[]) =>
    deliveries.map(({ occurred_at }) => occurred_at.slice(11, 16));
  const attempt = async (records: readonly number[], kind: 'first' | 'again' | 'search' = 'first') =>
    recordAttempt(db, await read({ records }), kind, now, later);
  const settle = (time: string, update: DeliveryUpdate) =>
    db.tx((queries) => updateDeliveries(queries, new Map([[id(time), update]]), sentTo, now));
  const accepted = { state: 'accepted', evidence: 'answer', remote_id: '42', person_id: '' } as const;
  const states = async () => {
    const rows = await db.all<{ at: string; state: string; remote_id: string }>(
      sql`select occurred_at as at, state, remote_id from hr_deliveries
        join attendance on attendance.id = attendance_id order by occurred_at`,
    );
    return rows.map(({ at, state, remote_id }) => `${at.slice(11, 16)} ${state} ${remote_id}`.trim());
  };

  test('a selection has both records of a pair, by one of them, by day and by time', async () => {
    await queue('12:00', '08:00');
    await queue('18:00', '09:00', dayAfter);
    expect(timesOf(await read({ records: [id('08:00')] }))).toEqual(['08:00', '12:00']);
    expect(timesOf(await read({ records: [id('12:00')] }))).toEqual(['08:00', '12:00']);
    expect(timesOf(await read({ days: [dayAfter] }))).toEqual(['09:00', '18:00']);
    expect(timesOf(await read({ dueAt: now }))).toEqual(['08:00', '09:00', '12:00', '18:00']);
    expect((await read({ records: [id('12:00')] }))[1]).toMatchObject({
      pair_start_id: id('08:00'),
      pair_start_at: `${day} 08:00:00`,
      remote_id: null,
    });
  });

  test('a queued record may change its pair until the HR system may have it', async () => {
    const startOf = async () =>
      (await read({ records: [id('17:00')] })).find((each) => each.attendance_id === id('17:00'));
    await queue('17:00', '08:00');
    await queue('17:00', '09:00');
    expect(await startOf()).toMatchObject({ pair_start_id: id('09:00') });
    await attempt([id('17:00')]);
    await queue('17:00', '08:00');
    expect(await startOf()).toMatchObject({ pair_start_id: id('09:00'), is_unclear: true });
  });

  test('only one of two runs that read the same makes an attempt', async () => {
    await queue('12:00', '08:00');
    const [first, second] = [await read({ days: [day] }), await read({ days: [day] })];
    const attemptOf = (deliveries: typeof first) => recordAttempt(db, deliveries, 'first', now, later);
    expect(await attemptOf(first)).toEqual(new Set([id('08:00'), id('12:00')]));
    expect(await attemptOf(second)).toEqual(new Set());
  });

  test('a search that failed counts as an attempt, and not as sent', async () => {
    await queue('12:00', '08:00');
    await attempt([id('12:00')], 'search');
    expect(await read({ days: [day] })).toMatchObject([
      { attempts: 1, was_sent: false, is_unclear: false },
      { attempts: 1, was_sent: false, is_unclear: false },
    ]);
  });

  test('an accepted end settles its start and the earlier ends, and names the id for later ones', async () => {
    await queue('12:00', '08:00');
    await queue('17:00', '08:00');
    await settle('12:00', { state: 'retryNeeded', error: 'The month is closed', isClear: true });
    await settle('17:00', accepted);
    expect(await states()).toEqual(['08:00 accepted 42', '12:00 accepted 42', '17:00 accepted 42']);
  });

  test('an end without a clear answer is not settled by another, and is known to it', async () => {
    await queue('12:00', '08:00');
    await attempt([id('12:00')]);
    await queue('17:00', '08:00');
    const waiting = await read({ days: [day] });
    expect(waiting.find((each) => each.attendance_id === id('17:00'))).toMatchObject({ has_unclear_sibling: true });
    await settle('17:00', accepted);
    expect(await states()).toEqual(['08:00 accepted 42', '12:00 waiting', '17:00 accepted 42']);
    expect(await read({ days: [day] })).toMatchObject([{ remote_id: '42', is_unclear: true }]);
  });

  test('a refusal is a clear answer', async () => {
    await queue('12:00', '08:00');
    await attempt([id('12:00')]);
    await settle('12:00', { state: 'retryNeeded', error: 'The month is closed', isClear: true });
    await db.tx((queries) => requeueRecords(queries, [id('12:00')], now));
    const waiting = await read({ days: [day] });
    expect(waiting.find((each) => each.attendance_id === id('12:00'))).toMatchObject({
      is_unclear: false,
      was_sent: true,
    });
  });

  test('retrying one record of a pair retries both', async () => {
    await queue('12:00', '08:00');
    for (const time of ['08:00', '12:00']) {
      await settle(time, { state: 'retryNeeded', error: 'The month is closed', isClear: true });
    }
    await db.tx((queries) => requeueRecords(queries, [id('08:00')], now));
    expect(await states()).toEqual(['08:00 waiting', '12:00 waiting']);
  });

  test('an end that was set aside is taken up again only if another end waits to know about it', async () => {
    const setAside = sql`insert into corrections (company_id, employee_code, day, kind, event_type, occurred_at, reason,
        state, author, created_at)
      values (${company}, '001', ${day}, 'set_aside', 'check-out', ${`${day} 17:00:00`}, 'Wrong', 'applied', 'Anna',
        ${`${day} 19:00:00`})`;
    await queue('17:00', '08:00');
    await attempt([id('17:00')]);
    await settle('17:00', { state: 'retryNeeded', error: 'Nobody is matched', isClear: false });
    await db.run(setAside);
    await db.run(sql`update attendance set set_aside_by = (select max(id) from corrections) where id = ${id('17:00')}`);
    await db.tx((queries) => resumeUnclearEnds(queries, company, now));
    expect(await states()).toContain('17:00 failed');
    await queue('12:00', '08:00');
    await db.tx((queries) => resumeUnclearEnds(queries, company, now));
    expect(await states()).toContain('17:00 waiting');
  });

  test('a part that is set aside takes its pair out of the queue, unless that was sent', async () => {
    await queue('12:00', '08:00');
    await queue('18:00', '09:00');
    await attempt([id('18:00')]);
    await db.tx((queries) => withdrawUnsent(queries, [id('08:00'), id('18:00')]));
    expect(await states()).toEqual(['09:00 waiting', '18:00 waiting']);
  });

  test('a start that is left without its end leaves the queue', async () => {
    await queue('17:00', '08:00');
    await queue('17:00', '09:00');
    await db.tx((queries) => withdrawUnpaired(queries, company, []));
    expect(await states()).toEqual(['09:00 waiting', '17:00 waiting']);
    await attempt([id('17:00')]);
    await db.tx((queries) => withdrawUnpaired(queries, company, [id('17:00')]));
    expect(await states()).toEqual(['09:00 waiting', '17:00 waiting']);
  });

  test('the plan of a day knows the pairs of its records, also with the next day', async () => {
    await db.run(sql`update attendance set occurred_at = ${`${dayAfter} 06:00:00`} where id = ${id('17:00')}`);
    await queue('12:00', '08:00');
    await settle('12:00', accepted);
    await queue('17:00', '09:00', dayAfter);
    const { records } = await loadHrDay(db, company, day, clockIn('UTC'), now);
    const known = records.map((record) => [
      record.occurred_at.slice(11, 16),
      record.mayBeThere,
      record.pairStart?.at,
      record.pairedUntil,
    ]);
    expect(known.sort()).toEqual([
      ['08:00', true, undefined, ''],
      ['09:00', false, undefined, `${dayAfter} 06:00:00`],
      ['12:00', true, `${day} 08:00:00`, ''],
      ['18:00', false, undefined, ''],
    ]);
  });
});
