// Where events happened: the controller, and the site where it is.

import type { Queries } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';

export interface Place {
  readonly controller: string;
  /** Empty for an event that a person added. */
  readonly site: string;
}

interface Row {
  id: number;
  name: string;
  location: string;
  is_for_corrections: boolean;
}

/** Of these controllers, those that are deleted too: their events are still there. */
export async function findPlaces(queries: Queries, ids: readonly number[]): Promise<ReadonlyMap<number, Place>> {
  const rows = await queries.all<Row>(
    sql`select id, name, location, is_for_corrections from access_controllers where id in (${ids})`,
    ['is_for_corrections'],
  );
  return new Map(
    rows.map(({ id, is_for_corrections, ...controller }) => [
      id,
      { controller: controller.name, site: is_for_corrections ? '' : siteOf(controller) },
    ]),
  );
}

/** Controllers at the same location are one site. */
export const siteOf = ({ name, location }: { name: string; location: string }): string => location.trim() || name;
