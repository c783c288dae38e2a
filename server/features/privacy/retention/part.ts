// A part of a class of data: the rows of one kind that are old enough to go. The dry run counts with the same conditions
// by which the daily job removes.

import type { CountedRows } from '../../../../src/shared/contract/privacy.ts';
import { one, type Queries } from '../../../platform/db/db.ts';
import { type Sql, sql } from '../../../platform/db/sql.ts';

/** How many rows went, by what they were. */
export type Counts = Readonly<Record<string, number>>;

export interface Part {
  /** 'Sent e-mails' */
  readonly what: string;
  readonly table: Sql;
  /** Old enough to go. */
  readonly isOld: Sql;
  readonly isHeld: Sql;
  /** When a row is from. */
  readonly at: Sql;
  /** Removes at most a few hundred rows that are old and not held, with what refers to them. Nothing is left if it answers {}. */
  removeSome(queries: Queries): Promise<Counts>;
}

/** Where nobody is named, a comparison is neither true nor false, and then the row is not held. */
export const notHeld = (isHeld: Sql): Sql => sql`((${isHeld}) is not true)`;

/** So many rows go in one transaction, so that others wait for a moment only. */
export const rowsAtOnce = 500;

/** A table to which nothing refers, and the columns of its key. */
export function plainPart(fields: Omit<Part, 'removeSome'>, key: Sql): Part {
  const { what, table, isOld, isHeld } = fields;
  return {
    ...fields,
    async removeSome(queries) {
      const some = sql`select ${key} from ${table} where ${isOld} and ${notHeld(isHeld)} order by ${key} limit ${rowsAtOnce}`;
      const rows = await queries.run(sql`delete from ${table} where (${key}) in (${some})`);
      return rows === 0 ? {} : { [what]: rows };
    },
  };
}

interface Counted {
  readonly goes: CountedRows;
  readonly held: CountedRows;
  /** An instant; null if nothing goes. */
  readonly oldest: string | null;
}

export async function countPart(queries: Queries, { what, table, isOld, isHeld, at }: Part): Promise<Counted> {
  const goes = await one<{ total: number; oldest: string | null }>(
    queries,
    sql`select count(*) as total, min(${at}) as oldest from ${table} where ${isOld} and ${notHeld(isHeld)}`,
  );
  const held = await one<{ total: number }>(
    queries,
    sql`select count(*) as total from ${table} where ${isOld} and (${isHeld})`,
  );
  return { goes: { what, rows: goes.total }, held: { what, rows: held.total }, oldest: goes.oldest };
}
