// The parts of each class of data, and how the rows that are old enough go, a few at a time.

import type { DataClass } from '../../../../src/shared/contract/privacy.ts';
import { named, type Queries, type Sql, scalars, sql } from '../../../platform/db/db.ts';
import { lockRows } from '../../../platform/db/rowLocks.ts';
import { heldRows } from '../heldRows.ts';

/** How many rows went, by what they were. */
export type Counts = Readonly<Record<string, number>>;

/**
 * The rows of one kind that are old enough to go. The dry run counts by the conditions by which the daily job removes.
 */
export interface Part {
  /** 'Sent e-mails' */
  readonly what: string;
  readonly table: Sql;
  /** Old enough to go. */
  readonly isOld: Sql;
  readonly isHeld: Sql;
  /** When a row is from. */
  readonly at: Sql;
  /**
   * Removes at most a few hundred rows that are old and not held, with what refers to them. Returns {} when none are
   * left.
   */
  removeSome(queries: Queries): Promise<Counts>;
}

/** The rows from before the cutoff, an instant. */
export const partsOf: Readonly<Record<DataClass, (cutoff: string, now: string) => Part[]>> = {
  attendance: attendanceParts,
  audit_values: auditParts,
  mails: (cutoff, now) => [
    plainPart(
      {
        what: 'E-mails',
        table: sql`outbox`,
        isOld: sql`(created_at < ${cutoff} and (sent_at is not null or expires_at <= ${now}))`,
        isHeld: heldRows.outbox,
        at: sql`created_at`,
      },
      sql`id`,
    ),
  ],
  sign_ins: signInParts,
  device_notes: deviceParts,
};

const nothingHeld = sql`false`;

function auditParts(cutoff: string): Part[] {
  const isOfOldEntry = sql`entry_id <= (select coalesce(max(id), 0) from audit where at < ${cutoff})`;
  return [
    plainPart(
      {
        what: 'Personal values of audit entries',
        table: sql`audit_values`,
        isOld: sql`${isOfOldEntry} and audit_values.at < ${cutoff}`,
        isHeld: heldRows.audit_values,
        at: sql`audit_values.at`,
      },
      sql`entry_id, about_kind, about_id`,
    ),
    plainPart(
      {
        what: 'Hashes from before version 18',
        table: sql`audit_former_hashes`,
        isOld: isOfOldEntry,
        isHeld: nothingHeld,
        at: sql`(select at from audit where id = entry_id)`,
      },
      sql`entry_id`,
    ),
  ];
}

function signInParts(cutoff: string): Part[] {
  const expired = (isHeld: Sql) => ({ isOld: sql`expires_at < ${cutoff}`, at: sql`expires_at`, isHeld });
  return [
    plainPart({ what: 'Sessions that ended', table: sql`sessions`, ...expired(heldRows.sessions) }, sql`token_hash`),
    plainPart(
      { what: 'Links that set a password', table: sql`password_resets`, ...expired(heldRows.password_resets) },
      sql`token_hash`,
    ),
    plainPart(
      { what: 'Sign-ins that nobody finished', table: sql`sign_in_tickets`, ...expired(heldRows.sign_in_tickets) },
      sql`token_hash`,
    ),
    plainPart(
      {
        what: 'Visits to the sign-in provider',
        table: sql`single_sign_on_flows`,
        ...expired(nothingHeld),
      },
      sql`state_hash`,
    ),
    plainPart(
      {
        what: 'Places that people signed in from',
        table: sql`sign_in_places`,
        isOld: sql`last_seen_at < ${cutoff}`,
        at: sql`last_seen_at`,
        isHeld: heldRows.sign_in_places,
      },
      sql`user_id, device, network`,
    ),
    plainPart(
      {
        what: 'Counters of attempts',
        table: sql`login_attempts`,
        isOld: sql`window_ends_at < ${cutoff}`,
        at: sql`window_ends_at`,
        isHeld: nothingHeld,
      },
      sql`throttle_key`,
    ),
  ];
}

function deviceParts(cutoff: string): Part[] {
  return [
    plainPart(
      {
        what: 'Notes of devices',
        table: sql`device_notes`,
        isOld: sql`device_notes.at < ${cutoff}`,
        at: sql`device_notes.at`,
        isHeld: heldRows.device_notes,
      },
      sql`id`,
    ),
    plainPart(
      {
        what: 'Answers of devices to commands',
        table: sql`device_commands`,
        isOld: sql`answered_at < ${cutoff}`,
        at: sql`answered_at`,
        isHeld: heldRows.device_commands,
      },
      sql`id`,
    ),
  ];
}

/** Tests for "not true", because a comparison with null is neither true nor false: such a row is not held. */
export const notHeld = (isHeld: Sql): Sql => sql`((${isHeld}) is not true)`;

/** Rows of one transaction: few, so that others wait for a moment only. */
const rowsAtOnce = 500;

/** A table to which nothing refers, and the columns of its key. */
function plainPart(fields: Omit<Part, 'removeSome'>, key: Sql): Part {
  const { what, table, isOld, isHeld } = fields;
  return {
    ...fields,
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

const isHeldRecord = heldRows.attendance;
const isHeldEvent = heldRows.device_events;

/**
 * Attendance, and with it what was made of it and where it came from. Foreign keys tie these rows together. So they go
 * in this order: a record takes along what refers to it, and the rest follows.
 */
function attendanceParts(cutoff: string): Part[] {
  const isOld = sql`attendance.occurred_at < ${cutoff}`;
  const going = sql`select id from attendance where ${isOld} and ${notHeld(isHeldRecord)}`;
  const staying = sql`select id from attendance where ${isOld} and (${isHeldRecord})`;
  return [
    {
      what: words.attendance,
      table: sql`attendance`,
      isOld,
      isHeld: isHeldRecord,
      at: sql`attendance.occurred_at`,
      removeSome: (queries) => removeRecords(queries, sql`${going} order by occurred_at, id limit ${rowsAtOnce}`),
    },
    plainPart(
      {
        what: words.deliveries,
        table: sql`hr_deliveries`,
        isOld: sql`attendance_id in (select id from attendance where ${isOld})`,
        isHeld: sql`attendance_id in (${staying})`,
        at: sql`(select occurred_at from attendance where id = attendance_id)`,
      },
      sql`attendance_id`,
    ),
    eventsPart(cutoff, isOld, staying),
    correctionsPart(cutoff, isOld, staying),
    ...rollCallParts(cutoff),
    // What was expected on old days goes with what was worked on them.
    ...expectedParts.map(({ what, name, day, key }) => {
      const isOld = sql`${day} < ${cutoff.slice(0, 10)}`;
      return plainPart(
        { what, table: named(name), isOld, at: sql`(${day} || ' 00:00:00')`, isHeld: heldRows[name] },
        key,
      );
    }),
  ];
}

const expectedParts = [
  { what: 'Leave', name: 'leaves', day: sql`last_day`, key: sql`id` },
  { what: 'Balances', name: 'balances', day: sql`day`, key: sql`id` },
  {
    what: 'Former departments',
    name: 'former_departments',
    day: sql`left_on`,
    key: sql`employee_id, left_on, department`,
  },
] as const;

/** Events that led to a record go and stay with it. */
function eventsPart(cutoff: string, isOld: Sql, staying: Sql): Part {
  return plainPart(
    {
      what: words.events,
      table: sql`device_events`,
      isOld: sql`(attendance_id in (select id from attendance where ${isOld})
        or (attendance_id is null and coalesce(occurred_at, received_at) < ${cutoff}))`,
      isHeld: sql`attendance_id in (${staying})
        or (attendance_id is null and ${isHeldEvent})`,
      at: sql`coalesce(occurred_at, received_at)`,
    },
    sql`id`,
  );
}

function correctionsPart(cutoff: string, isOld: Sql, staying: Sql): Part {
  const fields = {
    what: words.corrections,
    table: sql`corrections`,
    isOld: sql`(attendance_id in (select id from attendance where ${isOld})
      or (attendance_id is null and occurred_at < ${cutoff}))`,
    isHeld: sql`attendance_id in (${staying}) or (attendance_id is null and (${heldRows.corrections}))`,
    at: sql`occurred_at`,
  };
  return {
    ...fields,
    async removeSome(queries) {
      const { isOld: old, isHeld } = fields;
      const some = sql`select id from corrections where ${old} and ${notHeld(isHeld)} order by id limit ${rowsAtOnce}`;
      return counted({ [words.corrections]: await removeCorrections(queries, some) });
    },
  };
}

function rollCallParts(cutoff: string): Part[] {
  const isOld = sql`(ended_at is not null and started_at < ${cutoff})`;
  const isHeld = heldRows.roll_calls;
  const going = sql`select id from roll_calls where ${isOld} and ${notHeld(isHeld)}`;
  const people = {
    what: words.people,
    table: sql`roll_call_people`,
    isOld: sql`roll_call_id in (select id from roll_calls where ${isOld})`,
    isHeld: sql`roll_call_id in (select id from roll_calls where ${isOld} and (${isHeld}))`,
    at: sql`(select started_at from roll_calls where id = roll_call_id)`,
  };
  return [
    // Counted here, and deleted together with their roll call.
    { ...people, removeSome: async () => ({}) },
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

/** Removes records with all that refers to them. */
async function removeRecords(queries: Queries, some: Sql): Promise<Counts> {
  const ids = await scalars(queries, some);
  if (ids.length === 0) return {};
  // Lock the records first: whoever adds a reference to one holds the same lock, so new references are removed too.
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
