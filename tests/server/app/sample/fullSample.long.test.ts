// The sample of `npm start`, in full.

import { describe, expect, test } from 'vitest';
import { fillWithSample } from '../../../../server/app/sample/fillWithSample.ts';
import { cheapCost, createPasswords } from '../../../../server/platform/access/passwords.ts';
import { one, type Sql, sql } from '../../../../server/platform/db/db.ts';
import { databases } from '../../../support/server/databases.ts';
import { openFresh } from '../../../support/server/testDatabase.ts';

const passwords = createPasswords(cheapCost);

describe.each(databases)('the sample on $name', ({ create }) => {
  test('is large and varied enough to try everything', async () => {
    const db = await openFresh(create);
    await fillWithSample(db, passwords, new Date());
    const count = async (from: Sql) => (await one<{ n: number }>(db, sql`select count(*) as n from ${from}`)).n;

    expect(await count(sql`companies`)).toBeGreaterThanOrEqual(24);
    expect(await count(sql`companies where is_active = false`)).toBeGreaterThan(0);
    expect(await count(sql`access_controllers`)).toBeGreaterThanOrEqual(40);
    expect(await count(sql`employees`)).toBeGreaterThanOrEqual(300);
    expect(await count(sql`employees where employee_id like '00%'`)).toBeGreaterThan(0);
    expect(await count(sql`attendance`)).toBeGreaterThan(25_000);
    expect(await count(sql`attendance where employee_id is null`)).toBeGreaterThan(0);
    expect(await count(sql`attendance where occurred_at > created_at`)).toBe(0);
    const { days } = await one<{ days: number }>(
      db,
      sql`select count(distinct substr(cast(occurred_at as text), 1, 10)) as days from attendance`,
    );
    expect(days).toBeGreaterThanOrEqual(60);
    expect(await fillWithSample(db, passwords, new Date())).toBeUndefined();
    await db.close();
  }, 300_000);
});
