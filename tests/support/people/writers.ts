// Writers that collide: for a pair of calls, a small company with one record of each kind, and both calls on these
// records several times at once. Statements are slowed down a little, so transactions overlap.

import { setTimeout as wait } from 'node:timers/promises';
import { createChance } from '../../../server/app/sample/random.ts';
import { insertRole } from '../../../server/features/people/roleQueries.ts';
import { insertUser } from '../../../server/features/people/userQueries.ts';
import { type Db, one, type Queries, type Sql, sql } from '../../../server/platform/db/db.ts';
import { access } from '../../../src/shared/contract/access.ts';
import type { CallKey } from '../../../src/shared/contract/calls.ts';
import { bodies, person } from '../server/bodies.ts';
import { serveDatabase, type TestAnswer } from '../server/server.ts';
import { addApiToken, openSession } from './users.ts';

const isCall = (key: string): key is CallKey => key in access;

export const allCalls = Object.keys(access).filter(isCall);
export const writingCalls = allCalls.filter((key) => !key.startsWith('GET '));

type Pair = readonly [CallKey, CallKey];

/** Pairs each writing call with itself and with every other, in an order determined by the seed. */
export function pairsInOrder(seed: number): Pair[] {
  const chance = createChance(seed);
  const pairs = writingCalls.flatMap((one, index) => writingCalls.slice(index).map((other): Pair => [one, other]));
  return pairs
    .map((pair) => ({ pair, place: chance.next() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ pair }) => pair);
}

interface Collision {
  readonly statement: string;
  readonly message: string;
}

/** Slows the database's statements down, and records the transactions that PostgreSQL ended because of a deadlock. */
function slowed(db: Db, seed: number, collisions: Collision[]): Db {
  const chance = createChance(seed);
  const slowly = async <Result>(statement: string, work: () => Promise<Result>): Promise<Result> => {
    await wait(chance.whole(0, 3));
    return work().catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === '40P01')
        collisions.push({ statement, message: 'detail' in error ? String(error.detail) : error.message });
      throw error;
    });
  };
  const slow = (queries: Queries): Queries => ({
    ...queries,
    all: (statement, ...booleans) => slowly(textOf(statement), () => queries.all(statement, ...booleans)),
    run: (statement) => slowly(textOf(statement), () => queries.run(statement)),
  });
  return { ...db, tx: (work) => db.tx((queries) => work(slow(queries))) };
}

const textOf = ({ pieces }: Sql): string =>
  pieces.map((piece) => (piece === null ? '?' : typeof piece === 'string' ? piece : piece.postgres)).join('');

interface Met {
  readonly call: string;
  readonly status: number;
  readonly message: string;
}

export interface Writers {
  readonly collisions: readonly Collision[];
  /** Makes both calls at once, each `times` times. */
  meet(pair: Pair, times: number): Promise<Met[]>;
  stop(): Promise<void>;
}

export async function startWriters(db: Db, seed: number): Promise<Writers> {
  const collisions: Collision[] = [];
  const server = await serveDatabase(slowed(db, seed, collisions));
  let round = 0;

  async function ask(key: CallKey, subjects: Subjects): Promise<Met> {
    // A session for each call, since some calls end theirs.
    const token = await openSession(db, subjects.caller, new Date());
    const answer: TestAnswer = await server.ask(pathOf(key, subjects), { token, body: bodyOf(key, subjects) });
    return { call: key, status: answer.status, message: answer.json.message };
  }

  return {
    collisions,
    async meet([one, other], times) {
      const subjects = await makeSubjects(db, ++round);
      const calls = Array.from({ length: times }, () => [one, other]).flat();
      return Promise.all(calls.map((key) => ask(key, subjects)));
    },
    stop: () => server.close(),
  };
}

/** Ids of records, by the name that paths use for their kind. */
export type Subjects = Readonly<Record<string, number>> & { readonly caller: number; readonly round: number };

/** Spells the number in letters, since names of roles have no digits. */
const inLetters = (round: number): string => String(round).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');

const at = '2026-11-21 10:00:00';

export async function makeSubjects(db: Db, round: number): Promise<Subjects> {
  const add = async (statement: Sql) => (await one<{ id: number }>(db, sql`${statement} returning id`)).id;
  const name = `Meeting ${round}`;
  const company = (suffix: string) =>
    add(sql`insert into companies (name, unique_identifier, created_at)
      values (${`${name}${suffix}`}, ${`MEET-${round}${suffix}`}, ${at})`);
  const companies = await company('');
  const next = await company(' b');
  const door = (suffix: string) =>
    add(sql`insert into access_controllers (company_id, name, unique_identifier, created_at)
      values (${companies}, 'Door', ${`MEET-${round}${suffix}`}, ${at})`);
  const controller = await door('');
  const connected = await door(' with a device');
  await db.run(sql`insert into device_rules (controller_id, kind, pairing_until, set_up_at)
    values (${connected}, 'zkteco', '9999-01-01 00:00:00', ${at})`);
  const device =
    await add(sql`insert into devices (kind, identity, serial, controller_id, state, first_heard_at, last_heard_at)
    values ('zkteco', ${`meet ${round}`}, ${`M${round}`}, ${connected}, 'waiting', ${at}, ${at})`);
  const employee = (number: string) =>
    add(sql`insert into employees (company_id, employee_id, name, created_at)
      values (${companies}, ${number}, ${`Kim ${number}`}, ${at})`);
  const employees = await employee('E-1');
  const colleague = await employee('E-2');
  const left = await employee('E-3');
  await db.run(sql`update employees set deleted_at = ${at} where id = ${left}`);
  // Leaves earlier rounds out of a sync of all companies, which then concerns only this company and the sample's.
  await db.run(sql`delete from company_urls where url = 'http://127.0.0.1:1/'`);
  await db.run(sql`insert into company_urls (company_id, url_type, url, created_at)
    values (${companies}, 'hr_system', 'http://127.0.0.1:1/', ${at})`);
  const record = (minute: number) =>
    add(sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type, occurred_at, created_at)
      values (${companies}, ${employees}, 'E-1', ${controller}, 'check-in', ${`2026-11-20 08:0${minute}:00`}, ${at})`);
  const attendance = await record(0);
  const later = await record(5);
  await db.run(sql`insert into attendance (company_id, employee_code, access_controller_id, event_type, occurred_at, created_at)
    values (${companies}, '77', ${controller}, 'check-in', '2026-11-20 09:00:00', ${at})`);
  const rollCall = await add(sql`insert into roll_calls (company_id, site, department, silent, started_by, started_at)
    values (${companies}, '', '', '[]', 'Ada', ${at})`);
  const { id: caller } = await one<{ id: number }>(
    db,
    sql`select user_id as id from user_roles join roles on roles.id = role_id where roles.name = 'administrator' limit 1`,
  );
  const roleNamed = (word: string) =>
    insertRole(db, { name: `${word}_${inLetters(round)}`, display_name: name, description: '', permissions: [] });
  const held = await roleNamed('held');
  const account = { name, email: `meeting${round}@rollcall.example`, passwordHash: '', companies: [companies] };
  const user = await insertUser(db, { ...account, roles: [held] }, new Date());
  // Makes room: a user can have only a hundred views and fifty tokens.
  await db.run(sql`delete from saved_views where user_id = ${caller}`);
  await db.run(sql`delete from api_tokens where user_id = ${caller}`);
  const sessionOf = async (userId: number) => {
    await openSession(db, userId, new Date());
    return (await one<{ id: number }>(db, sql`select max(id) as id from sessions where user_id = ${userId}`)).id;
  };
  const tokenOf = async (userId: number) => {
    await addApiToken(db, { userId, name, permissions: [], companies: null });
    return (await one<{ id: number }>(db, sql`select max(id) as id from api_tokens where user_id = ${userId}`)).id;
  };
  return {
    round,
    caller,
    companies,
    next,
    'hr-sync': companies,
    'access-controllers': controller,
    connected,
    devices: device,
    employees,
    left,
    attendance,
    later,
    'roll-calls': rollCall,
    roles: await roleNamed('free'),
    held,
    permission: (await one<{ id: number }>(db, sql`select min(id) as id from permissions`)).id,
    users: user,
    'company-urls': await add(sql`insert into company_urls (company_id, url_type, url, created_at)
      values (${companies}, 'crm', 'https://crm.example/', ${at})`),
    'employee-codes': await add(sql`insert into employee_codes (company_id, code, employee_id, author, created_at)
      values (${companies}, '88', ${employees}, 'Ada', ${at})`),
    'week-patterns': await add(sql`insert into week_patterns (company_id, valid_from, monday, tuesday, wednesday,
        thursday, friday, saturday, sunday)
      values (${companies}, '2026-03-01', 1, 1, 1, 1, 1, 1, 1)`),
    leaves: await add(sql`insert into leaves (company_id, employee_id, first_day, last_day, is_half)
      values (${companies}, ${employees}, '2026-03-01', '2026-03-01', false)`),
    balances: await add(sql`insert into balances (company_id, employee_id, day, minutes, reason)
      values (${companies}, ${employees}, '2026-03-01', 5, 'Agreed')`),
    corrections: await add(sql`insert into corrections (company_id, employee_id, employee_code, day, kind, event_type,
        occurred_at, reason, state, author, created_at)
      values (${companies}, ${employees}, 'E-1', '2026-11-20', 'add', 'check-out', '2026-11-20 17:00:00', 'Forgot', 'waiting',
        'Ada', ${at})`),
    'closed-months': await add(sql`insert into closed_months (company_id, month, closed_by, closed_at)
      values (${companies}, '2026-01', 'Ada', ${at})`),
    'legal-holds': await add(sql`insert into legal_holds (kind, subject_id, reason, author, created_at)
      values ('employees', ${colleague}, 'Lawsuit', 'Ada', ${at})`),
    views: await add(sql`insert into saved_views (user_id, place, name, path, query)
      values (${caller}, ${round}, ${name}, '/employees', '')`),
    sessions: await sessionOf(caller),
    'user-sessions': await sessionOf(user),
    'api-tokens': await tokenOf(caller),
    'user-api-tokens': await tokenOf(user),
    settings: await add(sql`insert into settings (setting_key, type, setting_value, description, is_public)
      values (${`meeting_${round}`}, 'string', '1', '', true)`),
  };
}

/** The id of the record that the path names, or undefined if it names none. */
export const idIn = (key: string, subjects: Subjects): number | undefined =>
  /\/device\//.test(key) ? subjects.connected : subjects[key.split('/')[1] ?? ''];

export function pathOf(key: string, subjects: Subjects): string {
  return key
    .replace('{id}', String(idIn(key, subjects) ?? 1))
    .replace('{keyOrId}', String(subjects.settings))
    .replace('{slot}', 'morning')
    .replace('{section}', 'record');
}

export function bodyOf(key: CallKey, subjects: Subjects): object {
  const { round, companies, next, employees, left, attendance, later, users, held, devices } = subjects;
  const letters = inLetters(round);
  const own: Partial<Record<CallKey, object>> = {
    // A different name each time.
    'PUT /companies/{id}': { name: `Renamed ${performance.now()}` },
    'POST /companies': { name: `Added ${round}` },
    'POST /access-controllers': { company_id: companies, name: 'Added' },
    'PUT /access-controllers/{id}': { name: 'Door', company_id: round % 2 === 0 ? next : companies },
    'POST /employees': { company_id: companies, employee_id: '77', name: 'Added' },
    'PUT /employees/{id}': { name: 'Renumbered', employee_id: '77' },
    'POST /attendance/mark-processed': { record_ids: [later, attendance] },
    'POST /attendance/retry-hr': { record_ids: [later, attendance] },
    'POST /settings': { key: `added_${round}`, value: '1' },
    'POST /roles': { name: `added_${letters}`, display_name: 'Added', permissions: [] },
    'PUT /roles/{id}': { name: `renamed_${letters}`, display_name: 'Renamed', permissions: [] },
    'POST /users': {
      ...person,
      email: `added${round}@rollcall.example`,
      password: 'long enough',
      roles: [held],
      companies: [],
    },
    'PUT /users/{id}': {
      ...person,
      email: `changed${round}@rollcall.example`,
      roles: [held],
      companies: [companies, next],
    },
    'POST /users/{id}/assign-companies': { companies: [next, companies] },
    'POST /hr-sync/companies/{id}': { date: '2026-11-20' },
    'PUT /companies/{id}/day-rules': { starts_at: '00:00', repeat_seconds: 60, needs_second_person: true },
    'POST /corrections': { corrections: [{ kind: 'set_aside', record_id: later }], reason: 'Twice' },
    'POST /corrections/preview': { corrections: [{ kind: 'set_aside', record_id: later }], reason: 'Twice' },
    'POST /closed-months': { company_id: companies, month: '2026-02' },
    'POST /roll-calls': { company_id: companies, site: '', department: '' },
    'PUT /companies/{id}/free-days': { days: [{ day: '2026-03-01', name: 'Free', is_half: false }] },
    'POST /week-patterns': { ...bodies['POST /week-patterns'], company_id: companies },
    'POST /leaves': {
      ...bodies['POST /leaves'],
      employee_id: employees,
      first_day: '2026-04-01',
      last_day: '2026-04-01',
    },
    'POST /balances': { ...bodies['POST /balances'], employee_id: employees },
    'POST /access-controllers/{id}/device/approve': { device_id: devices },
    'POST /employee-codes': {
      company_id: companies,
      code: '77',
      employee_id: employees,
      valid_from: '',
      valid_until: '',
    },
    'POST /legal-holds': { kind: 'employees', subject_id: employees, reason: 'Lawsuit' },
    'POST /privacy/erasures': { kind: 'employees', id: left, reason: 'Asked for it' },
    'POST /privacy/erasures/preview': { kind: 'users', id: users },
    'POST /views': { name: `Added ${round}`, path: '/employees', query: '' },
    'PUT /views/{id}': { name: `Renamed ${round}` },
    'PUT /views/{id}/role': { role_id: subjects.roles },
    'PUT /views/order': { ids: [subjects.views] },
    'POST /api-tokens': { name: 'Added', permissions: [subjects.permission], companies: null, expires_in_days: 30 },
  };
  return own[key] ?? bodies[key] ?? {};
}
