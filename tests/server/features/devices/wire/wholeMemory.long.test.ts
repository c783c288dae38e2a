// A device sends all its 200,000 punches in batches, and then again: each is stored once.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { one, sql } from '../../../../../server/platform/db/db.ts';
import { startWireWorld, type WireWorld, written } from './wireWorld.ts';

const lines = 200_000;
const ofOneRequest = 5_000;

let world: WireWorld;
beforeAll(async () => {
  world = await startWireWorld();
});
afterAll(() => world.devices.stop());

test('a memory of 200,000 punches that is sent twice is stored once, without a claim', async () => {
  world.at('2026-09-19T15:00:00Z');
  const id = await world.addDoor({ serial: 'WHOLE1', zone: 'America/Bogota' });
  const first = Date.parse('2025-01-29T06:00:00Z');
  /** A punch each minute, with the running number of an MB10-VL. */
  const line = (index: number) => {
    const time = new Date(first + index * 60_000).toISOString().slice(0, 19).replace('T', ' ');
    return `${(index % 300) + 1}\t${time}\t0\t1\t0\t0\t0\t0\t0\t0\t${index + 1}\n`;
  };
  async function sendAll() {
    for (let from = 0; from < lines; from += ofOneRequest) {
      const body = Array.from({ length: ofOneRequest }, (_, index) => line(from + index)).join('');
      const request = written('POST /iclock/cdata?SN=WHOLE1&table=ATTLOG&Stamp=9999', body);
      expect(await world.send(request)).toBe(`200 OK: ${ofOneRequest}`);
    }
    const { db } = world.devices.server;
    const facts = sql`from device_events where controller_id = ${id}`;
    const stored = await one(db, sql`select count(*) as facts, max(number) as last, min(zone) as zone ${facts}`);
    const records = await one(db, sql`select count(*) as records from attendance where access_controller_id = ${id}`);
    return { ...Object(stored), ...Object(records) };
  }
  const stored = await sendAll();
  expect(stored).toEqual({ facts: lines, last: lines, zone: 'America/Bogota', records: lines });
  expect(await sendAll()).toEqual(stored);
  expect(await world.claims(id)).toEqual([]);
}, 600_000);
