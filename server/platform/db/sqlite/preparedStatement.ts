// A prepared statement of SQLite. The objects that the driver makes of rows are dictionaries, which are slow to make and
// to read. So it is asked for arrays, and ordinary objects are made here, where its version can do that.

import type { StatementSync } from 'node:sqlite';

export type Bound = string | number | null;
export type Row = Record<string, unknown>;

/** From Node 22.16 on. */
interface GivesArrays {
  setReturnArrays(isWanted: boolean): void;
  columns(): readonly { readonly name: string }[];
}

const canGiveArrays = (statement: StatementSync): statement is StatementSync & GivesArrays =>
  'setReturnArrays' in statement && 'columns' in statement;

export class PreparedStatement {
  readonly #statement: StatementSync;
  /** Undefined where the driver makes the objects. */
  readonly #columns: readonly string[] | undefined;

  constructor(statement: StatementSync) {
    this.#statement = statement;
    if (!canGiveArrays(statement)) return;
    statement.setReturnArrays(true);
    this.#columns = statement.columns().map(({ name }) => name);
  }

  all(values: readonly Bound[]): Row[] {
    const rows = this.#statement.all(...values);
    const columns = this.#columns;
    return columns ? rows.map((row) => objectOf(columns, row)) : rows;
  }

  /** Returns the number of changed rows. */
  run(values: readonly Bound[]): number {
    return Number(this.#statement.run(...values).changes);
  }
}

function objectOf(columns: readonly string[], values: Readonly<Record<number, unknown>>): Row {
  const row: Row = {};
  for (let index = 0; index < columns.length; index++) row[columns[index] ?? ''] = values[index];
  return row;
}
