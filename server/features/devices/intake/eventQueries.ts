// Lists a controller's facts as sent, each with its outcome.

import type { Query } from '../../../../src/shared/contract/calls.ts';
import type { DeviceEvent } from '../../../../src/shared/contract/deviceEvents.ts';
import { exists, type Queries, type Sql, sql } from '../../../platform/db/db.ts';
import { pageRequestOf, readPage, sizesOfRows } from '../../../platform/records/parameters.ts';
import { type Clock, daysAfter, timeIn } from '../../../platform/time/clock.ts';
import { companyOfEvent } from '../../controllers/controllerQueries.ts';
import { rulesOf } from '../../controllers/device/deviceRows.ts';
import { employeesByCode } from '../../employees/codes.ts';
import type { Door } from '../deviceController.ts';

type Filters = Query<'GET /access-controllers/{id}/device/events'>;

interface Row extends Omit<DeviceEvent, 'employee' | 'timestamp'> {
  occurred_at: string | null;
  /** The employee whose record it is; null without a record or a person. */
  record_of: number | null;
}

/** Newest first. */
export async function listEvents(queries: Queries, door: Door, clock: Clock, filters: Filters) {
  const { controllerId, companyId } = door;
  const events = sql`device_events where ${await ofCompany(queries, door)}
    and ${await matching(queries, controllerId, clock, filters)}`;
  const order = filters.day === undefined ? sql`id desc` : sql`local_time desc, id desc`;
  return readPage(queries, pageRequestOf(filters, sizesOfRows), events, async (limit) => {
    const rows = await queries.all<Row>(
      sql`select id, received_at, number, generation, code, local_time, zone, occurred_at, kind, direction, reader, raw,
          outcome, reason, attendance_id as record_id, is_replay,
          (select attendance.employee_id from attendance where attendance.id = attendance_id) as record_of
        from ${events} order by ${order} ${limit}`,
      ['is_replay'],
    );
    return shown(queries, companyId, clock, rows);
  });
}

/** Leaves out another company's events, from before the controller moved here: they stay that company's. */
async function ofCompany(queries: Queries, { controllerId, companyId }: Door): Promise<Sql> {
  const hasMoved = await exists(
    queries,
    sql`select id from access_controller_moves where access_controller_id = ${controllerId} limit 1`,
  );
  return hasMoved ? sql`${companyOfEvent} = ${companyId}` : sql`true`;
}

/** Finds the events of a day or code first: in the order of the list, all of the controller's would be read. */
async function matching(queries: Queries, controllerId: number, { zone }: Clock, { day, outcome, code }: Filters) {
  const all = sql`controller_id = ${controllerId}`;
  const isOfCode = code === undefined ? sql`true` : sql`code = ${code}`;
  const found = sql`select id from device_events where ${all}`;
  const few =
    day !== undefined
      ? await onDay(queries, controllerId, zone, day, found)
      : code !== undefined && sql`${found} and ${isOfCode}`;
  return sql`${few ? sql`id in (${few})` : all} and ${isOfCode}
    and ${outcome === undefined ? sql`true` : sql`outcome = ${outcome}`}`;
}

/**
 * A fact with an implausible or unreadable time belongs to the day it was received. Written as a union, so that each
 * part uses an index.
 */
async function onDay(queries: Queries, controllerId: number, companyZone: string, day: string, found: Sql) {
  const place = timeIn((await rulesOf(queries, controllerId))?.zone || companyZone);
  const cameOnDay = sql`received_at >= ${place.startOf(day)} and received_at < ${place.endOf(day)}`;
  return sql`${found} and local_time >= ${day} and local_time < ${daysAfter(day, 1)}
    union all ${found} and local_time = '' and ${cameOnDay}
    union all ${found} and outcome = 'implausible_time' and ${cameOnDay}`;
}

async function shown(queries: Queries, companyId: number, { wallClock, dayOf }: Clock, rows: readonly Row[]) {
  const employeeOf = await employeesByCode(queries, companyId, [...new Set(rows.map(({ code }) => code))]);
  const ownerOf = ({ code, occurred_at, received_at, record_id, record_of }: Row) =>
    record_id === null ? employeeOf(code, dayOf(occurred_at ?? received_at)) : (record_of ?? undefined);
  const owners = rows.flatMap((row) => ownerOf(row) ?? []);
  const people = await peopleById(queries, owners);
  return rows.map((row) => {
    const { occurred_at, record_of: _, ...event } = row;
    const owner = ownerOf(row);
    return {
      ...event,
      received_at: wallClock(row.received_at),
      employee: (owner !== undefined && people.get(owner)) || null,
      timestamp: occurred_at === null ? '' : wallClock(occurred_at),
    };
  });
}

type PersonOfEvent = NonNullable<DeviceEvent['employee']>;

export async function peopleById(queries: Queries, ids: readonly number[]): Promise<Map<number, PersonOfEvent>> {
  if (ids.length === 0) return new Map();
  const rows = await queries.all<PersonOfEvent>(
    sql`select id, name, employee_id, department from employees where id in (${[...new Set(ids)]})`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
