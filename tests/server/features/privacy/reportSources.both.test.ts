// No stored data about a person may be missing from their report. This walks the whole schema: every column that refers
// to a person, by foreign key or by name, is in the report's sources or listed here with the reason why not.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sourcesOfEmployees, sourcesOfUsers } from '../../../../server/features/privacy/report/reportHandlers.ts';
import { type Db, sql } from '../../../../server/platform/db/db.ts';
import { databases } from '../../../support/server/databases.ts';
import { openFresh } from '../../../support/server/testDatabase.ts';

/** Columns that look as if they refer to people, and why no source reads them. */
const leftOut: Readonly<Record<string, string>> = {
  'companies.contact_email': 'of the company, not of an employee or user',
  'companies.contact_phone': 'of the company, not of an employee or user',
  'attendance.added_by': 'the correction that added it',
  'attendance.set_aside_by': 'the correction that set it aside',
  'attendance_places.reader': 'a hash of a session and its filters, kept for minutes',
  'attendance.guessed_by': 'a rule of the controller, and no person',
  'day_rules.hours': 'a rule of the company',
  'day_rules.needs_second_person': 'a rule of the company',
  'day_rules.working_time': 'a rule of the company',
  'device_commands.return_code': "a device's number for success",
  'device_events.number': 'a count of the device',
  'device_events.reader': 'the part of the device that read the card',
  'devices.last_number': 'a count of the device',
  'digests.mailed_to': 'a number of people',
  'erasures.author_id': 'a number without the account, once that is erased; the audit has who erased whom',
  'erasures.person_id': 'a number: nothing else is stored of them',
  'hr_deliveries.sent_to': 'the address of an HR system',
  'hr_connections.match_by': 'a rule of the company',
  'hr_attendance_waits.subject_id': 'what a company waits for: it follows from the attendance, which has a source',
  'hr_sync_turns.holder': 'a process',
  'retention_runs.worker': 'a process',
  'slot_run.worker': 'a process',
};

const namesPeople =
  /(?:^|_)(?:employee|user|person|author|decider|recipient|email|phone|code|number|about|holder|worker|reader)(?:_|$)|_by$|_to$|^subject_id$/;

const known = new Set([...sourcesOfEmployees, ...sourcesOfUsers].flatMap(({ knows }) => knows));

const columnsOf = (db: Db) =>
  places(
    db,
    db.dialect === 'sqlite'
      ? sql`select tables.name || '.' || columns.name as place
          from sqlite_master tables join pragma_table_info(tables.name) columns
          where tables.type = 'table' and tables.name not like 'sqlite_%'`
      : sql`select table_name || '.' || column_name as place from information_schema.columns
          where table_schema = 'public'`,
  );

const referencesOf = (db: Db) =>
  places(
    db,
    db.dialect === 'sqlite'
      ? sql`select tables.name || '.' || keys."from" as place
          from sqlite_master tables join pragma_foreign_key_list(tables.name) keys
          where tables.type = 'table' and keys."table" in ('employees', 'users')`
      : sql`select conrelid::regclass || '.' || attname as place from pg_constraint
          join pg_attribute on attrelid = conrelid and attnum = any (conkey)
          where contype = 'f' and confrelid in ('employees'::regclass, 'users'::regclass)`,
  );

const places = async (db: Db, statement: ReturnType<typeof sql>): Promise<string[]> =>
  (await db.all<{ place: string }>(statement)).map(({ place }) => place);

async function forgottenIn(db: Db): Promise<string[]> {
  const references = new Set(await referencesOf(db));
  return (await columnsOf(db))
    .filter((place) => namesPeople.test(place.split('.')[1] ?? '') || references.has(place))
    .filter((place) => !known.has(place) && !(place in leftOut))
    .sort();
}

describe.each(databases)('on $name', ({ create }) => {
  let db: Db;
  beforeAll(async () => {
    db = await openFresh(create);
  });
  afterAll(() => db.close());

  test('reads every column that refers to a person', async () => {
    expect((await referencesOf(db)).length).toBeGreaterThan(10);
    expect(await forgottenIn(db), 'add a source in server/features/privacy/report/').toEqual([]);
  });

  test('names only columns that exist', async () => {
    const columns = await columnsOf(db);
    expect([...known].filter((place) => !columns.includes(place))).toEqual([]);
  });

  test('would notice a table that a later version adds', async () => {
    await db.exec(`create table holidays (owner bigint references employees(id), granted_by text, days integer)`);
    expect(await forgottenIn(db)).toEqual(['holidays.granted_by', 'holidays.owner']);
  });
});

test('gives every section a name of its own', () => {
  for (const sources of [sourcesOfEmployees, sourcesOfUsers]) {
    const names = sources.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  }
});
