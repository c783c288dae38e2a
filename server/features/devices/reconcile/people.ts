// The people that lost events are about.

import type { Queries } from '../../../platform/db/db.ts';
import { employeesByCode } from '../../employees/codes.ts';
import { peopleById, type PersonOfEvent } from '../intake/eventPeople.ts';
import type { DeviceDay } from './deviceDay.ts';

/** Who has these codes on the day. */
export async function peopleWithCodes(
  queries: Queries,
  { companyId, day }: DeviceDay,
  codes: readonly string[],
): Promise<Map<string, PersonOfEvent>> {
  const employeeOf = await employeesByCode(queries, companyId, [...new Set(codes)]);
  const owners = codes.map((code) => [code, employeeOf(code, day)] as const);
  const people = await peopleById(
    queries,
    owners.flatMap(([, id]) => id ?? []),
  );
  return new Map(
    owners.flatMap(([code, id]) => {
      const person = id === undefined ? undefined : people.get(id);
      return person ? [[code, person] as const] : [];
    }),
  );
}
