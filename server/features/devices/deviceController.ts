// Finds the controller of a call about its device, within the caller's scope.

import type { AccessController } from '../../../src/shared/contract/controllers.ts';
import type { Caller } from '../../platform/access/caller.ts';
import type { Queries } from '../../platform/db/db.ts';
import { notFound } from '../../platform/records/domainErrors.ts';
import { findController } from '../controllers/controllerQueries.ts';

export interface DeviceController {
  readonly controller: { readonly id: number; readonly name: string; readonly location: string };
  readonly company: { readonly id: number; readonly name: string };
}

export interface Door {
  readonly controllerId: number;
  readonly companyId: number;
}

export async function deviceController(queries: Queries, caller: Caller, id: number): Promise<DeviceController> {
  const controller = await findController(queries, caller, id);
  if (!controller) throw notFound('Access Controller not found');
  return namesOf(controller);
}

export async function doorOf(queries: Queries, caller: Caller, id: number): Promise<Door> {
  const { controller, company } = await deviceController(queries, caller, id);
  return { controllerId: controller.id, companyId: company.id };
}

export const namesOf = ({ id, name, location, company_id, company }: AccessController): DeviceController => ({
  controller: { id, name, location },
  company: { id: company_id ?? 0, name: company?.name ?? '' },
});
