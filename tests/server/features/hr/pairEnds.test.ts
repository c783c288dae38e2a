// A later check-out arrives while the HR system cannot be reached: its pair is created once, and then changed.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMatches, removeMatches } from '../../../../server/features/hr/people/matches.ts';
import { syncCompany } from '../../../../server/features/hr/syncCompany.ts';
import { type Db, one, sql } from '../../../../server/platform/db/db.ts';
import type { SafeRequest } from '../../../../server/platform/http/outbound.ts';
import { dateOf } from '../../../../server/platform/time/clock.ts';
import { addConnection, addHrCompany } from '../../../support/hr/hrCompany.ts';
import { createOdooFake } from '../../../support/hr/odooFake.ts';
import { testVault } from '../../../support/server/server.ts';
import { createSqlite, openFresh } from '../../../support/server/testDatabase.ts';

const day = '2026-05-12';
const people = [
  { id: '7', number: '001', name: 'Ada', email: '', is_active: true },
  { id: '8', number: '', name: 'Adam', email: '', is_active: true },
];
const silentLog = { debug() {}, info() {}, warn() {}, error() {} };

let db: Db;
beforeAll(async () => {
  db = await openFresh(createSqlite);
});
afterAll(() => db.close());

/** The user who starts syncs. */
const user = { id: 1, email: 'ada@rollcall.example', address: '' };

async function companyWithOdoo() {
  let now = dateOf(`${day} 20:00:00`);
  const fake = createOdooFake({ people, timeZone: 'UTC', clock: () => now });
  const { id, identifier } = await addHrCompany(db, fake.url, day, ['001 in 08:00', '001 out 12:00']);
  const company = { id, name: 'Acme', unique_identifier: identifier, crm_company_id: '' };
  await addConnection(db, id, 'odoo', fake);
  await db.run(
    sql`insert into hr_matches (employee_id, company_id, person_id, matched_by)
      select id, company_id, '7', 'number' from employees where company_id = ${id}`,
  );
  return {
    fake,
    /** Syncs as a user, since the schedule waits after a failure. */
    sync(at: string, safeRequest: SafeRequest = fake.request) {
      now = dateOf(`${day} ${at}`);
      const tools = { db, clock: () => now, safeRequest, vault: testVault, wait: async () => {}, log: silentLog };
      return syncCompany(tools, company, { days: [day], cause: { caller: user, requestId: 'test' } });
    },
    /** Matches the employee as Match Employees does. */
    match: (personId: string) =>
      db.tx(async (queries) => {
        const { employee } = await one<{ employee: number }>(
          queries,
          sql`select id as employee from employees where company_id = ${id}`,
        );
        await removeMatches(queries, [employee]);
        await addMatches(queries, id, new Map([[employee, { person_id: personId, matched_by: 'chosen' }]]));
      }),
    checkOut: (at: string) =>
      db.run(
        sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type,
            occurred_at, created_at)
          select company_id, employee_id, employee_code, access_controller_id, 'check-out', ${`${day} ${at}`},
            ${`${day} ${at}`}
          from attendance where company_id = ${id} and event_type = 'check-in'`,
      ),
  };
}

/** Sets a record aside as a correction does. */
const setAside = (at: string) =>
  db.tx(async (queries) => {
    await queries.run(
      sql`insert into corrections (company_id, employee_id, employee_code, day, kind, event_type, occurred_at,
          attendance_id, reason, state, author, created_at)
        select company_id, employee_id, employee_code, ${day}, 'set_aside', event_type, occurred_at, id,
          'The door was open', 'applied', 'Anna', ${`${day} ${at}`} from attendance
        where occurred_at = ${`${day} ${at}`}`,
    );
    await queries.run(
      sql`update attendance set set_aside_by = (select max(id) from corrections where attendance_id = attendance.id)
        where occurred_at = ${`${day} ${at}`}`,
    );
  });

/** Queues an end as another server does whose plan did not know the later end yet. */
const queueEnd = (at: string, later: string) =>
  db.run(
    sql`insert into hr_deliveries (attendance_id, company_id, idempotency_key, day, state, next_try_at, pair_start_id)
      select earlier.id, queued.company_id, 'key of the earlier end', day, 'waiting', ${`${day} ${at}`}, pair_start_id
      from hr_deliveries as queued
        join attendance as last on last.id = queued.attendance_id and last.occurred_at = ${`${day} ${later}`}
        join attendance as earlier on earlier.company_id = last.company_id and earlier.occurred_at = ${`${day} ${at}`}`,
  );

const isCreation = (url: string) => url.endsWith('/create');
const isChange = (url: string) => url.endsWith('/write');

test.each([
  { what: 'was never sent', arrives: false },
  { what: 'has arrived, without an answer', arrives: true },
])('if the first check-out $what', async ({ arrives }) => {
  const { fake, sync, checkOut } = await companyWithOdoo();
  const lost: SafeRequest = async (url, options) => {
    if (!isCreation(url) || arrives) await fake.request(url, options);
    throw new Error('The connection was closed');
  };
  const losesCreation: SafeRequest = (url, options) =>
    isCreation(url) ? lost(url, options) : fake.request(url, options);
  expect(await sync('20:00:00', losesCreation)).toMatchObject({ success: 0, failed: 2 });
  await checkOut('16:00:00');
  await checkOut('17:00:00');
  expect(await sync('20:05:00')).toMatchObject({ success: 3, failed: 0, errors: [] });
  expect(fake.entries()).toEqual([`7 work ${day} 08:00:00 to ${day} 17:00:00`]);
});

test('it waits with the first one, whose request may still arrive', async () => {
  const { fake, sync, checkOut } = await companyWithOdoo();
  let late = async () => {};
  const isLate: SafeRequest = async (url, options) => {
    if (!isCreation(url)) return fake.request(url, options);
    late = async () => void (await fake.request(url, options));
    throw new Error('No answer in time');
  };
  await sync('20:00:00', isLate);
  await checkOut('17:00:00');
  const { success, failed, errors } = await sync('20:00:30');
  expect({ success, failed }).toEqual({ success: 0, failed: 3 });
  expect(errors.at(-1)).toContain('An earlier end of the same pair comes first');
  await late();
  expect(await sync('20:05:00')).toMatchObject({ success: 3, failed: 0 });
  expect(fake.entries()).toEqual([`7 work ${day} 08:00:00 to ${day} 17:00:00`]);
});

test('the first one counts again, if the later one is set aside before it is known to have arrived', async () => {
  const { fake, sync, checkOut } = await companyWithOdoo();
  const isDown: SafeRequest = async () => {
    throw new Error('The connection was refused');
  };
  const losesAnswer: SafeRequest = async (url, options) => {
    const answer = await fake.request(url, options);
    if (isCreation(url)) throw new Error('The connection was closed');
    return answer;
  };
  await sync('20:00:00', isDown);
  await checkOut('18:30:00');
  await sync('20:10:00', losesAnswer);
  expect(fake.entries()).toEqual([`7 work ${day} 08:00:00 to ${day} 18:30:00`]);
  await queueEnd('12:00:00', '18:30:00');
  await setAside('18:30:00');
  expect(await sync('20:30:00')).toMatchObject({ failed: 0, errors: [] });
  expect(fake.entries()).toEqual([`7 work ${day} 08:00:00 to ${day} 12:00:00`]);
});

test('a change that arrived without an answer is found and not sent again', async () => {
  const { fake, sync, checkOut } = await companyWithOdoo();
  await sync('20:00:00');
  await checkOut('17:00:00');
  let changes = 0;
  const losesChange: SafeRequest = async (url, options) => {
    const answer = await fake.request(url, options);
    if (!isChange(url)) return answer;
    changes++;
    throw new Error('The connection was closed');
  };
  expect(await sync('20:05:00', losesChange)).toMatchObject({ success: 0, failed: 1 });
  expect(await sync('20:30:00', losesChange)).toMatchObject({ success: 1, failed: 0, errors: [] });
  expect(changes).toBe(1);
  expect(fake.entries()).toEqual([`7 work ${day} 08:00:00 to ${day} 17:00:00`]);
});

test('it never changes the hours of the person with whom the employee was matched before', async () => {
  const { fake, sync, checkOut, match } = await companyWithOdoo();
  await sync('20:00:00');
  await match('8');
  await checkOut('17:00:00');
  expect(await sync('20:05:00')).toMatchObject({ success: 1, failed: 0, errors: [] });
  expect(fake.entries()).toEqual([
    `7 work ${day} 08:00:00 to ${day} 12:00:00`,
    `8 work ${day} 08:00:00 to ${day} 17:00:00`,
  ]);
});

test('it goes to nobody who is no longer matched, not even in a run that has begun', async () => {
  const { fake, sync, match } = await companyWithOdoo();
  const isMatchedAnew: SafeRequest = async (url, options) => {
    const answer = await fake.request(url, options);
    if (url.endsWith('hr.attendance/search_read')) await match('8');
    return answer;
  };
  const { success, errors } = await sync('20:00:00', isMatchedAnew);
  expect(success).toBe(0);
  expect(errors.join()).toContain('It was changed meanwhile: the next sync takes it up');
  expect(await sync('20:05:00')).toMatchObject({ success: 2, failed: 0, errors: [] });
  expect(fake.entries()).toEqual([`8 work ${day} 08:00:00 to ${day} 12:00:00`]);
});
