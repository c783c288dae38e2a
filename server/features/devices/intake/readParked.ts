// Reads what a device sent before somebody approved it, by the rules of the approval.

import { one, type Queries } from '../../../platform/db/db.ts';
import { assertLocked } from '../../../platform/db/rowLocks.ts';
import { sql } from '../../../platform/db/sql.ts';
import { currentBusinessTime } from '../../settings/settingQueries.ts';
import { approvedDevice } from '../../controllers/device/deviceRows.ts';
import { rulesOf } from '../../controllers/device/deviceRules.ts';
import { readAndCarryOut } from './carryOut.ts';
import { placeStored, storePlaces } from './placeStored.ts';
import { readStored } from './readStored.ts';
import { companyCalendar } from './readPeople.ts';

/** In the transaction that approves the controller's device, and has locked the company. Answers how many events were parked. */
export async function readParked(queries: Queries, controllerId: number, now: Date): Promise<number> {
  const device = await approvedDevice(queries, controllerId);
  const rules = await rulesOf(queries, controllerId);
  if (!device || !rules) return 0;
  const { company_id } = await one<{ company_id: number }>(
    queries,
    sql`select company_id from access_controllers where id = ${controllerId}`,
  );
  assertLocked(queries, 'companies', [company_id], 'change');
  const zone = rules.zone || (await currentBusinessTime(queries)).zone;
  const parked = sql`controller_id = ${controllerId} and outcome = 'parked' and device_id = ${device.id}`;
  const placed = await placeStored(queries, parked, { rules, zone });
  await storePlaces(queries, placed);
  const calendar = await companyCalendar(queries, company_id);
  await readAndCarryOut(queries, calendar, await readStored(queries, calendar, placed), now);
  return placed.length;
}
