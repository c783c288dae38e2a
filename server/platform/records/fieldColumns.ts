// A record's fields as columns of its table, with the same names. Text is stored without surrounding white space:
// invisible as it is, it would make a different department or ID.

import type { Entered, Fields } from '../../../src/shared/contract/fields.ts';
import { join, quotedName, type Sql, sql, type Value } from '../db/db.ts';

interface Columns<Values> {
  /** Between the brackets of `insert into … (…) values (…)`. */
  readonly names: Sql;
  values(entered: Values): Sql;
  /** After `update … set`. */
  assigned(entered: Values): Sql;
  /** After `select`; qualified, as another table may have a column of that name. */
  readonly selected: Sql;
}

export function columnsOf<F extends Fields>(table: string, fields: F): Columns<Entered<F>>;
export function columnsOf(table: string, fields: Fields): Columns<Readonly<Record<string, Value | undefined>>> {
  const ofEach = (part: (column: Sql, name: string, isDay?: boolean) => Sql) =>
    join(
      Object.entries(fields).map(([name, { isDay }]) => part(quotedName(name), name, isDay)),
      ', ',
    );
  const stored = (value: Value | undefined = '', isDay = false) => {
    const trimmed = typeof value === 'string' ? value.trim() : value;
    return isDay ? trimmed || null : trimmed;
  };
  const own = (column: Sql) => sql`${quotedName(table)}.${column}`;
  return {
    names: ofEach((column) => column),
    values: (entered) => ofEach((_, name, isDay) => sql`${stored(entered[name], isDay)}`),
    assigned: (entered) => ofEach((column, name, isDay) => sql`${column} = ${stored(entered[name], isDay)}`),
    selected: ofEach((column, _, isDay) => (isDay ? sql`coalesce(${own(column)}, '') as ${column}` : own(column))),
  };
}
