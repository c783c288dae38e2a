// Reads the events of some days again by the rules of now: tried first, with what it would change, and then done.

import type { Body } from '../../../../src/shared/contract/calls.ts';
import type { Reinterpretation } from '../../../../src/shared/contract/deviceEvents.ts';
import { one, type Queries } from '../../../platform/db/db.ts';
import { assertLocked } from '../../../platform/db/rowLocks.ts';
import { sql } from '../../../platform/db/sql.ts';
import { conflict, invalid } from '../../../platform/records/domainErrors.ts';
import { assertPeriod } from '../../../platform/records/period.ts';
import { currentBusinessTime } from '../../settings/settingQueries.ts';
import { daysAfter } from '../../../platform/time/businessTime.ts';
import { rulesOf } from '../../controllers/device/deviceRules.ts';
import { carryOut, decide, type Decision } from './carryOut.ts';
import { describeChanges } from './describeChanges.ts';
import type { Door } from './eventQueries.ts';
import { type PlacedFact, placeStored, storePlaces } from './placeStored.ts';
import { readStored } from './readStored.ts';
import { companyCalendar } from './readPeople.ts';

const mostDays = 31;
const mostEvents = 20_000;

type Period = Pick<Body<'POST /access-controllers/{id}/device/reinterpret'>, 'start_date' | 'end_date'>;

export function assertReadable({ start_date, end_date }: Period): void {
  assertPeriod({ start_date, end_date });
  if (end_date > daysAfter(start_date, mostDays - 1))
    throw invalid({ start_date: `Please choose at most ${mostDays} days` });
}

/** Changes nothing. */
export async function tryReading(queries: Queries, door: Door, period: Period, now: Date): Promise<Reinterpretation> {
  const { placed, decisions } = await read(queries, door, period, 'try', now);
  return describeChanges(queries, placed, decisions);
}

/** In a transaction that locked the company and the controller. */
export async function readAgain(queries: Queries, door: Door, period: Period, now: Date): Promise<Reinterpretation> {
  assertLocked(queries, 'companies', [door.companyId], 'change');
  const { placed, decisions } = await read(queries, door, period, 'carryOut', now);
  const described = await describeChanges(queries, placed, decisions);
  await carryOut(queries, door.companyId, decisions, now);
  const kept = new Set(
    decisions.flatMap(({ difference, keptBecause }) => (keptBecause === '' ? [] : (difference.fact.stored?.id ?? []))),
  );
  await storePlaces(
    queries,
    placed.filter(({ id }) => !kept.has(id)),
  );
  return described;
}

async function read(
  queries: Queries,
  { controllerId, companyId }: Door,
  { start_date, end_date }: Period,
  intent: 'try' | 'carryOut',
  now: Date,
): Promise<{ placed: PlacedFact[]; decisions: Decision[] }> {
  const rules = await rulesOf(queries, controllerId);
  if (!rules) throw conflict('No device is set up for this access controller');
  const events = sql`controller_id = ${controllerId} and local_time >= ${start_date}
    and local_time < ${daysAfter(end_date, 1)} and outcome <> 'parked'`;
  const { total } = await one<{ total: number }>(
    queries,
    sql`select count(*) as total from device_events where ${events}`,
  );
  if (total > mostEvents)
    throw invalid({
      start_date: `These days have ${total} events, and at most ${mostEvents} are read at once. Please choose fewer days`,
    });
  const zone = rules.zone || (await currentBusinessTime(queries)).zone;
  const placed = await placeStored(queries, events, { rules, zone });
  const calendar = await companyCalendar(queries, companyId);
  const readings = await readStored(queries, calendar, placed);
  return { placed, decisions: await decide(queries, companyId, readings, intent, now) };
}
