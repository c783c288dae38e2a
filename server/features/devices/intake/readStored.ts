// Reads stored facts by the rules of now, with all that they decide about.

import type { Queries } from '../../../platform/db/db.ts';
import type { PlacedFact } from './placeStored.ts';
import { type CompanyCalendar, type PersonReading, readPeople, type Touch } from './readPeople.ts';

export async function readStored(
  queries: Queries,
  calendar: CompanyCalendar,
  placed: readonly PlacedFact[],
): Promise<PersonReading[]> {
  const refused = placed.flatMap(({ fact, refused: reading }) =>
    reading ? [{ fact, reading, employeeId: undefined }] : [],
  );
  const readings = await readPeople(queries, calendar, {
    facts: placed.flatMap(({ fact, refused: isRefused }) => (isRefused ? [] : fact)),
    touches: placed.flatMap(placeBefore),
    without: refused.flatMap(({ fact }) => fact.stored?.id ?? []),
  });
  return [...readings, ...refused];
}

/** Where a fact was before, it may have decided about others. */
const placeBefore = ({ before: { occurredAt, outcome }, fact: { code } }: PlacedFact): Touch[] =>
  occurredAt === null || outcome === 'parked' || code === '' ? [] : [{ code, occurredAt }];
