// The parts of each class of data, and how old rows are removed, a few at a time.

import type { DataClass } from '../../../../src/shared/contract/privacy.ts';
import { type Queries, quotedName, type Sql, scalars, sql } from '../../../platform/db/db.ts';
import { lockRows } from '../../../platform/db/rowLocks.ts';
import { heldRows } from '../heldRows.ts';

/** How many rows were removed, by kind. */
export type Counts = Readonly<Record<string, number>>;

/** Old rows of one kind. The dry run counts by the same conditions by which the daily job removes. */
export interface Part {
  /** 'Sent e-mails' */
  readonly what: string;
  readonly table: Sql;
  readonly isOld: Sql;
  readonly isHeld: Sql;
  /** When a row dates from. */
  readonly at: Sql;
  /**
   * Removes at most a few hundred old rows that are not held, and what refers to them. Returns {} when none are left.
   */
  removeSome(queries: Queries): Promise<Counts>;
}

/** The parts from before the cutoff, an instant. */
export const partsOf: Readonly<Record<DataClass, (cutoff: string, now: string) => Part[]>> = {
  attendance: attendanceParts,
  audit_values: auditParts,
  mails: (cutoff, now) => [
    plainPart({
      what: 'E-mails',
      name: 'outbox',
      at: sql`created_at`,
      isOld: sql`(created_at < ${cutoff} and (sent_at is not null or expires_at <= ${now}))`,
    }),
  ],
  sign_ins: signInParts,
  device_notes: (cutoff) => [
    plainPart({
      what: 'Notes of devices',
      name: 'device_notes',
      at: sql`device_notes.at`,
      isOld: sql`(device_notes.at < ${cutoff} and not ${tellsWhereEventsWere})`,
    }),
    plainPart({ what: 'Answers of devices to commands', name: 'device_commands', ...before(cutoff, sql`answered_at`) }),
  ],
};

/** Without the approval, a device that was moved would double the events that it sent at its former door. */
const tellsWhereEventsWere = sql`(device_notes.kind = 'approved' and exists (select 1 from device_events
  where device_events.controller_id = device_notes.controller_id and device_events.device_id = device_notes.device_id))`;

const before = (cutoff: string, at: Sql) => ({ at, isOld: sql`${at} < ${cutoff}` });

function auditParts(cutoff: string): Part[] {
  // The last entry by time, which an index finds; by id, all kept entries would be read first.
  const lastOld = sql`select id from audit where at < ${cutoff} order by at desc, id desc limit 1`;
  const isOfOldEntry = sql`entry_id <= coalesce((${lastOld}), 0)`;
  return [
    plainPart({
      what: 'Personal values of audit entries',
      name: 'audit_values',
      key: sql`entry_id, about_kind, about_id`,
      at: sql`audit_values.at`,
      isOld: sql`${isOfOldEntry} and audit_values.at < ${cutoff}`,
    }),
    plainPart({
      what: 'Hashes from before version 18',
      name: 'audit_former_hashes',
      key: sql`entry_id`,
      at: sql`(select at from audit where id = entry_id)`,
      isOld: isOfOldEntry,
    }),
  ];
}

function signInParts(cutoff: string): Part[] {
  const ended = (at: Sql) => before(cutoff, at);
  const [id, token] = [sql`id`, sql`token_hash`];
  const part = (what: string, name: PlainPart['name'], key: Sql, age = ended(sql`expires_at`)) =>
    plainPart({ what, name, key, ...age });
  return [
    part('Sessions that ended', 'sessions', token),
    part('API tokens that ended', 'api_tokens', id, ended(sql`coalesce(revoked_at, expires_at)`)),
    part('Links that set a password', 'password_resets', token),
    part('Unfinished sign-ins', 'sign_in_tickets', token),
    part('Visits to the sign-in provider', 'single_sign_on_flows', sql`state_hash`),
    part(
      'Places that people signed in from',
      'sign_in_places',
      sql`user_id, device, network`,
      ended(sql`last_seen_at`),
    ),
    part('Counters of attempts', 'login_attempts', sql`throttle_key`, ended(sql`window_ends_at`)),
  ];
}

/** Tests for "not true": comparing with null gives neither true nor false, and such a row is not held. */
export const notHeld = (isHeld: Sql): Sql => sql`((${isHeld}) is not true)`;

/** Rows per transaction: few, so that others wait only for a moment. */
const rowsAtOnce = 500;

interface PlainPart extends Pick<Part, 'what' | 'isOld' | 'at'> {
  readonly name: keyof typeof heldRows | 'audit_former_hashes' | 'single_sign_on_flows' | 'login_attempts';
  /** The columns of its key, if that is not the id. */
  readonly key?: Sql;
  /** By default, the condition of `heldRows` for the table. */
  readonly isHeld?: Sql;
}

const held: Readonly<Partial<Record<PlainPart['name'], Sql>>> = heldRows;

/** A table to which nothing refers. */
function plainPart({ what, name, key = sql`id`, isOld, at, isHeld = held[name] ?? sql`false` }: PlainPart): Part {
  const table = quotedName(name);
  return {
    what,
    table,
    isOld,
    isHeld,
    at,
    async removeSome(queries) {
      const some = sql`select ${key} from ${table} where ${isOld} and ${notHeld(isHeld)} order by ${key} limit ${rowsAtOnce}`;
      const rows = await queries.run(sql`delete from ${table} where (${key}) in (${some})`);
      return rows === 0 ? {} : { [what]: rows };
    },
  };
}

const words = {
  attendance: 'Attendance records',
  events: 'Events as devices sent them',
  deliveries: 'Deliveries to HR systems',
  corrections: 'Corrections',
  rollCalls: 'Roll calls',
  people: 'People of roll calls',
} as const;

/**
 * Attendance, with whatever was made from it and where it came from. Foreign keys tie these rows together, so they are
 * removed in this order: a record takes along what refers to it, and the rest follows.
 */
function attendanceParts(cutoff: string): Part[] {
  const isOld = sql`attendance.occurred_at < ${cutoff}`;
  const isHeld = heldRows.attendance;
  const going = sql`select id from attendance where ${isOld} and ${notHeld(isHeld)}`;
  const staying = sql`select id from attendance where ${isOld} and (${isHeld})`;
  return [
    {
      what: words.attendance,
      table: sql`attendance`,
      isOld,
      isHeld,
      at: sql`attendance.occurred_at`,
      removeSome: (queries) => removeRecords(queries, sql`${going} order by occurred_at, id limit ${rowsAtOnce}`),
    },
    plainPart({
      what: words.deliveries,
      name: 'hr_deliveries',
      key: sql`attendance_id`,
      at: sql`(select occurred_at from attendance where id = attendance_id)`,
      isOld: sql`attendance_id in (select id from attendance where ${isOld})`,
      isHeld: sql`attendance_id in (${staying})`,
    }),
    // Events that led to a record are kept or removed with it.
    plainPart({
      what: words.events,
      name: 'device_events',
      at: sql`coalesce(occurred_at, received_at)`,
      isOld: sql`(attendance_id in (select id from attendance where ${isOld})
        or (attendance_id is null and coalesce(occurred_at, received_at) < ${cutoff}))`,
      isHeld: sql`attendance_id in (${staying}) or (attendance_id is null and ${heldRows.device_events})`,
    }),
    correctionsPart(cutoff, isOld, staying),
    ...rollCallParts(cutoff),
    // Expected time is removed together with the work of the same days.
    ...expectedParts.map(({ day, ...part }) => {
      const isOld = sql`${day} < ${cutoff.slice(0, 10)}`;
      return plainPart({ ...part, isOld, at: sql`(${day} || ' 00:00:00')` });
    }),
  ];
}

const expectedParts = [
  { what: 'Leave', name: 'leaves', day: sql`last_day` },
  { what: 'Balances', name: 'balances', day: sql`day` },
  {
    what: 'Former departments',
    name: 'former_departments',
    day: sql`left_on`,
    key: sql`employee_id, left_on, department`,
  },
] as const;

function correctionsPart(cutoff: string, isOfOld: Sql, staying: Sql): Part {
  const isOld = sql`(attendance_id in (select id from attendance where ${isOfOld})
    or (attendance_id is null and occurred_at < ${cutoff}))`;
  const isHeld = sql`attendance_id in (${staying}) or (attendance_id is null and (${heldRows.corrections}))`;
  return {
    what: words.corrections,
    table: sql`corrections`,
    isOld,
    isHeld,
    at: sql`occurred_at`,
    async removeSome(queries) {
      const some = sql`select id from corrections where ${isOld} and ${notHeld(isHeld)} order by id limit ${rowsAtOnce}`;
      return counted({ [words.corrections]: await removeCorrections(queries, some) });
    },
  };
}

function rollCallParts(cutoff: string): Part[] {
  const isOld = sql`(ended_at is not null and started_at < ${cutoff})`;
  const isHeld = heldRows.roll_calls;
  const going = sql`select id from roll_calls where ${isOld} and ${notHeld(isHeld)}`;
  return [
    {
      what: words.people,
      table: sql`roll_call_people`,
      isOld: sql`roll_call_id in (select id from roll_calls where ${isOld})`,
      isHeld: sql`roll_call_id in (select id from roll_calls where ${isOld} and (${isHeld}))`,
      at: sql`(select started_at from roll_calls where id = roll_call_id)`,
      // Counted here, and deleted together with their roll call.
      removeSome: async () => ({}),
    },
    {
      what: words.rollCalls,
      table: sql`roll_calls`,
      isOld,
      isHeld,
      at: sql`started_at`,
      async removeSome(queries) {
        const some = await scalars(queries, sql`${going} order by id limit 1`);
        const gone = await queries.run(sql`delete from roll_call_people where roll_call_id in (${some})`);
        const calls = await queries.run(sql`delete from roll_calls where id in (${some})`);
        return counted({ [words.people]: gone, [words.rollCalls]: calls });
      },
    },
  ];
}

async function removeRecords(queries: Queries, some: Sql): Promise<Counts> {
  const ids = await scalars(queries, some);
  if (ids.length === 0) return {};
  // Locks the records first: anybody who adds a reference takes the same lock, so new references are removed, too.
  await lockRows(queries, 'attendance', ids, 'change');
  const corrections = await removeCorrections(queries, sql`select id from corrections where attendance_id in (${ids})`);
  await queries.run(sql`update hr_deliveries set pair_start_id = null where pair_start_id in (${ids})`);
  const deliveries = await queries.run(sql`delete from hr_deliveries where attendance_id in (${ids})`);
  const events = await queries.run(sql`delete from device_events where attendance_id in (${ids})`);
  const records = await queries.run(sql`delete from attendance where id in (${ids})`);
  return counted({
    [words.attendance]: records,
    [words.corrections]: corrections,
    [words.deliveries]: deliveries,
    [words.events]: events,
  });
}

async function removeCorrections(queries: Queries, some: Sql): Promise<number> {
  const ids = await scalars(queries, some);
  if (ids.length === 0) return 0;
  await queries.run(sql`update attendance set added_by = null where added_by in (${ids})`);
  await queries.run(sql`update attendance set set_aside_by = null where set_aside_by in (${ids})`);
  await queries.run(sql`update corrections set undoes_id = null where undoes_id in (${ids})`);
  return queries.run(sql`delete from corrections where id in (${ids})`);
}

const counted = (counts: Counts): Counts => Object.fromEntries(Object.entries(counts).filter(([, rows]) => rows > 0));
