// Devices that nobody approved, and who may see them. Of one that says nothing but its serial number nobody knows whose it
// is: who does not see all companies finds it only by that number, which stands on the device itself, and only while no
// other company has or awaits it.

import { kindOfDevice } from '../../../../src/shared/contract/deviceKinds.ts';
import { type Caller, can, companyScope } from '../../../platform/access/caller.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { sql, type Sql } from '../../../platform/db/sql.ts';
import { type DeviceRow, devicesWhere } from '../../controllers/device/deviceRows.ts';
import type { StoredRules } from '../../controllers/device/deviceRules.ts';
import { doorsWithSerial, hasSerial, outOfSight } from './serialBorders.ts';

/** The one heard last comes first. */
async function waitingWhere(queries: Queries, condition: Sql): Promise<DeviceRow[]> {
  const rows = await devicesWhere(queries, sql`state = 'waiting' and ${condition}`);
  return rows.sort((one, other) => (one.last_heard_at < other.last_heard_at ? 1 : -1));
}

export function waitingDevices(queries: Queries, caller: Caller, serial: string, now: Date): Promise<DeviceRow[]> {
  const wanted = serial === '' ? sql`true` : sql`serial = ${serial}`;
  return waitingWhere(queries, sql`${wanted} and ${visibleWith(caller, serial, now)}`);
}

export async function waitingDevice(queries: Queries, caller: Caller, id: number): Promise<DeviceRow | undefined> {
  const visible = can(caller, 'companies.all') ? sql`true` : ofOwnControllers(caller);
  const [row] = await waitingWhere(queries, sql`id = ${id} and ${visible}`);
  return row;
}

/** Those that can be approved for a controller. */
export function devicesFor(
  queries: Queries,
  caller: Caller,
  controllerId: number,
  rules: Pick<StoredRules, 'kind' | 'pairingSerial'> | undefined,
  now: Date,
): Promise<DeviceRow[]> {
  return waitingWhere(queries, conditionFor(caller, controllerId, rules, now));
}

function conditionFor(
  caller: Caller,
  controllerId: number,
  rules: Pick<StoredRules, 'kind' | 'pairingSerial'> | undefined,
  now: Date,
): Sql {
  if (!rules) return sql`false`;
  switch (kindOfDevice(rules.kind).knownBy) {
    case 'serial':
      return sql`kind = ${rules.kind} and ${visibleWith(caller, rules.pairingSerial, now)}`;
    case 'secret and serial':
      return sql`kind = ${rules.kind} and controller_id = ${controllerId}`;
    default:
      return sql`false`;
  }
}

/** Who knows the serial number may see the device. Their own is theirs, even if another company awaits it. */
function visibleWith(caller: Caller, serial: string, now: Date): Sql {
  if (can(caller, 'companies.all')) return sql`true`;
  if (serial === '') return ofOwnControllers(caller);
  const isElsewhere = sql`exists (${doorsWithSerial(serial, outOfSight(caller), now)})`;
  return sql`(${ofOwnControllers(caller)} or (${hasSerial(serial)} and not ${isElsewhere}))`;
}

const ofOwnControllers = (caller: Caller) =>
  sql`controller_id in (select access_controllers.id from access_controllers
    where deleted_at is null and ${companyScope(caller, sql`access_controllers.company_id`)})`;
