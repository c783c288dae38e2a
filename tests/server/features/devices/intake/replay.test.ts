// A device may send everything it holds again, as often as it likes.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attlogFact } from '../../../../../server/features/devices/drivers/zkteco/attlog.ts';
import { type Db, one, sql } from '../../../../../server/platform/db/db.ts';
import { databases } from '../../../../support/server/databases.ts';
import { openFresh } from '../../../../support/server/testDatabase.ts';
import { createCompany } from './company.ts';

const lines = 4_000;
const atOnce = 500;

describe.each(databases)('on $name', ({ create }) => {
  let db: Db;
  beforeAll(async () => {
    db = await openFresh(create);
  });
  afterAll(() => db.close());

  test('thousands of lines that are sent again change nothing', async () => {
    const { addDoor, hear, attendance } = await createCompany(db);
    const door = await addDoor({ direction: 'alternating', repeatSeconds: 60, zone: 'Asia/Kolkata' });
    const start = Date.parse('2026-08-02T00:00:00Z');
    const fact = (index: number) => {
      const time = new Date(start + index * 120_000).toISOString().slice(0, 19).replace('T', ' ');
      return attlogFact([`${index % 200}`, time, '255', '1', '0', '0', '0'].join('\t'));
    };
    async function sendAll() {
      for (let from = 0; from < lines; from += atOnce)
        await hear(
          door,
          Array.from({ length: atOnce }, (_, index) => fact(from + index)),
          '2026-11-20 20:00:00',
        );
      const { n } = await one<{ n: number }>(db, sql`select count(*) as n from device_events`);
      return { facts: n, attendance: await attendance() };
    }
    const first = await sendAll();
    expect([first.facts, first.attendance.length]).toEqual([lines, lines]);
    expect(await sendAll()).toEqual(first);
  });
});
