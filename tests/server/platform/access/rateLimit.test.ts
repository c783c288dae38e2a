// Limits depend on the clock, and must not outlast a wrong one.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countAttempt } from '../../../../server/platform/access/rateLimit.ts';
import { RateLimiter } from '../../../../server/platform/concurrency/limits.ts';
import type { Db } from '../../../../server/platform/db/db.ts';
import { plusMinutes } from '../../../../server/platform/time/clock.ts';
import { databases, once } from '../../../support/server/databases.ts';
import { openFresh } from '../../../support/server/testDatabase.ts';

const now = new Date('2026-05-12T08:00:00Z');
const after = (minutes: number) => plusMinutes(now, minutes);

describe.each(databases)('on $name', ({ create }) => {
  let db: Db;
  beforeAll(async () => {
    db = await openFresh(create);
  });
  afterAll(() => db.close());

  const attempt = (key: string, minutes: number) =>
    countAttempt(db, [{ key, attempts: 2, minutes: 15 }], after(minutes)).then(
      () => 'counted',
      (error: { details: { retryAfterSeconds?: number } }) => error.details.retryAfterSeconds,
    );
  const attempts = async (key: string, ...minutes: number[]) => {
    const results = [];
    for (const minute of minutes) results.push(await attempt(key, minute));
    return results;
  };

  test('the third attempt of a quarter of an hour waits for its end, and no longer', async () => {
    expect(await attempts('usual', 0, 1, 2, 14, 15, 16)).toEqual([
      'counted',
      'counted',
      13 * 60,
      60,
      'counted',
      'counted',
    ]);
  });

  test('after the clock was set back by an hour, nobody is locked out for that hour', async () => {
    expect(await attempts('set back', 60, 61, 62, 2, 3, 4)).toEqual([
      'counted',
      'counted',
      13 * 60,
      'counted',
      'counted',
      13 * 60,
    ]);
  });
});

once(() => {
  test('the same holds for limits in memory', () => {
    const limiter = new RateLimiter(2, 15 * 60_000);
    const allowed = [60, 61, 62, 2, 3, 4, 17].map((minute) => limiter.allows('device', after(minute)));
    expect(allowed).toEqual([true, true, false, true, true, false, true]);
  });
});
