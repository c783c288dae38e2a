// Attendance that is old enough to go, and with it what was made of it and where it came from. Foreign keys tie these
// rows together, so what belongs to a record goes with the record.

import type { Queries } from '../../../platform/db/db.ts';
import { lockRows } from '../../../platform/db/rowLocks.ts';
import { type Sql, sql } from '../../../platform/db/sql.ts';
import { heldRows } from '../heldRows.ts';
import { type Counts, notHeld, type Part, plainPart, rowsAtOnce } from './part.ts';

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

/** In this order: a record takes along what refers to it, and the rest follows. */
export function attendanceParts(cutoff: string): Part[] {
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
  ];
}

/** Those that led to a record go and stay with it. */
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
    // They go with their roll call.
    { ...people, removeSome: async () => ({}) },
    {
      what: words.rollCalls,
      table: sql`roll_calls`,
      isOld,
      isHeld,
      at: sql`started_at`,
      async removeSome(queries) {
        const some = await idsOf(queries, sql`${going} order by id limit 1`);
        const gone = await queries.run(sql`delete from roll_call_people where roll_call_id in (${some})`);
        const calls = await queries.run(sql`delete from roll_calls where id in (${some})`);
        return counted({ [words.people]: gone, [words.rollCalls]: calls });
      },
    },
  ];
}

/** With all that refers to them. */
async function removeRecords(queries: Queries, some: Sql): Promise<Counts> {
  const ids = await idsOf(queries, some);
  if (ids.length === 0) return {};
  // Who adds something that refers to one of them has locked it: what was added goes as well.
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
  const ids = await idsOf(queries, some);
  if (ids.length === 0) return 0;
  await queries.run(sql`update attendance set added_by = null where added_by in (${ids})`);
  await queries.run(sql`update attendance set set_aside_by = null where set_aside_by in (${ids})`);
  await queries.run(sql`update corrections set undoes_id = null where undoes_id in (${ids})`);
  return queries.run(sql`delete from corrections where id in (${ids})`);
}

async function idsOf(queries: Queries, some: Sql): Promise<number[]> {
  const rows = await queries.all<{ id: number }>(some);
  return rows.map(({ id }) => id);
}

const counted = (counts: Counts): Counts => Object.fromEntries(Object.entries(counts).filter(([, rows]) => rows > 0));
