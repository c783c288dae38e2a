// Delivery: accepted is final, only a refusal rejects, pauses grow, rejected batches are split.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectors } from '../../../../server/features/hr/connectors/connectors.ts';
import { type DeliveryUpdate, updateDeliveries } from '../../../../server/features/hr/delivery/attempts.ts';
import { deliver } from '../../../../server/features/hr/delivery/deliver.ts';
import { enqueue, requeueFailed, waitingDeliveries } from '../../../../server/features/hr/delivery/deliveryQueries.ts';
import { createHrSystem } from '../../../../server/features/hr/delivery/hrSystem.ts';
import { parseRetryAfter, pauseMinutes } from '../../../../server/features/hr/pauses.ts';
import { acquireLease, renewLease } from '../../../../server/features/hr/syncState.ts';
import { type Db, join, one, sql } from '../../../../server/platform/db/db.ts';
import type { SafeRequest } from '../../../../server/platform/http/outbound.ts';
import { clockIn, instantOf, plusMinutes } from '../../../../server/platform/time/clock.ts';
import { databases } from '../../../support/server/databases.ts';
import { runHeldUp } from '../../../support/server/overlapping.ts';
import { textOf } from '../../../support/server/statements.ts';
import { openFresh } from '../../../support/server/testDatabase.ts';

const day = '2026-05-12';
const start = new Date(`${day}T20:00:00Z`);
const records = 9;
/** Text that databases refuse: U+0000 and an unpaired surrogate. */
const unstorable = 'No\0 such \ud83d\nperson';

test('pauses grow from about one minute to about six hours', () => {
  const pauses = Array.from({ length: 12 }, (_, index) => pauseMinutes(index + 1, 0.5));
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360]);
  expect([pauseMinutes(3, 0), pauseMinutes(3, 1)]).toEqual([3, 5]);
});

test.each([
  ['seconds', '90', '2026-05-12T20:01:30.000Z'],
  ['an HTTP date', 'Tue, 12 May 2026 21:00:00 GMT', '2026-05-12T21:00:00.000Z'],
  ['an hour that has passed', 'Tue, 12 May 2026 19:00:00 GMT', undefined],
  ['a year, which is cut to six hours', '31536000', '2026-05-13T02:00:00.000Z'],
  ['nothing understandable', '-5 or so', undefined],
])('reads a Retry-After of %s', (_, header, expected) => {
  expect(parseRetryAfter(header, start)?.toISOString()).toBe(expected);
});

test('reads a date in Retry-After by the clock that wrote it', () => {
  const anHourAhead = start.getTime() + 3_600_000;
  const inFive = 'Tue, 12 May 2026 21:05:00 GMT';
  expect(parseRetryAfter(inFive, start, anHourAhead)?.toISOString()).toBe('2026-05-12T20:05:00.000Z');
});

describe.each(databases)('on $name', ({ create }) => {
  let db: Db;
  let now: Date;
  /** The milliseconds waited between requests. */
  let waited: number[];

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
    now = start;
    waited = [];
    await db.run(sql`update company_urls set is_active = true, url = 'https://hr.example'`);
    await db.run(sql`update companies set deleted_at = null`);
    await db.run(sql`delete from hr_deliveries`);
    await db.run(sql`delete from hr_sync_turns`);
    await db.tx((queries) => enqueue(queries, 1, day, queued, start));
  });

  const keyOf = (id: number) => `key of ${id}`;
  const queued = Array.from({ length: records }, (_, index) => ({
    id: index + 1,
    key: keyOf(index + 1),
    pair_start_id: null,
  }));
  const lease = { companyId: 1, holder: 'me' };
  const utc = clockIn('UTC');
  const sentTo = 'rollcall hr.example';
  const connection = {
    url: 'https://hr.example',
    values: {},
    session: '',
    company: { uniqueIdentifier: 'CMP-1', crmCompanyId: '' },
    mode: 'first_last' as const,
    clock: utc,
    now: start,
  };
  const send = async (safeRequest: SafeRequest, batchSize = 100, isStopping = () => false, on = db) => {
    await acquireLease(db, lease, now);
    const deliveries = await waitingDeliveries(db, 1, { days: [day] }, sentTo);
    const wait = async (milliseconds: number) => void waited.push(milliseconds);
    const tools = { db: on, clock: () => now, chance: () => 0.5, safeRequest, wait, batchSize, isStopping };
    const opened = { connector: connectors.rollcall, connection, sentTo, expiresOn: '', isCurrent: async () => true };
    return deliver(tools, { lease, system: createHrSystem(tools, opened), ...opened }, deliveries);
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
  /** The stored state of unsent records, with their number. */
  const notSent = () =>
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

  test('an accepted record stays accepted when a late answer says otherwise', async () => {
    const settle = (...updates: [number, DeliveryUpdate][]) =>
      db.tx((queries) => updateDeliveries(queries, new Map(updates), sentTo, now));
    await settle([1, { state: 'accepted', evidence: 'answer', remote_id: '', person_id: '' }]);
    await settle(
      [1, { state: 'retry', error: 'late', nextTry: now }],
      [2, { state: 'retryNeeded', error: 'no', isClear: true }],
    );
    expect(await states()).toEqual({ accepted: 1, failed: 1, waiting: records - 2 });
    await settle(
      [1, { state: 'retryNeeded', error: 'later', isClear: true }],
      [2, { state: 'accepted', evidence: 'answer', remote_id: '', person_id: '' }],
    );
    expect(await states()).toEqual({ accepted: 2, waiting: records - 2 });
  });

  test.each([
    ['in a reason', 200, (id: string) => ({ id, status: 'rejected', reason: unstorable })],
    ['in a status', 200, (id: string) => ({ id, status: unstorable })],
    ['in a rejected batch', 422, undefined],
  ] as const)('stores unstorable text %s as a single line', async (_, status, resultOf) => {
    const answer: SafeRequest = async (_url, options) => ({
      status,
      headers: {},
      body: resultOf ? JSON.stringify({ results: idsIn(options?.body).map(resultOf) }) : unstorable,
    });
    expect((await send(answer)).failures).toHaveLength(records);
    const kept = await db.all<{ last_error: string }>(sql`select distinct last_error from hr_deliveries`);
    expect(kept).toEqual([{ last_error: expect.stringMatching(/No such person/) }]);
  });

  test('does not wait for the hour by which the clock was set back', async () => {
    const acceptsAnHourEarlier: SafeRequest = async (_url, { body } = {}) => {
      now = plusMinutes(now, -60);
      return answered(idsIn(body), 'accepted');
    };
    expect(await send(acceptsAnHourEarlier, 3)).toMatchObject({ accepted: records });
    const pause = 60_000 / connectors.rollcall.requestsPerMinute;
    expect(waited).toEqual([pause, pause]);
  });

  test('rejects no record for an HR system that is down, however often it is tried', async () => {
    const sizes: number[] = [];
    const down: SafeRequest = async (_url, { body } = {}) => {
      sizes.push(idsIn(body).length);
      return { status: 503, headers: {}, body: 'Down' };
    };
    for (let attempt = 1; attempt <= 30; attempt++) await send(down);
    expect(await states()).toEqual({ waiting: records });
    // In the end each record is sent alone, so one that makes the HR system fail holds up no other.
    expect([sizes[0], sizes.at(-1)]).toEqual([records, 1]);
    const kept = await db.all(sql`select distinct last_error, next_try_at from hr_deliveries where last_error <> ''`);
    expect(kept).toEqual([{ last_error: 'HTTP 503: Down', next_try_at: `${day} 20:00:00` }]);
  });

  test('rejects no record that the HR system leaves open, and asks again after growing pauses', async () => {
    const silent: SafeRequest = async () => ({ status: 200, headers: {}, body: '{"results":[]}' });
    for (let attempt = 1; attempt <= 14; attempt++) await send(silent);
    expect(await states()).toEqual({ waiting: records });
    const kept = await db.all(sql`select distinct attempts, next_try_at from hr_deliveries`);
    expect(kept).toEqual([{ attempts: 14, next_try_at: '2026-05-13 02:00:00' }]);
  });

  test('splits a rejected batch until the offending record is alone', async () => {
    const sizes: number[] = [];
    const { accepted, failures } = await send(async (_url, { body } = {}) => {
      const ids = idsIn(body);
      sizes.push(ids.length);
      return ids.includes(keyOf(4))
        ? { status: 422, headers: {}, body: '{"message":"unknown"}' }
        : answered(ids, 'accepted');
    });
    expect([accepted, failures.length]).toEqual([records - 1, 1]);
    expect(failures[0]?.error).toBe('HTTP 422: {"message":"unknown"}');
    expect(sizes).toEqual([9, 5, 3, 2, 1, 1, 4]);
    expect(await states()).toEqual({ accepted: records - 1, failed: 1 });
  });

  const neverSent =
    'The HR system says it already has this record, but Rollcall never sent it. Check it there, then retry';

  test('rejects a duplicate of a record that was never sent, and takes it as sent once it was retried', async () => {
    const duplicates: SafeRequest = async (_url, { body } = {}) => answered(idsIn(body), 'duplicate');
    const { accepted, failures } = await send(duplicates);
    expect([accepted, failures.map(({ error }) => error)]).toEqual([0, Array(records).fill(neverSent)]);
    expect(await states()).toEqual({ failed: records });
    await db.tx((queries) => requeueFailed(queries, 1, undefined, now));
    expect((await send(duplicates)).accepted).toBe(records);
    expect(await states()).toEqual({ accepted: records });
  });

  test('retries no rejected record that somebody sets aside at the same time', async () => {
    await db.run(sql`update hr_deliveries set state = 'failed'`);
    const correction = await one<{ id: number }>(
      db,
      sql`insert into corrections (company_id, employee_id, employee_code, day, kind, attendance_id, event_type, occurred_at,
          reason, state, author, created_at)
        values (1, 1, 'E1', ${day}, 'set_aside', 1, 'check-in', ${`${day} 08:00:00`}, 'Twice', 'applied', 'Ada',
          ${instantOf(now)}) returning id`,
    );
    const setAside = sql`update attendance set set_aside_by = ${correction.id} where id = 1`;
    if (db.dialect === 'sqlite') await db.run(setAside);
    const retry = () => db.tx((queries) => requeueFailed(queries, 1, undefined, now));
    const retried = await runHeldUp(db, setAside, retry).finally(() =>
      db.run(sql`update attendance set set_aside_by = null`),
    );
    expect(retried).toEqual([records - 1]);
    expect(await states()).toEqual({ failed: 1, waiting: records - 1 });
  });

  test('queues nothing of a person who is erased at the same time', async () => {
    await db.run(sql`delete from hr_deliveries`);
    const erasure = sql`insert into erasures (kind, person_id, erased_at) values ('employees', 1, ${instantOf(now)})`;
    const holding = sql`update attendance set employee_code = 'erased-1' where employee_id = 1`;
    if (db.dialect === 'sqlite') await db.run(erasure);
    const queue = () => db.tx((queries) => enqueue(queries, 1, day, queued, now));
    await runHeldUp(db, db.dialect === 'sqlite' ? holding : sql`with erased as (${erasure}) ${holding}`, queue);
    await db.run(sql`delete from erasures`);
    expect(await states()).toEqual({ waiting: records - 1 });
  });

  test('takes a duplicate as sent when the process died before the answer', async () => {
    const run: Db['run'] = (statement) =>
      textOf(statement).includes('accepted_at') ? Promise.reject(new Error('Power cut')) : db.run(statement);
    const powerCut: Db = { ...db, run, tx: (work) => db.tx((queries) => work({ ...queries, run })) };
    const accept: SafeRequest = async (_url, { body } = {}) => answered(idsIn(body), 'accepted');
    await expect(send(accept, 100, undefined, powerCut)).rejects.toThrow('Power cut');
    expect(await states()).toEqual({ waiting: records });
    expect((await send(async (_url, { body } = {}) => answered(idsIn(body), 'duplicate'))).accepted).toBe(records);
  });

  test('takes a duplicate as sent when the batch of its first request was rejected', async () => {
    const { accepted, failures } = await send(async (_url, { body } = {}) => {
      const ids = idsIn(body);
      return ids.length > 1 ? { status: 422, headers: {}, body: 'No' } : answered(ids, 'duplicate');
    });
    expect([accepted, failures]).toEqual([records, []]);
  });

  test('sends no further batch to an HR system that does not answer', async () => {
    let calls = 0;
    const result = await send(async () => {
      calls++;
      throw new Error('Connection refused');
    }, 4);
    expect([calls, result.failures]).toEqual([1, []]);
    expect(result.stopped).toBe('The HR system did not answer: Connection refused');
    expect(await notSent()).toContainEqual({ ...asEnqueued, total: records - 4 });
    const first = (await waitingDeliveries(db, 1, { days: [day] }, sentTo)).slice(0, records - 4);
    expect(first.every(({ attempts }) => attempts === 0)).toBe(true);
  });

  test('sends no further batch after losing the lease, and leaves the lease of the other run alone', async () => {
    let calls = 0;
    const result = await send(async (_url, { body } = {}) => {
      calls++;
      now = plusMinutes(now, 3);
      expect(await acquireLease(db, { companyId: 1, holder: 'you' }, now)).toBe(true);
      return answered(idsIn(body), 'accepted');
    }, 4);
    expect([calls, result.accepted]).toEqual([1, 4]);
    expect(await renewLease(db, { companyId: 1, holder: 'you' }, now)).toBeDefined();
    expect(await states()).toEqual({ accepted: 4, waiting: records - 4 });
    expect(await notSent()).toEqual([{ ...asEnqueued, total: records - 4 }]);
  });

  test('stops after the current batch, and records no attempt for the others', async () => {
    let isStopping = false;
    const result = await send(
      async (_url, { body } = {}) => {
        isStopping = true;
        return answered(idsIn(body), 'accepted');
      },
      4,
      () => isStopping,
    );
    expect([result.accepted, result.failures.length, result.stopped]).toEqual([4, 0, 'The server was stopped']);
    expect(await states()).toEqual({ accepted: 4, waiting: records - 4 });
    expect(await notSent()).toEqual([{ ...asEnqueued, total: records - 4 }]);
  });

  test.each([
    ['corrected', sql`company_urls set url = 'https://right.example'`],
    ['switched off', sql`company_urls set is_active = false`],
    ['deleted with its company', sql`companies set deleted_at = '2026-05-12 20:00:00'`],
  ])('sends no further batch when the URL is %s during the run', async (_, change) => {
    const result = await send(async (_url, { body } = {}) => {
      await db.run(sql`update ${change}`);
      return answered(idsIn(body), 'accepted');
    }, 4);
    expect([result.accepted, result.stopped]).toEqual([4, 'The URL of the HR system was changed']);
    expect(await states()).toEqual({ accepted: 4, waiting: records - 4 });
    expect(await notSent()).toEqual([{ ...asEnqueued, total: records - 4 }]);
  });

  test('ends the run after some minutes when a slow HR system rejects everything', async () => {
    const result = await send(async () => {
      now = plusMinutes(now, 1);
      return { status: 400, headers: {}, body: 'No' };
    }, 1);
    expect([result.failures.length, result.stopped]).toEqual([
      5,
      'The HR system is slow: the run ended after 5 minutes',
    ]);
    expect(await states()).toEqual({ failed: 5, waiting: records - 5 });
    expect(await notSent()).toEqual([{ ...asEnqueued, total: records - 5 }]);
  });

  test('keeps the rejection on the records of a batch that was not split to the end', async () => {
    let calls = 0;
    const result = await send(async () => {
      if (++calls === 3) throw new Error('Connection refused');
      return { status: 422, headers: {}, body: 'Too many' };
    });
    expect([calls, result.failures, result.stopped]).toEqual([
      3,
      [],
      'The HR system did not answer: Connection refused',
    ]);
    const errors = await db.all(
      sql`select last_error, count(*) as total from hr_deliveries where state = 'waiting'
        group by last_error order by last_error`,
    );
    expect(errors).toEqual([
      { last_error: 'HTTP 422: Too many', total: records - 3 },
      { last_error: 'The HR system did not answer: Connection refused', total: 3 },
    ]);
  });
});
