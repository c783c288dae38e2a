// The contract's permissions, with their ids in this database.

import type { PermissionEntry } from '../../../src/shared/contract/people.ts';
import type { Queries } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';

export function listPermissions(queries: Queries): Promise<PermissionEntry[]> {
  return queries.all(sql`select id, name, display_name, module from permissions order by id`);
}

/** Omits ids that do not exist. */
export function findPermissions(queries: Queries, ids: readonly number[]): Promise<PermissionEntry[]> {
  return queries.all(sql`select id, name, display_name, module from permissions where id in (${ids}) order by id`);
}
