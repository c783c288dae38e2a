// Companies in five time zones at once: lists, totals and the dashboard against the calendar of each zone, around the
// Sundays on which clocks change in Europe and in New Zealand.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rowsOf, sql } from '../../../../server/platform/db/db.ts';
import { createClient } from '../../../../src/platform/api/client.ts';
import { verify } from '../../../../src/platform/export/verify/verify.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { exportOneFile } from '../../../support/exports/exportRecords.ts';
import { databases } from '../../../support/server/databases.ts';
import {
  hour,
  hours,
  installationZone,
  sheetOf,
  shownIn,
  start,
  startFiveZones,
  zones,
} from '../../../support/server/fiveZones.ts';

describe.each(databases)('on $name', ({ create }) => {
  let world: Awaited<ReturnType<typeof startFiveZones>>;
  beforeAll(async () => void (world = await startFiveZones({ createDatabase: create })), 120_000);
  afterAll(() => world.server.stop());

  test.each([
    ['2026-03-28', '2026-03-28'],
    ['2026-03-29', '2026-03-29'],
    ['2026-03-30', '2026-04-01'],
    ['2026-04-05', '2026-04-05'],
  ])('a list from %s to %s has the records of these days of each company, in their order', async (from, until) => {
    const expected = world.events.filter((event) => event.day >= from && event.day <= until);
    const period = `start_date=${from}&end_date=${until}`;
    const read: { id: number; timestamp: string }[] = [];
    for (let page = 1, last = 1; page <= last; page++) {
      const { data, total, last_page } = await world.list(`${period}&per_page=50&page=${page}`);
      expect(total).toBe(expected.length);
      last = last_page;
      read.push(...data);
    }
    expect(read.map(({ id, timestamp }) => [id, timestamp.slice(0, 19).replace('T', ' ')])).toEqual(
      expected.map(({ id, zone, at }) => [id, shownIn(zone, at)]),
    );
    for (const { id, timestamp } of read)
      expect(Date.parse(timestamp)).toBe(world.events.find((each) => each.id === id)?.at);
  });

  test('one company, its own days; a narrow filter, too; and half-open periods', async () => {
    for (const company of new Set(world.events.map((event) => event.company))) {
      const expected = world.events.filter((event) => event.company === company && event.day === '2026-03-29');
      const { data, total } = await world.list(`company_id=${company}&start_date=2026-03-29&end_date=2026-03-29`);
      expect([data.map(({ id }) => id), total]).toEqual([expected.map(({ id }) => id), expected.length]);
    }
    const narrow = await world.list('employee_id=0&start_date=2026-03-29&end_date=2026-03-29&per_page=200');
    expect(narrow.data.map(({ id }) => id)).toEqual(
      world.events.filter((event) => event.day === '2026-03-29').map(({ id }) => id),
    );
    expect((await world.list('start_date=2026-04-05')).total).toBe(
      world.events.filter((event) => event.day >= '2026-04-05').length,
    );
    expect((await world.list('end_date=2026-03-27')).total).toBe(
      world.events.filter((event) => event.day <= '2026-03-27').length,
    );
  });

  test('statistics and the dashboard add up with the list, at any hour', async () => {
    for (let step = 96; step < hours; step += 29) {
      const now = start + step * hour;
      world.setNow(now);
      const day = shownIn(installationZone, now).slice(0, 10);
      const { json } = await world.ask('GET /attention');
      const attention = answerDecoder('GET /attention')(json.data);
      const { total } = await world.list(`start_date=${day}&end_date=${day}&per_page=1`);
      expect([attention.day, attention.events]).toEqual([day, total]);
    }
    const { json } = await world.ask('GET /attendance/statistics?start_date=2026-03-25&end_date=2026-04-06');
    const { days } = answerDecoder('GET /attendance/statistics')(json.data);
    for (const { date, total } of days ?? [])
      expect([date, total]).toEqual([date, world.events.filter((event) => event.day === date).length]);
  });

  test('exceptions are those of each company’s own day, and other lists of days are read', async () => {
    const day = '2026-03-29';
    const { json } = await world.ask(`GET /exceptions?start_date=${day}&end_date=${day}&per_page=100`);
    const { data } = answerDecoder('GET /exceptions')(json.data);
    expect(data.map((each) => each.day)).toEqual(zones.map(() => day));
    for (const { company, record, others } of data) {
      const expected = world.events.filter((event) => event.company === company.id && event.day === day);
      expect([record, ...others].map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
    }
    for (const path of [
      'timesheets',
      'presence',
      'presence/summary',
      'presence/curve',
      'open-months',
      'hr-sync/companies',
    ])
      expect([path, (await world.ask(`GET /${path}`)).status]).toEqual([path, 200]);
  });

  test('a file names the zone of each record where zones differ, and otherwise its only zone', async () => {
    const api = createClient({ base: world.server.api, token: () => world.token });
    const day = { start_date: '2026-03-29', end_date: '2026-03-29' };
    const whole = await exportOneFile({ api }, { filters: day, hasZones: true, canSign: true });
    const [titles, ...rows] = await sheetOf(whole, 'Attendance Records');
    expect(titles?.slice(3, 6)).toEqual(['Timestamp', 'Time Zone', 'Controller']);
    expect(rows.map((cells) => [cells[3], cells[4]?.split(' ')[0]])).toEqual(
      world.events.filter((event) => event.day === '2026-03-29').map(({ at, zone }) => [shownIn(zone, at), zone]),
    );
    for (const [, , , time, zone = ''] of rows)
      expect(Date.parse(`${time?.replace(' ', 'T')}${zone.split(' ')[1]}`)).toBe(
        world.events.find((event) => shownIn(event.zone, event.at) === time && zone.startsWith(event.zone))?.at,
      );
    expect(await sheetOf(whole, 'About this export')).toContainEqual([
      'Time zone',
      `Each company's own: ${[...zones].sort().join(', ')}`,
    ]);
    const { data: key } = await api('GET /attendance/signing-key');
    expect(await verify(whole, key)).toMatchObject({ state: 'unchanged', signature: { kind: 'valid' } });

    const company = world.events.find(({ zone }) => zone === 'Asia/Kathmandu')?.company ?? 0;
    const one = await exportOneFile({ api }, { filters: { ...day, company_id: company } });
    expect((await sheetOf(one, 'Attendance Records'))[0]).toEqual(titles?.toSpliced(4, 1));
    expect(await sheetOf(one, 'About this export')).toContainEqual(['Time zone', 'Asia/Kathmandu']);
  });

  test('timesheets name the zone of each person', async () => {
    const { json } = await world.ask('GET /timesheets?start_date=2026-03-29&end_date=2026-03-29&per_page=100');
    const { data } = answerDecoder('GET /timesheets')(json.data);
    expect(new Set(data.map(({ timezone }) => timezone))).toEqual(new Set([...zones, installationZone]));
  });

  test('a person of two companies half a day apart has each day where it was worked', async () => {
    const { db } = world.server;
    const shift = async (zone: string, from: string, until: string) => {
      const company = world.events.find((event) => event.zone === zone)?.company ?? 0;
      const rows = [
        { at: from, type: 'check-in' },
        { at: until, type: 'check-out' },
      ];
      await db.run(
        sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type, occurred_at,
            created_at)
          select ${company}, (select min(id) from employees where company_id = ${company}), 'shift',
            (select min(id) from access_controllers where company_id = ${company}), type, at, at
          from ${rowsOf({ at: 'timestamp(0)', type: 'text' }, rows)} where true`,
      );
    };
    // The shift begins at 06:00 on 11 March in Auckland, and at 17:00 on 10 March in Lisbon.
    await shift('Pacific/Auckland', '2026-03-10 17:00:00', '2026-03-11 01:30:00');
    await shift('Europe/Lisbon', '2026-03-10 17:00:00', '2026-03-11 01:30:00');
    // Clocks go forward only in Los Angeles, where the day has 23 hours.
    await shift('America/Los_Angeles', '2026-03-08 08:00:00', '2026-03-08 15:00:00');
    await shift('Europe/Berlin', '2026-03-07 23:00:00', '2026-03-08 07:00:00');
    const { json } = await world.ask('GET /timesheets?start_date=2026-03-08&end_date=2026-03-11&per_page=100');
    const { data } = answerDecoder('GET /timesheets')(json.data);
    const daysIn = (zone: string) =>
      data
        .filter(({ timezone }) => timezone === zone)
        .flatMap(({ days }) => days)
        .map(({ day, first_in, last_out, worked_minutes }) => [
          day,
          first_in.slice(11, 16),
          last_out.slice(11, 16),
          worked_minutes,
        ]);
    expect(daysIn('Pacific/Auckland')).toEqual([['2026-03-11', '06:00', '14:30', 510]]);
    expect(daysIn('Europe/Lisbon')).toEqual([['2026-03-10', '17:00', '01:30', 510]]);
    expect(daysIn('America/Los_Angeles')).toEqual([['2026-03-08', '00:00', '08:00', 420]]);
    expect(daysIn('Europe/Berlin')).toEqual([['2026-03-08', '00:00', '08:00', 480]]);
    await db.run(sql`delete from attendance where employee_code = 'shift'`);
  });

  test('the console of somebody with companies of one zone lives in it', async () => {
    const userOf = async (own: string) =>
      Object(Object((await world.server.ask('GET /auth/user', { token: own })).json.data));
    const all = await userOf(world.token);
    expect((all.user ?? all).time_zones.length).toBeGreaterThan(4);
    expect((all.user ?? all).business_timezone).toBe(installationZone);
    const [kathmandu] = world.events.filter(({ zone }) => zone === 'Asia/Kathmandu');
    const manager = await world.server.signIn(world.server.users.manager);
    await world.server.db.run(sql`delete from user_companies where company_id <> ${kathmandu?.company ?? 0}`);
    await world.server.db.run(
      sql`insert into user_companies (user_id, company_id)
        select id, ${kathmandu?.company ?? 0} from users where email = ${world.server.users.manager.email}
        on conflict do nothing`,
    );
    const one = await userOf(manager);
    expect((one.user ?? one).business_timezone).toBe('Asia/Kathmandu');
    expect((one.user ?? one).time_zones).toEqual(['Asia/Kathmandu']);
  });
});
