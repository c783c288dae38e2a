// Companies in five time zones at once: lists, totals and the dashboard against the calendar of each zone, around the
// Sundays on which clocks change in Europe and in New Zealand.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { rowsOf, sql } from '../../../../server/platform/db/sql.ts';
import { instantOf } from '../../../../server/platform/time/instants.ts';
import { createClient } from '../../../../src/platform/api/client.ts';
import { verify } from '../../../../src/platform/export/proof/verify.ts';
import { exportOneFile } from '../../../support/exports/exportRecords.ts';
import { readWorkbook } from '../../../../src/platform/export/xlsx/readWorkbook.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

const zones = ['Europe/Lisbon', 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Auckland', 'America/Los_Angeles'];
const installationZone = 'Europe/Athens';
const hour = 3_600_000;
const start = Date.parse('2026-03-25T00:00:00Z');
const hours = 13 * 24;

/** '2026-03-29 03:10:00', by the calendar of the platform. */
function shownIn(zone: string, at: number): string {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(zone, format);
  return format.format(at);
}
const formats = new Map<string, Intl.DateTimeFormat>();

async function sheetOf(file: Blob, title: string): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const cells of (await readWorkbook(file))?.rows(title) ?? []) rows.push(cells);
  return rows;
}

interface Event {
  readonly id: number;
  readonly at: number;
  readonly zone: string;
  readonly company: number;
  readonly day: string;
}

describe.each(databases)('on $name', ({ create }) => {
  let now = new Date(start + hours * hour);
  let server: TestServer;
  let token: string;
  let events: Event[];

  beforeAll(async () => {
    server = await startServer({
      createDatabase: create,
      clock: () => now,
      sample: { employeesPerCompany: 1, days: 0 },
    });
    await server.db.run(
      sql`update settings set setting_value = ${installationZone} where setting_key = 'business_timezone'`,
    );
    token = await server.signIn(server.users.administrator);
    await server.db.run(sql`delete from hr_deliveries`);
    await server.db.run(sql`delete from attendance`);
    const doors = await server.db.all<{ id: number; company_id: number }>(
      sql`select min(id) as id, company_id from access_controllers group by company_id order by company_id`,
    );
    for (const [index, zone] of zones.entries()) {
      const door = doors[index];
      if (!door) throw new Error('The sample has too few companies');
      const rules = { starts_at: '00:00', repeat_seconds: 60, needs_second_person: false, timezone: zone };
      expect((await ask(`PUT /companies/${door.company_id}/day-rules`, rules)).status).toBe(200);
      const rows = Array.from({ length: hours }, (_, step) => ({
        at: instantOf(new Date(start + step * hour + (index + 1) * 600_000)),
      }));
      await server.db.run(
        sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type, occurred_at,
            created_at)
          select ${door.company_id}, null, 'x', ${door.id}, 'check-in', at, at
          from ${rowsOf({ at: 'timestamp(0)' }, rows)} where true`,
      );
    }
    const stored = await server.db.all<{ id: number; company_id: number; occurred_at: string }>(
      sql`select id, company_id, occurred_at from attendance where employee_code = 'x'`,
    );
    events = stored
      .map(({ id, company_id, occurred_at }) => {
        const at = Date.parse(`${occurred_at.replace(' ', 'T')}Z`);
        const zone = zones[doors.findIndex((door) => door.company_id === company_id)] ?? '';
        return { id, at, company: company_id, zone, day: shownIn(zone, at).slice(0, 10) };
      })
      .sort((one, other) => other.at - one.at || other.id - one.id);
  }, 120_000);
  afterAll(() => server.stop());

  const ask = (key: string, body?: object) => server.ask(key, { token, ...(body && { body }) });
  async function list(query: string) {
    return answerDecoder('GET /attendance')((await ask(`GET /attendance?${query}`)).json.data);
  }

  test.each([
    ['2026-03-28', '2026-03-28'],
    ['2026-03-29', '2026-03-29'],
    ['2026-03-30', '2026-04-01'],
    ['2026-04-05', '2026-04-05'],
  ])('a list from %s to %s has the records of these days of each company, in their order', async (from, until) => {
    const expected = events.filter((event) => event.day >= from && event.day <= until);
    const period = `start_date=${from}&end_date=${until}`;
    const read: { id: number; timestamp: string }[] = [];
    for (let page = 1, last = 1; page <= last; page++) {
      const { data, total, last_page } = await list(`${period}&per_page=50&page=${page}`);
      expect(total).toBe(expected.length);
      last = last_page;
      read.push(...data);
    }
    expect(read.map(({ id, timestamp }) => [id, timestamp.slice(0, 19).replace('T', ' ')])).toEqual(
      expected.map(({ id, zone, at }) => [id, shownIn(zone, at)]),
    );
    for (const { id, timestamp } of read) expect(Date.parse(timestamp)).toBe(events.find((each) => each.id === id)?.at);
  });

  test('one company, its own days; a narrow filter, too; and half-open periods', async () => {
    for (const company of new Set(events.map((event) => event.company))) {
      const expected = events.filter((event) => event.company === company && event.day === '2026-03-29');
      const { data, total } = await list(`company_id=${company}&start_date=2026-03-29&end_date=2026-03-29`);
      expect([data.map(({ id }) => id), total]).toEqual([expected.map(({ id }) => id), expected.length]);
    }
    const narrow = await list('employee_id=0&start_date=2026-03-29&end_date=2026-03-29&per_page=200');
    expect(narrow.data.map(({ id }) => id)).toEqual(
      events.filter((event) => event.day === '2026-03-29').map(({ id }) => id),
    );
    expect((await list('start_date=2026-04-05')).total).toBe(
      events.filter((event) => event.day >= '2026-04-05').length,
    );
    expect((await list('end_date=2026-03-27')).total).toBe(events.filter((event) => event.day <= '2026-03-27').length);
  });

  test('statistics and the dashboard add up with the list, at any hour', async () => {
    for (let step = 96; step < hours; step += 29) {
      now = new Date(start + step * hour);
      const day = shownIn(installationZone, now.getTime()).slice(0, 10);
      const { json } = await ask('GET /attention');
      const attention = answerDecoder('GET /attention')(json.data);
      const { total } = await list(`start_date=${day}&end_date=${day}&per_page=1`);
      expect([attention.day, attention.events]).toEqual([day, total]);
    }
    const { json } = await ask('GET /attendance/statistics?start_date=2026-03-25&end_date=2026-04-06');
    const { days } = answerDecoder('GET /attendance/statistics')(json.data);
    for (const { date, total } of days ?? [])
      expect([date, total]).toEqual([date, events.filter((event) => event.day === date).length]);
  });

  test('exceptions are those of each company’s own day, and other lists of days are read', async () => {
    const day = '2026-03-29';
    const { json } = await ask(`GET /exceptions?start_date=${day}&end_date=${day}&per_page=100`);
    const { data } = answerDecoder('GET /exceptions')(json.data);
    expect(data.map((each) => each.day)).toEqual(zones.map(() => day));
    for (const { company, record, others } of data) {
      const expected = events.filter((event) => event.company === company.id && event.day === day);
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
      expect([path, (await ask(`GET /${path}`)).status]).toEqual([path, 200]);
  });

  test('a file names the zone of each record where zones differ, and its one zone else', async () => {
    const api = createClient({ base: server.api, token: () => token });
    const day = { start_date: '2026-03-29', end_date: '2026-03-29' };
    const whole = await exportOneFile({ api }, { filters: day, hasZones: true, canSign: true });
    const [titles, ...rows] = await sheetOf(whole, 'Attendance Records');
    expect(titles?.slice(3, 6)).toEqual(['Timestamp', 'Time Zone', 'Controller']);
    expect(rows.map((cells) => [cells[3], cells[4]?.split(' ')[0]])).toEqual(
      events.filter((event) => event.day === '2026-03-29').map(({ at, zone }) => [shownIn(zone, at), zone]),
    );
    for (const [, , , time, zone = ''] of rows)
      expect(Date.parse(`${time?.replace(' ', 'T')}${zone.split(' ')[1]}`)).toBe(
        events.find((event) => shownIn(event.zone, event.at) === time && zone.startsWith(event.zone))?.at,
      );
    expect(await sheetOf(whole, 'About this export')).toContainEqual([
      'Time zone',
      `Each company's own: ${[...zones].sort().join(', ')}`,
    ]);
    const { data: key } = await api('GET /attendance/signing-key');
    expect(await verify(whole, key)).toMatchObject({ state: 'unchanged', signature: { kind: 'valid' } });

    const company = events.find(({ zone }) => zone === 'Asia/Kathmandu')?.company ?? 0;
    const one = await exportOneFile({ api }, { filters: { ...day, company_id: company } });
    expect((await sheetOf(one, 'Attendance Records'))[0]).toEqual(titles?.toSpliced(4, 1));
    expect(await sheetOf(one, 'About this export')).toContainEqual(['Time zone', 'Asia/Kathmandu']);
  });

  test('timesheets name the zone of each person', async () => {
    const { json } = await ask('GET /timesheets?start_date=2026-03-29&end_date=2026-03-29&per_page=100');
    const { data } = answerDecoder('GET /timesheets')(json.data);
    expect(new Set(data.map(({ timezone }) => timezone))).toEqual(new Set([...zones, installationZone]));
  });

  test('the console of somebody with companies of one zone lives in it', async () => {
    const userOf = async (own: string) =>
      Object(Object((await server.ask('GET /auth/user', { token: own })).json.data));
    const all = await userOf(token);
    expect((all.user ?? all).time_zones.length).toBeGreaterThan(4);
    expect((all.user ?? all).business_timezone).toBe(installationZone);
    const [kathmandu] = events.filter(({ zone }) => zone === 'Asia/Kathmandu');
    const manager = await server.signIn(server.users.manager);
    await server.db.run(sql`delete from user_companies where company_id <> ${kathmandu?.company ?? 0}`);
    await server.db.run(
      sql`insert into user_companies (user_id, company_id)
        select id, ${kathmandu?.company ?? 0} from users where email = ${server.users.manager.email}
        on conflict do nothing`,
    );
    const one = await userOf(manager);
    expect((one.user ?? one).business_timezone).toBe('Asia/Kathmandu');
    expect((one.user ?? one).time_zones).toEqual(['Asia/Kathmandu']);
  });
});
