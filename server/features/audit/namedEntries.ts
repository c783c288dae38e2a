// Entries with the names of who and what they are about, as these are today. An entry itself has ids, and only what was
// written has a name in it.

import { addValues, columnsOfEntry, type StoredEntry } from '../../platform/audit/readAudit.ts';
import type { Queries } from '../../platform/db/db.ts';
import { sql, type Sql } from '../../platform/db/sql.ts';

interface Names {
  readonly name_of_user: string | null;
  readonly name_of_subject: string | null;
}

export type NamedEntry = StoredEntry & Names;

const nameIn = (table: Sql): Sql => sql`(select name from ${table} where ${table}.id = audit.subject_id)`;

/** With the entries: a statement of their own takes longer than they do. */
const names = sql`(select name from users where users.id = audit.user_id) as name_of_user,
  case
    when subject = 'users' then ${nameIn(sql`users`)}
    when subject = 'employees' then ${nameIn(sql`employees`)}
    when subject in ('companies', 'day_rules', 'hr_connections', 'hr_sync_configs') then ${nameIn(sql`companies`)}
    when subject in ('access_controllers', 'device_rules') then ${nameIn(sql`access_controllers`)}
  end as name_of_subject`;

/** `condition` may go on with an order and a limit. */
export const namedEntriesWhere = async (queries: Queries, condition: Sql): Promise<NamedEntry[]> =>
  addValues(
    queries,
    await queries.all<Omit<StoredEntry, 'values'> & Names>(
      sql`select ${columnsOfEntry}, ${names} from audit where ${condition}`,
    ),
  );
