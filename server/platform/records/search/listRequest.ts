// What a list call asks for, and which records its caller may get.

import type { SortOrder } from '../../../../src/shared/contract/queries.ts';
import type { Sql } from '../../db/sql.ts';

export interface Wanted {
  readonly q?: string;
  readonly sort?: SortOrder;
}

/** The records that the caller sees and asks for. */
export interface Among {
  /** By the columns that hold their id and their company's. */
  readonly scope: (id: Sql, companyId: Sql) => Sql;
  /** Whether an index has them in order, because they are of one company at most, or of all. */
  readonly isInOrder: boolean;
  /** A condition on other columns of the table. */
  readonly filter?: Sql;
}

export type ListRequest = Wanted & Among;
