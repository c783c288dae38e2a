// Where rows about a person are stored, and how they are found and shown. A report is made of these.

import type { ReportRow } from '../../../../src/shared/contract/privacy.ts';
import type { Sql } from '../../../platform/db/sql.ts';
import type { ReportedPerson } from './person.ts';

export interface Source<P extends ReportedPerson> {
  /** Of its section, in the path of its rows. */
  readonly name: string;
  readonly title: string;
  /** What the section holds, in a sentence. */
  readonly about: string;
  /** The columns that know people, such as 'attendance.employee_id', of which this source reads the rows. */
  readonly knows: readonly string[];
  /** What follows `from`: tables, joins and the condition. */
  rows(person: P): Sql;
  /** What follows `select`. Never a secret, and never somebody else's data. */
  readonly fields: Sql;
  /** By time and id, or by id only. The id is unique among the person's rows. */
  readonly order: { readonly at?: Sql; readonly id: Sql };
  readonly instants?: readonly string[];
  readonly flags?: readonly string[];
  /** What is shown of a row as it was selected. */
  shown?(row: ReportRow): ReportRow;
}
