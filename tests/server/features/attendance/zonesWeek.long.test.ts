// Every hour of a week in which clocks change in Europe and in New Zealand, with companies in five time zones: lists,
// totals, the dashboard, Who Is In, timesheets and files agree record by record with Intl's calendar.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foldCounts } from '../../../../server/features/attendance/foldCounts.ts';
import { sql } from '../../../../server/platform/db/db.ts';
import { createClient } from '../../../../src/platform/api/client.ts';
import { answerDecoder, type CallKey } from '../../../../src/shared/contract/calls.ts';
import { exportOneFile } from '../../../support/exports/exportRecords.ts';
import { readPdf } from '../../../support/exports/readers.ts';
import { databases } from '../../../support/server/databases.ts';
import {
  hour,
  installationZone,
  sheetOf,
  shownIn,
  start,
  startFiveZones,
  zones,
} from '../../../support/server/fiveZones.ts';

const firstHour = 4 * 24;
const lastHour = 11 * 24;
const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);

describe.each(databases)('on $name', ({ create }) => {
  let world: Awaited<ReturnType<typeof startFiveZones>>;

  beforeAll(async () => {
    world = await startFiveZones({ createDatabase: create });
    const { db } = world.server;
    await db.run(sql`update attendance set employee_id =
      (select min(id) from employees where employees.company_id = attendance.company_id)`);
    for (const event of world.events)
      if (isCheckOut(event)) await db.run(sql`update attendance set event_type = 'check-out' where id = ${event.id}`);
    // As a running server does every five seconds. Until then, each count adds up all changes of this week.
    await foldCounts(db);
  }, 300_000);
  afterAll(() => world.server.stop());

  /** Somebody checks in every other hour and out an hour later. */
  const isCheckOut = ({ at }: { at: number }) => Math.floor((at - start) / hour) % 2 === 1;

  const read = async <K extends CallKey>(key: K, path: string) => {
    const { status, json } = await world.ask(path);
    expect([path, status]).toEqual([path, 200]);
    return answerDecoder(key)(json.data);
  };

  async function expectRight(now: number): Promise<void> {
    world.setNow(now);
    const { events } = world;
    const day = shownIn(installationZone, now).slice(0, 10);
    const ofDay = events.filter((event) => event.day === day);
    const { data, total } = await world.list(`start_date=${day}&end_date=${day}&per_page=200`);
    expect(total).toBe(ofDay.length);
    expect(data.map(({ id, timestamp, timezone }) => [id, timestamp.slice(0, 19).replace('T', ' '), timezone])).toEqual(
      ofDay.map(({ id, at, zone }) => [id, shownIn(zone, at), zone]),
    );

    const first = dayBefore(day, 3);
    const statistics = await read(
      'GET /attendance/statistics',
      `GET /attendance/statistics?start_date=${first}&end_date=${day}`,
    );
    const ofPeriod = events.filter((event) => event.day >= first && event.day <= day);
    expect([statistics.total, statistics.check_outs]).toEqual([ofPeriod.length, ofPeriod.filter(isCheckOut).length]);
    expect(statistics.last_24_hours).toBe(events.filter(({ at }) => at >= now - 24 * hour && at < now).length);
    for (const { date, total: ofDate } of statistics.days)
      expect([date, ofDate]).toEqual([date, events.filter((event) => event.day === date).length]);
    const attention = await read('GET /attention', 'GET /attention');
    expect([attention.day, attention.events]).toEqual([day, ofDay.length]);

    const past = events.filter(({ at }) => at <= now);
    const presence = await read('GET /presence', 'GET /presence?per_page=100&state=in');
    const inside = zones.flatMap((zone) => {
      const last = past.find((event) => event.zone === zone);
      return last && !isCheckOut(last) ? [[last.company, shownIn(zone, last.at)] as const] : [];
    });
    expect(
      new Map(presence.data.map(({ company, since }) => [company.id, since.slice(0, 19).replace('T', ' ')])),
    ).toEqual(new Map(inside));

    const timesheets = await read(
      'GET /timesheets',
      `GET /timesheets?start_date=${first}&end_date=${day}&per_page=100`,
    );
    for (const [zone, company] of new Map(events.map((event) => [event.zone, event.company]))) {
      const rows = timesheets.data.filter((row) => row.company.id === company);
      const worked = new Map<string, number>();
      // A pair belongs to the day on which it begins.
      for (const { at, day: itsDay } of past)
        if (itsDay >= first && itsDay <= day && !isCheckOut({ at }) && at + hour <= now)
          if (past.some((event) => event.at === at && event.company === company))
            worked.set(itsDay, (worked.get(itsDay) ?? 0) + 60);
      const days = rows.flatMap((row) => row.days).filter(({ worked_minutes }) => worked_minutes > 0);
      expect([zone, ...days.map((each) => [each.day, each.worked_minutes])]).toEqual([
        zone,
        ...[...worked].sort(([one], [other]) => (one < other ? -1 : 1)),
      ]);
      expect(rows.map(({ timezone }) => timezone)).toEqual([zone]);
    }
    const exceptions = await read(
      'GET /exceptions',
      `GET /exceptions?start_date=${first}&end_date=${day}&per_page=100`,
    );
    expect(exceptions.total).toBe(0);
  }

  test('lists, totals, dashboard, Who Is In and timesheets', async () => {
    for (let step = firstHour; step < lastHour; step++) await expectRight(start + step * hour);
  }, 900_000);

  test('files', async () => {
    const api = createClient({ base: world.server.api, token: () => world.token });
    for (let step = firstHour; step < lastHour; step += 6) {
      const now = start + step * hour;
      world.setNow(now);
      const day = shownIn(installationZone, now).slice(0, 10);
      const file = await exportOneFile({ api }, { filters: { start_date: day, end_date: day }, hasZones: true });
      const [, ...rows] = await sheetOf(file, 'Attendance Records');
      expect(rows.map(([, , event, time, zone]) => [event, time, zone?.split(' ')[0]])).toEqual(
        world.events
          .filter((event) => event.day === day)
          .map((event) => [isCheckOut(event) ? 'Check Out' : 'Check In', shownIn(event.zone, event.at), event.zone]),
      );
    }
    const day = { start_date: '2026-03-29', end_date: '2026-03-29' };
    const pdf = (await readPdf(await exportOneFile({ api }, { format: 'pdf', filters: day, hasZones: true }))).join('');
    for (const zone of zones) expect(pdf).toContain(zone);
  }, 600_000);
});
