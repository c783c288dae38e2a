// Finds and locks the controller of a call about its device, within the caller's scope.

import { type Caller, companyScope } from '../../platform/access/caller.ts';
import { type Queries, sql } from '../../platform/db/db.ts';
import { assertLocked, lockRow } from '../../platform/db/rowLocks.ts';
import { conflict, notFound } from '../../platform/domainErrors.ts';
import { lockCompanyOf } from '../companies/companyQueries.ts';
import { type NamedController, namedControllers } from '../controllers/controllerQueries.ts';
import { rulesOf } from '../controllers/device/deviceRows.ts';
import { clockOf } from '../settings/clocks.ts';

export interface Door {
  readonly controllerId: number;
  readonly companyId: number;
}

export async function deviceController(queries: Queries, caller: Caller, id: number): Promise<NamedController> {
  const own = sql`access_controllers.id = ${id} and ${companyScope(caller, sql`company_id`)}`;
  const [named] = await namedControllers(queries, own);
  if (!named) throw notFound('Access Controller not found');
  return named;
}

export async function doorOf(queries: Queries, caller: Caller, id: number): Promise<Door> {
  const { controller, company } = await deviceController(queries, caller, id);
  return { controllerId: controller.id, companyId: company.id };
}

/** Serializes changes, and checks again that the caller may see the controller. */
export async function lockDoor(queries: Queries, caller: Caller, id: number): Promise<Door> {
  await lockRow(queries, 'access_controllers', id, 'change');
  return doorOf(queries, caller, id);
}

/** Locks the company as well: reading events again can change the days of people at all of its doors. */
export async function lockDoorAndCompany(queries: Queries, caller: Caller, id: number): Promise<Door> {
  await lockCompanyOf(queries, 'access_controllers', id, 'change');
  const door = await lockDoor(queries, caller, id);
  assertLocked(queries, 'companies', [door.companyId], 'change');
  return door;
}

/** The rules of a door's device, and the zone of its clock. */
export async function findReadingContext(queries: Queries, { controllerId, companyId }: Door) {
  const rules = await rulesOf(queries, controllerId);
  if (!rules) throw conflict('No device is set up for this access controller');
  return { rules, zone: rules.zone || (await clockOf(queries, companyId)).zone };
}
