// The health of all devices is queried at once, including devices that never sent anything: judged by query plans.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDeviceEvents } from '../../../../scripts/bench/lists/world.ts';
import { fillWithSample } from '../../../../server/app/sample/fillWithSample.ts';
import { loadVitals } from '../../../../server/features/controllers/device/vitals.ts';
import { cheapCost, createPasswords } from '../../../../server/platform/access/passwords.ts';
import { type Db, sql } from '../../../../server/platform/db/db.ts';
import { clocksIn } from '../../../../server/platform/time/clock.ts';
import { databases } from '../../../support/server/databases.ts';
import { planOf } from '../../../support/server/statements.ts';
import { openFresh } from '../../../support/server/testDatabase.ts';

describe.each(databases)('on $name', ({ create }) => {
  let db: Db;
  beforeAll(async () => {
    db = await openFresh(create);
    await fillWithSample(db, createPasswords(cheapCost), new Date(), { employeesPerCompany: 1, days: 0 });
    await addDeviceEvents(db, 5_000);
    if (db.dialect === 'postgres') await db.exec('analyze');
  });
  afterAll(() => db.close());

  test('the newest event of each controller is found without reading those of others', async () => {
    const rows = await db.all<{ id: number }>(sql`select id from access_controllers order by id`);
    const ids = rows.map(({ id }) => id);
    const plan = await planOf(db, async (queries) => {
      const vitals = await loadVitals(queries, ids, { clocks: clocksIn('UTC'), now: new Date() });
      expect(vitals.get(1)?.lastEventAt).toBe('2026-10-15 08:00:00');
      expect(vitals.get(ids.at(-1) ?? 0)?.lastEventAt).toBeNull();
    });
    expect(plan).toContain('device_events_by_receipt');
    expect(plan).not.toMatch(/device_events_pkey|scan (on )?device_events\b(?!.*using)/i);
  });
});
