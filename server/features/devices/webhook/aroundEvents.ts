// What the webhook's events decide about those of devices: which way the next punch goes where directions alternate, and
// what is known already where a device sends the same events.

import { maybeOne, type Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { Sender } from '../../controllers/controllerQueries.ts';
import { readAndCarryOut } from '../intake/carryOut.ts';
import { companyCalendar, readPeople } from '../intake/readPeople.ts';
import type { StoredEvent } from './eventQueries.ts';

/** A company without devices pays this one query. */
export async function decidesAboutOthers(queries: Queries, { company_id }: Sender): Promise<boolean> {
  const rules = await maybeOne(
    queries,
    sql`select controller_id from device_rules join access_controllers on access_controllers.id = controller_id
      where company_id = ${company_id} and kind <> 'webhook' limit 1`,
  );
  return rules !== undefined;
}

export async function readOthers(
  queries: Queries,
  { company_id }: Sender,
  events: readonly StoredEvent[],
  now: Date,
): Promise<void> {
  if (events.length === 0) return;
  const touches = events.map(({ employeeCode: code, occurredAt }) => ({ code, occurredAt }));
  const calendar = await companyCalendar(queries, company_id);
  await readAndCarryOut(queries, calendar, await readPeople(queries, calendar, { facts: [], touches }), now);
}
