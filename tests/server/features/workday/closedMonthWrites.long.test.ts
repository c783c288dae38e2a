// Random sequences of all the contract's writes, with bodies invented from their decoders, beside events from doors:
// the sheets of a closed month stay identical. Only what docs/day.md names may change them, and is noted beside the
// month each time. New writes are included automatically.

import { expect, test } from 'vitest';
import { type Chance, createChance } from '../../../../server/app/sample/random.ts';
import { type Db, one, quotedName, sql } from '../../../../server/platform/db/db.ts';
import type { Call } from '../../../../src/shared/contract/call.ts';
import { answerDecoder, calls } from '../../../../src/shared/contract/calls.ts';
import { sendEvents } from '../../../support/devices/devices.ts';
import { randomPunches } from '../../../support/people/randomPunches.ts';
import { openSession } from '../../../support/people/users.ts';
import { inventBody, type Pools } from '../../../support/server/bodies.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer } from '../../../support/server/server.ts';
import { createCompany, fact } from '../devices/intake/company.ts';

const now = new Date('2031-03-12T18:00:00Z');
const rounds = 2;
/** Calls about days are made more often than others. */
const aboutDays = /^(POST|PUT) \/(employees|closed-months|corrections|settings)|employee-codes|day-rules|reinterpret/;
const often = 5;
/** Sheets with all events are read after so many calls; their rows after each call. */
const readAfter = 15;
/** What may change the sheets of a closed month, by the note that they then have. */
const mayChange = {
  late_events: [
    'events of the webhook',
    'events of a device',
    'POST /access-controllers/{id}/device/approve',
    'POST /access-controllers/{id}/device/file',
  ],
  erasure: ['POST /privacy/erasures'],
};

const codes = ['101', '102', '103', '7', '8', '9'] as const;
const writes = Object.keys(calls).filter((key) => !key.startsWith('GET '));
const contract: Readonly<Record<string, Call>> = calls;

test.each(databases)('on $name', { timeout: 300_000 }, async ({ create }) => {
  const chance = createChance(2031);
  const server = await startServer({
    createDatabase: create,
    sample: { employeesPerCompany: 1, days: 0 },
    clock: () => now,
  });
  const { db } = server;
  const company = await createCompany(db);
  const doors = [await company.addDoor(), await company.addDoor({ direction: 'alternating' })];
  for (const [index, name] of ['Ann', 'Bob', 'Cy'].entries()) await company.employ(codes[index] ?? '', name);
  for (const door of doors)
    for (const firstDay of ['2031-01-29', '2031-02-25'])
      await company.hear(door, factsFrom(chance, firstDay), '2031-03-05 12:00:00');

  const { id: userId } = await one<{ id: number }>(
    db,
    sql`select user_id as id from user_roles join roles on roles.id = role_id where roles.name = 'administrator'`,
  );
  const ask = async (key: string, body?: unknown) => {
    const token = await openSession(db, userId, now);
    return server.ask(key, { token, ...(body !== undefined && { body }) });
  };

  const close = () => ask('POST /closed-months', { company_id: company.companyId, month: '2031-02' });
  const look = async (): Promise<Look> => ({
    rows: await rowsOf(ask, company.companyId),
    sheets: await sheetsOf(ask, db, company.companyId),
  });

  const done = new Set<string>();
  const log: string[] = [];
  await close();
  let before = await look();
  expect(before.rows).toContain('worked_minutes');

  const sendLate = () => {
    const at = new Date(Date.parse('2031-02-24') + chance.whole(0, 8 * 24 * 60) * 60_000).toISOString();
    const event_type = chance.pick(['check-in', 'check-out'] as const);
    const controller = chance.pick([doors[0]?.controllerId ?? 0]);
    return sendEvents(server, controller, [{ employee_id: chance.pick(codes), event_type, timestamp: at }], now);
  };
  const hear = async () => {
    const [door] = doors;
    const [device] = await db.all(
      sql`select id from devices where id = ${door?.deviceId ?? 0} and state = 'approved'
        and controller_id in (select id from access_controllers where deleted_at is null and is_active = true)`,
    );
    if (door && device) await company.hear(door, factsFrom(chance, '2031-02-27').slice(0, 3), '2031-03-12 18:00:00');
  };

  async function step(key: string): Promise<void> {
    const notes = await noted(db);
    if (key === 'events of the webhook') await sendLate();
    else if (key === 'events of a device') await hear();
    else {
      const path = await pathFor(db, key, company.companyId, userId, chance);
      const decoder = contract[key]?.body;
      const body = decoder
        ? inventBody(decoder, await poolsFor(db, key, company.companyId, chance), chance)
        : undefined;
      const { status, json } = await ask(path, body);
      expect(status, `${path} ${JSON.stringify(body)}: ${json.message}`).toBeLessThan(500);
      if (status < 300) done.add(key);
      log.push(`${status} ${path} ${JSON.stringify(body) ?? ''}`);
    }
    const after = await noted(db);
    if (after === undefined) {
      // The month was reopened: other sheets are closed from now on.
      await close();
      before = await look();
      return;
    }
    const said = Object.entries(mayChange).find(([, calls]) => calls.includes(key))?.[0] ?? '';
    if (total(after, said) > total(notes, said)) before = await look();
    else expect(await rowsOf(ask, company.companyId), lastOf(log, key)).toBe(before.rows);
    if (++steps % readAfter === 0) await compareSheets(key);
  }

  let steps = 0;
  const compareSheets = async (key: string) =>
    expect(await sheetsOf(ask, db, company.companyId), lastOf(log, key)).toBe(before.sheets);

  const others = Object.values(mayChange).flat();
  const calls = [...new Set([...writes, ...others])].filter((key) => !last.includes(key));
  for (let round = 0; round < rounds; round++) {
    const many = calls.flatMap((key) =>
      Array<string>(aboutDays.test(key) || others.includes(key) ? often : 1).fill(key),
    );
    for (const key of shuffled(many, chance)) await step(key);
  }
  const missing = () => mustBeDone.filter((key) => !done.has(key));
  // It is random which invented bodies are accepted.
  for (let tries = 0; tries < 200; tries++) for (const key of missing()) await step(key);
  for (const key of last) await step(key);
  await compareSheets('the last call');
  expect(missing()).toEqual([]);
  await server.stop();
});

const lastOf = (log: readonly string[], key: string) => [...log.slice(-readAfter), key].join('\n');

interface Look {
  readonly rows: string;
  readonly sheets: string;
}

/** Calls made last, since little is possible after them. */
const last = ['DELETE /access-controllers/{id}', 'DELETE /companies/{id}'];

/** Calls that must succeed, or the sequences would prove little. */
const mustBeDone = [
  'POST /employee-codes',
  'DELETE /employee-codes/{id}',
  'POST /employees',
  'PUT /employees/{id}',
  'DELETE /employees/{id}',
  'PUT /access-controllers/{id}',
  'PUT /settings/{keyOrId}',
  'POST /corrections',
  'POST /closed-months/{id}/reopen',
  'POST /access-controllers/{id}/device/reinterpret',
];

const factsFrom = (chance: Chance, firstDay: string) =>
  codes.flatMap((code) =>
    randomPunches(chance, firstDay, 5).map(({ at, direction }) => {
      const [day = '', time = ''] = new Date(at).toISOString().slice(0, 19).split('T');
      return fact(`${code} ${direction} ${day} ${time}`);
    }),
  );

type Ask = (key: string) => Promise<{ status: number; json: { data: unknown } }>;

/** The rows of people with events, as text. */
async function rowsOf(ask: Ask, companyId: number): Promise<string> {
  const period = 'start_date=2031-02-01&end_date=2031-02-28&per_page=500';
  const { status, json } = await ask(`GET /timesheets?company_id=${companyId}&${period}`);
  expect(status).toBe(200);
  const { data } = answerDecoder('GET /timesheets')(json.data);
  const rows = data.filter(({ days }) => days.length > 0).map(({ employee, company: _, ...row }) => [employee.id, row]);
  return JSON.stringify(rows.toSorted(([one], [other]) => Number(one) - Number(other)));
}

/** The sheets of everybody who ever worked for the company, as text, without names and the HR system's part. */
async function sheetsOf(ask: Ask, db: Db, companyId: number): Promise<string> {
  const people = await db.all<{ id: number }>(
    sql`select id from employees where company_id = ${companyId} order by id`,
  );
  const sheets: string[] = [];
  for (const { id } of people) {
    const { json } = await ask(`GET /timesheets/${id}?start_date=2031-02-01&end_date=2031-02-28`);
    const { employee: _, company: __, closed_months: ___, ...sheet } = answerDecoder('GET /timesheets/{id}')(json.data);
    const isNamed = (key: string) => ['controller', 'hr_state', 'hr_difference', 'sentence'].includes(key);
    if (sheet.days.length > 0)
      sheets.push(`${id} ${JSON.stringify(sheet, (key, value) => (isNamed(key) ? undefined : value))}`);
  }
  return sheets.join('\n');
}

type Noted = Readonly<Record<string, number>>;

/** The notes beside the closed month; undefined if it is not closed. */
async function noted(db: Db): Promise<Noted | undefined> {
  const rows = await db.all<{ kind: string | null; total: number }>(
    sql`select kind, total from closed_months left join closed_month_changes on closed_month_id = closed_months.id
      where month = '2031-02' and reopened_at is null`,
  );
  return rows.length === 0 ? undefined : Object.fromEntries(rows.map(({ kind, total: count }) => [kind ?? '', count]));
}

const total = (notes: Noted | undefined, kind: string) => notes?.[kind] ?? 0;

function shuffled<T>(values: readonly T[], chance: Chance): T[] {
  return values
    .map((value) => ({ value, rank: chance.next() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ value }) => value);
}

const tables: Readonly<Record<string, string>> = {
  'hr-sync': 'companies',
  views: 'saved_views',
  'user-sessions': 'sessions',
  'user-api-tokens': 'api_tokens',
};

/** The path with the id of a row in the table it names, if any; of the company's rows, if rows belong to companies. */
async function pathFor(db: Db, key: string, companyId: number, userId: number, chance: Chance): Promise<string> {
  const segment = /\/([a-z-]+)/.exec(key)?.[1] ?? '';
  const table = tables[segment] ?? segment.replaceAll('-', '_');
  const ids = key.includes('{id}') ? await idsOf(db, table, companyId, userId) : [];
  const [first = 1, ...others] = ids;
  return key
    .replace('{id}', String(chance.pick([first, ...others])))
    .replace('{keyOrId}', chance.pick(['business_timezone', 'url_types']))
    .replace('{slot}', 'morning');
}

async function idsOf(db: Db, table: string, companyId: number, userId: number): Promise<number[]> {
  if (table === 'companies') return [companyId];
  // The acting user and their rights are kept.
  const kept = table === 'users' || table === 'roles' ? sql`id > ${userId} and id > 10` : sql`true`;
  try {
    const rows = await db.all<Record<string, number | null>>(
      sql`select * from ${quotedName(table)} where ${kept} order by id`,
    );
    return rows.filter((row) => (row.company_id ?? companyId) === companyId).map(({ id }) => id ?? 1);
  } catch {
    return [];
  }
}

/** A time around the end of the month. */
const randomTime = (chance: Chance) =>
  new Date(Date.parse('2031-02-26') + chance.whole(0, 7 * 24 * 60) * 60_000).toISOString().slice(0, 16);

async function poolsFor(db: Db, key: string, companyId: number, chance: Chance): Promise<Pools> {
  const idsIn = async (table: string): Promise<[unknown, ...unknown[]]> => {
    const [first = 1, ...others] = await idsOf(db, table, companyId, 1);
    return [first, ...others];
  };
  const days = ['', '2031-01-31', '2031-02-01', '2031-02-26', '2031-02-28', '2031-03-01', '2031-03-03'] as const;
  return {
    company_id: [companyId],
    // In calls that save employees it is the employee ID, a text; elsewhere it is the id of the row.
    employee_id: key.includes('/employees') ? [...codes, 'E-1', 'E-2', 'E-3', 'E-4'] : await idsIn('employees'),
    code: codes,
    employee_code: codes,
    record_id: await idsIn('attendance'),
    record_ids: [await idsIn('attendance')],
    correction_id: await idsIn('corrections'),
    device_id: await idsIn('devices'),
    subject_id: [companyId, ...(await idsIn('employees'))],
    id: await idsIn('employees'),
    kind: ['add', 'set_aside', 'as_is', 'undo', 'employees', 'zkteco'],
    event_type: ['check-in', 'check-out'],
    timestamp: [randomTime(chance)],
    month: ['2031-01', '2031-02', '2030-12'],
    start_date: ['2031-01-30', '2031-02-20', '2031-02-27'],
    end_date: ['2031-02-02', '2031-03-02', '2031-03-05'],
    date: days,
    day: days,
    first_day: days,
    last_day: days,
    leave_known_from: days,
    timezone: ['', '', 'Europe/Berlin', 'Pacific/Kiritimati', 'Nowhere'],
    employed_from: ['', '', '', ...days],
    employed_until: ['', '', '', ...days],
    valid_from: days,
    valid_until: ['', '', '2031-02-28', '2031-03-01'],
    starts_at: ['00:00', '04:00'],
    repeat_seconds: [0, 60, 3_000],
    needs_second_person: [false, false, true],
    direction: ['key', 'alternating', 'in', 'out'],
    zone: ['UTC', 'Europe/Berlin', 'Pacific/Kiritimati'],
    value: ['UTC', 'Pacific/Kiritimati', '[]'],
    key: ['business_timezone', 'note'],
    type: ['string'],
    name: ['A name', 'Another name'],
    display_name: ['A role'],
    reason: ['Because'],
    agree: [true, true, false],
    dry_run: [false],
    is_active: [true],
    // Nobody is invited or signs in.
    email: ['someone@rollcall.example'],
    url: ['http://127.0.0.1:1/'],
    url_type: ['crm'],
  };
}
