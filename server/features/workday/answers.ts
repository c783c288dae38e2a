// Which exceptions somebody answered with "it is as it is".

import type { ExceptionKind } from '../../../src/shared/contract/workday.ts';
import type { Queries } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';

export interface Answers {
  /** The correction that answered the exception. */
  answerTo(recordId: number, kind: ExceptionKind): number | undefined;
}

export async function findAnswers(queries: Queries, employeeIds: readonly number[]): Promise<Answers> {
  const rows = await queries.all<{ id: number; attendance_id: number; exception: string }>(
    sql`select id, attendance_id, exception from corrections
      where employee_id in (${employeeIds}) and kind = 'as_is' and state = 'applied'`,
  );
  const ids = new Map(rows.map((row) => [keyOf(row.attendance_id, row.exception), row.id]));
  return { answerTo: (recordId, kind) => ids.get(keyOf(recordId, kind)) };
}

const keyOf = (recordId: number, kind: string) => `${recordId} ${kind}`;
