// The controllers that are connected somehow: by a device, by rules for one, or by the webhook.

import { type Caller, companyScope } from '../../../platform/access/caller.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { sql, type Sql } from '../../../platform/db/sql.ts';
import { byName, searchedKinds } from '../../../platform/records/search/searchedKinds.ts';
import type { DeviceController } from '../deviceController.ts';

export interface ConnectedController extends DeviceController {
  readonly isActive: boolean;
}

/** By name. */
export const connectedControllers = (
  queries: Queries,
  caller: Caller,
  companyId: number | undefined,
): Promise<ConnectedController[]> =>
  connectedWhere(
    queries,
    sql`${companyScope(caller, sql`company_id`)}
      and ${companyId === undefined ? sql`true` : sql`company_id = ${companyId}`}`,
  );

/** Of every company, for the watch. */
export const allConnectedControllers = (queries: Queries): Promise<ConnectedController[]> =>
  connectedWhere(queries, sql`true`);

interface Row {
  id: number;
  name: string;
  location: string;
  is_active: boolean;
  company_id: number;
  company_name: string;
}

async function connectedWhere(queries: Queries, condition: Sql): Promise<ConnectedController[]> {
  const rows = await queries.all<Row>(
    sql`select access_controllers.id, access_controllers.name, location,
        access_controllers.is_active = true and companies.is_active = true as is_active,
        company_id, companies.name as company_name
      from access_controllers join companies on companies.id = company_id
      where access_controllers.deleted_at is null and companies.deleted_at is null and ${condition}
        and (webhook_secret <> ''
          or exists (select 1 from device_rules where controller_id = access_controllers.id)
          or exists (select 1 from attendance where access_controller_id = access_controllers.id))
      ${byName(searchedKinds.controllers)}`,
    ['is_active'],
  );
  return rows.map(({ id, name, location, is_active, company_id, company_name }) => ({
    controller: { id, name, location },
    company: { id: company_id, name: company_name },
    isActive: is_active,
  }));
}
