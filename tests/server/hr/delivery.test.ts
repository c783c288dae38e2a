// The delivery's own promises: accepted is final, tries end, pauses grow, batches are halved.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Db, one } from '../../../server/db/db.ts';
import { enqueue, settle, waitingDeliveries } from '../../../server/hr/delivery/deliveryQueries.ts';
import { keepTurn, takeTurn } from '../../../server/hr/leaseQueries.ts';
import { join, sql } from '../../../server/db/sql.ts';
import { createBusinessTime } from '../../../server/time/businessTime.ts';
import { mostAttempts, pauseMinutes } from '../../../server/hr/delivery/retry.ts';
import { plusMinutes } from '../../../server/time/instants.ts';
import { deliver } from '../../../server/hr/delivery/deliver.ts';
import type { SafeRequest } from '../../../server/platform/outbound.ts';
import { databases } from '../../support/databases.ts';
import { openFresh } from '../../support/openFresh.ts';

const day = '2026-05-12';
const start = new Date(`${day}T20:00:00Z`);
const records = 9;
/** What a database may refuse: no character, and half of one. */
const strange = 'No\0 such \ud83d\nperson';

test('pauses grow from about a minute to about six hours', () => {
  const pauses = Array.from({ length: mostAttempts }, (_, index) => pauseMinutes(index + 1, 0.5));
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360]);
  expect([pauseMinutes(3, 0), pauseMinutes(3, 1)]).toEqual([3, 5]);
});

describe.each(databases)('on $name', ({ create }) => {
  let db: Db;
  let clock: Date;

  beforeAll(async () => {
    db = await openFresh(create);
    await db.exec(`
      insert into companies (id, name, unique_identifier, created_at) values (1, 'Acme', 'CMP-1', '2026-01-01 00:00:00');
      insert into access_controllers (id, company_id, name, unique_identifier, created_at)
        values (1, 1, 'Door', 'ACU-1', '2026-01-01 00:00:00');
      insert into company_urls (company_id, url_type, url, created_at)
        values (1, 'hr_system', 'https://hr.example', '2026-01-01 00:00:00');
    `);
    const ids = Array.from({ length: records }, (_, index) => index + 1);
    const employees = ids.map((id) => sql`(${id}, 1, ${`E${id}`}, ${`E${id}`}, '2026-01-01 00:00:00')`);
    await db.run(
      sql`insert into employees (id, company_id, employee_id, name, created_at) values ${join(employees, ', ')}`,
    );
    const at = `${day} 08:00:00`;
    const events = ids.map((id) => sql`(${id}, 1, ${id}, ${`E${id}`}, 1, 'check-in', ${at}, ${at})`);
    await db.run(
      sql`insert into attendance (id, company_id, employee_id, employee_code, access_controller_id, event_type,
        occurred_at, created_at) values ${join(events, ', ')}`,
    );
  });
  afterAll(() => db.close());

  beforeEach(async () => {
    clock = start;
    await db.run(sql`update company_urls set is_active = true, url = 'https://hr.example'`);
    await db.run(sql`update companies set deleted_at = null`);
    await db.run(sql`delete from hr_deliveries`);
    await db.run(sql`delete from hr_sync_turns`);
    await enqueue(
      db,
      1,
      day,
      Array.from({ length: records }, (_, index) => index + 1),
      start,
    );
  });

  const turn = { companyId: 1, holder: 'me' };
  const sender = { company: 'CMP-1', crmCompanyId: '', signingSecret: '', time: createBusinessTime('UTC') };
  const send = async (safeRequest: SafeRequest, batchSize = 100, isStopping = () => false) => {
    await takeTurn(db, turn, clock);
    const deliveries = await waitingDeliveries(db, 1, { days: [day] });
    const tools = { db, clock: () => clock, chance: () => 0.5, safeRequest, batchSize, isStopping };
    return deliver(tools, { turn, url: 'https://hr.example', sender }, deliveries);
  };
  const idsIn = (body = ''): string[] => {
    const message: { records: { id: string }[] } = JSON.parse(body);
    return message.records.map(({ id }) => id);
  };
  const answered = (ids: readonly string[], status: string) => ({
    status: 200,
    headers: {},
    body: JSON.stringify({ results: ids.map((id) => ({ id, status })) }),
  });
  /** What is on record of those that were not tried, and of how many. */
  const untried = () =>
    db.all(
      sql`select attempts, last_error, next_try_at, count(*) as total from hr_deliveries
        where state = 'waiting' group by attempts, last_error, next_try_at`,
    );
  const asEnqueued = { attempts: 0, last_error: '', next_try_at: `${day} 20:00:00` };
  const states = async () => {
    const rows = await db.all<{ state: string; total: number }>(
      sql`select state, count(*) as total from hr_deliveries group by state`,
    );
    return Object.fromEntries(rows.map(({ state, total }) => [state, total]));
  };

  test('an answer that comes late never turns accepted into something else', async () => {
    await settle(db, new Map([[1, { kind: 'accepted' }]]), clock);
    await settle(
      db,
      new Map([
        [1, { kind: 'waiting', error: 'late', nextTry: clock }],
        [2, { kind: 'failed', error: 'no' }],
      ]),
      clock,
    );
    expect(await states()).toEqual({ accepted: 1, failed: 1, waiting: records - 2 });
    await settle(
      db,
      new Map([
        [1, { kind: 'failed', error: 'later' }],
        [2, { kind: 'accepted' }],
      ]),
      clock,
    );
    expect(await states()).toEqual({ accepted: 2, waiting: records - 2 });
  });

  test.each([
    ['in a reason', 200, (id: string) => ({ id, status: 'rejected', reason: strange })],
    ['in a status', 200, (id: string) => ({ id, status: strange })],
    ['in a refusal', 422, undefined],
  ] as const)('whatever an HR system writes %s is kept, as one line', async (_, status, resultOf) => {
    const answer: SafeRequest = async (_url, options) => ({
      status,
      headers: {},
      body: resultOf ? JSON.stringify({ results: idsIn(options?.body).map(resultOf) }) : strange,
    });
    expect((await send(answer)).failures).toHaveLength(records);
    const kept = await db.all<{ last_error: string }>(sql`select distinct last_error from hr_deliveries`);
    expect(kept).toEqual([{ last_error: expect.stringMatching(/No such person/) }]);
  });

  test('after the last try a record rests, with what went wrong', async () => {
    const down: SafeRequest = async () => ({ status: 503, headers: {}, body: 'Down' });
    for (let attempt = 1; attempt < mostAttempts; attempt++) await send(down);
    expect(await states()).toEqual({ waiting: records });
    const { last_error, next_try_at } = await one<{ last_error: string; next_try_at: string }>(
      db,
      sql`select last_error, next_try_at from hr_deliveries where attendance_id = 1`,
    );
    expect([last_error, next_try_at]).toEqual(['HTTP 503: Down', `2026-05-13 02:00:00`]);
    await send(down);
    expect(await states()).toEqual({ failed: records });
  });

  test('a batch that is refused is halved until the one to blame stands alone', async () => {
    const sizes: number[] = [];
    const { accepted, failures } = await send(async (_url, { body } = {}) => {
      const ids = idsIn(body);
      sizes.push(ids.length);
      return ids.includes('CMP-1/4/check-in')
        ? { status: 422, headers: {}, body: '{"message":"unknown"}' }
        : answered(ids, 'accepted');
    });
    expect([accepted, failures.length]).toEqual([records - 1, 1]);
    expect(failures[0]?.error).toBe('HTTP 422: {"message":"unknown"}');
    expect(sizes).toEqual([9, 5, 3, 2, 1, 1, 4]);
    expect(await states()).toEqual({ accepted: records - 1, failed: 1 });
  });

  test('an HR system that does not answer is not asked for the other batches', async () => {
    let calls = 0;
    const tally = await send(async () => {
      calls++;
      throw new Error('Connection refused');
    }, 4);
    expect([calls, tally.failures.length]).toEqual([1, 4]);
    expect(tally.stopped).toBe('The HR system did not answer: Connection refused');
    expect(await untried()).toContainEqual({ ...asEnqueued, total: records - 4 });
    const first = (await waitingDeliveries(db, 1, { days: [day] })).slice(0, records - 4);
    expect(first.every(({ attempts }) => attempts === 0)).toBe(true);
  });

  test('who lost the turn sends no further batch, and cannot end that of the other', async () => {
    let calls = 0;
    const tally = await send(async (_url, { body } = {}) => {
      calls++;
      clock = plusMinutes(clock, 3);
      expect(await takeTurn(db, { companyId: 1, holder: 'you' }, clock)).toBe(true);
      return answered(idsIn(body), 'accepted');
    }, 4);
    expect([calls, tally.accepted]).toEqual([1, 4]);
    expect(await keepTurn(db, { companyId: 1, holder: 'you' }, clock)).toBe(true);
    expect(await states()).toEqual({ accepted: 4, waiting: records - 4 });
    expect(await untried()).toEqual([{ ...asEnqueued, total: records - 4 }]);
  });

  test('a stop ends it after the batch under way, and no other record says that it was sent', async () => {
    let isStopping = false;
    const tally = await send(
      async (_url, { body } = {}) => {
        isStopping = true;
        return answered(idsIn(body), 'accepted');
      },
      4,
      () => isStopping,
    );
    expect([tally.accepted, tally.failures.length, tally.stopped]).toEqual([4, 0, 'The server was stopped']);
    expect(await states()).toEqual({ accepted: 4, waiting: records - 4 });
    expect(await untried()).toEqual([{ ...asEnqueued, total: records - 4 }]);
  });

  test.each([
    ['corrected', sql`company_urls set url = 'https://right.example'`],
    ['switched off', sql`company_urls set is_active = false`],
    ['deleted with its company', sql`companies set deleted_at = '2026-05-12 20:00:00'`],
  ])('an address that is %s in the middle of it gets no further batch', async (_, change) => {
    const tally = await send(async (_url, { body } = {}) => {
      await db.run(sql`update ${change}`);
      return answered(idsIn(body), 'accepted');
    }, 4);
    expect([tally.accepted, tally.stopped]).toEqual([4, 'The address of the HR system was changed']);
    expect(await states()).toEqual({ accepted: 4, waiting: records - 4 });
    expect(await untried()).toEqual([{ ...asEnqueued, total: records - 4 }]);
  });

  test('a slow HR system that refuses everything holds up nobody for longer than minutes', async () => {
    const tally = await send(async () => {
      clock = plusMinutes(clock, 1);
      return { status: 400, headers: {}, body: 'No' };
    }, 1);
    expect([tally.failures.length, tally.stopped]).toEqual([5, 'The HR system is slow: the run ended after 5 minutes']);
    expect(await states()).toEqual({ failed: 5, waiting: records - 5 });
    expect(await untried()).toEqual([{ ...asEnqueued, total: records - 5 }]);
  });

  test('of a batch that was refused and not halved to the end, the rest says so', async () => {
    let calls = 0;
    const tally = await send(async () => {
      if (++calls === 3) throw new Error('Connection refused');
      return { status: 422, headers: {}, body: 'Too many' };
    });
    expect([calls, tally.failures.length]).toEqual([3, 3]);
    const said = await db.all(
      sql`select last_error, count(*) as total from hr_deliveries where state = 'waiting'
        group by last_error order by last_error`,
    );
    expect(said).toEqual([
      { last_error: 'HTTP 422: Too many', total: records - 3 },
      { last_error: 'The HR system did not answer: Connection refused', total: 3 },
    ]);
  });
});
