// A server with companies in five time zones, each with an event every hour around the Sundays on which clocks change
// in Europe and in New Zealand, and the local times of these events by Intl, for comparison.

import { expect } from 'vitest';
import { rowsOf, sql } from '../../../server/platform/db/db.ts';
import { instantOf } from '../../../server/platform/time/clock.ts';
import { readWorkbook } from '../../../src/platform/export/xlsx/readWorkbook.ts';
import { answerDecoder } from '../../../src/shared/contract/calls.ts';
import { startServer } from './server.ts';

export const zones = ['Europe/Lisbon', 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Auckland', 'America/Los_Angeles'];
export const installationZone = 'Europe/Athens';
export const hour = 3_600_000;
export const start = Date.parse('2026-03-25T00:00:00Z');
export const hours = 13 * 24;

const formats = new Map<string, Intl.DateTimeFormat>();

/** The local time by Intl, as '2026-03-29 03:10:00'. */
export function shownIn(zone: string, at: number): string {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(zone, format);
  return format.format(at);
}

export async function sheetOf(file: Blob, title: string): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const cells of (await readWorkbook(file))?.rows(title) ?? []) rows.push(cells);
  return rows;
}

interface ZonedEvent {
  readonly id: number;
  readonly at: number;
  readonly zone: string;
  readonly company: number;
  readonly day: string;
}

type Start = Pick<NonNullable<Parameters<typeof startServer>[0]>, 'createDatabase'>;

export async function startFiveZones({ createDatabase }: Start) {
  let now = new Date(start + hours * hour);
  const server = await startServer({
    createDatabase,
    clock: () => now,
    sample: { employeesPerCompany: 1, days: 0 },
  });
  await server.db.run(
    sql`update settings set setting_value = ${installationZone} where setting_key = 'business_timezone'`,
  );
  const token = await server.signIn(server.users.administrator);
  const ask = (key: string, body?: object) => server.ask(key, { token, ...(body && { body }) });
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
  const events: readonly ZonedEvent[] = stored
    .map(({ id, company_id, occurred_at }) => {
      const at = Date.parse(`${occurred_at.replace(' ', 'T')}Z`);
      const zone = zones[doors.findIndex((door) => door.company_id === company_id)] ?? '';
      return { id, at, company: company_id, zone, day: shownIn(zone, at).slice(0, 10) };
    })
    .sort((one, other) => other.at - one.at || other.id - one.id);
  return {
    server,
    token,
    events,
    ask,
    list: async (query: string) => answerDecoder('GET /attendance')((await ask(`GET /attendance?${query}`)).json.data),
    setNow: (at: number) => void (now = new Date(at)),
  };
}
