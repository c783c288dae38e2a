// What new facts mean, together with all that they decide about; and what becomes of them when that is carried out.

import type { Queries } from '../../../platform/db/db.ts';
import { type Arrival, passOf } from './arrivals.ts';
import { readAndCarryOut, type Fate } from './carryOut.ts';
import type { PersonFact } from './personFacts.ts';
import { type CompanyCalendar, companyCalendar, type PersonReading, readPeople } from './readPeople.ts';

export interface NewReadings {
  /** Of those in which somebody passed. */
  readonly passes: ReadonlyMap<Arrival, PersonFact>;
  /** Of these, and of stored facts that they decide about. */
  readonly readings: readonly PersonReading[];
  /** Undefined if nobody passed. */
  readonly calendar: CompanyCalendar | undefined;
}

interface Place {
  readonly controllerId: number;
  readonly companyId: number;
}

/** Changes nothing. */
export async function readNew(
  queries: Queries,
  { controllerId, companyId }: Place,
  fresh: readonly Arrival[],
): Promise<NewReadings> {
  const passes = new Map(
    fresh.flatMap((arrival) => {
      const pass = passOf(arrival, controllerId);
      return pass ? [[arrival, pass] as const] : [];
    }),
  );
  if (passes.size === 0) return { passes, readings: [], calendar: undefined };
  const calendar = await companyCalendar(queries, companyId);
  return { passes, readings: await readPeople(queries, calendar, { facts: [...passes.values()] }), calendar };
}

/** Carries out what they mean. */
export async function carryOutNew(
  queries: Queries,
  fresh: readonly Arrival[],
  { passes, readings, calendar }: NewReadings,
  now: Date,
): Promise<Map<Arrival, Fate>> {
  const carriedOut = calendar ? await readAndCarryOut(queries, calendar, readings, now) : new Map<PersonFact, Fate>();
  return new Map(
    fresh.flatMap((arrival) => {
      const pass = passes.get(arrival);
      const fate = pass ? carriedOut.get(pass) : arrival.refused && { ...arrival.refused, attendanceId: null };
      return fate ? [[arrival, fate] as const] : [];
    }),
  );
}
