// Corrections and attendance records, as they are stored.

import type { EventType } from '../../../src/shared/contract/queries.ts';
import type { CorrectionState } from '../../../src/shared/contract/corrections.ts';
import type { ExceptionKind } from '../../../src/shared/contract/workday.ts';
import type { Caller } from '../../platform/access/caller.ts';
import { companyScope } from '../../platform/access/companyScope.ts';
import type { Days } from '../workday/loadDays.ts';
import type { Queries } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';

interface CorrectionRow {
  readonly id: number;
  readonly company_id: number;
  readonly employee_id: number | null;
  readonly employee_code: string;
  readonly day: string;
  readonly event_type: EventType;
  readonly occurred_at: string;
  /** Null while an added event waits for a second person. */
  readonly attendance_id: number | null;
  readonly exception: ExceptionKind | '';
  readonly undoes_id: number | null;
  readonly state: CorrectionState;
  readonly reason: string;
  readonly author: string;
  readonly author_id: number | null;
  readonly decider: string;
  readonly decided_at: string | null;
}

/** What each kind certainly has. */
export type StoredCorrection = CorrectionRow &
  (
    | { readonly kind: 'add'; readonly employee_id: number }
    | { readonly kind: 'set_aside' | 'change_direction'; readonly attendance_id: number }
    | { readonly kind: 'as_is'; readonly attendance_id: number; readonly exception: ExceptionKind }
    | { readonly kind: 'undo'; readonly undoes_id: number }
  );

const correctionColumns = sql`id, company_id, employee_id, employee_code, day, kind, event_type, occurred_at,
  attendance_id, exception, undoes_id, state, reason, author, author_id, decider, decided_at`;

export const correctionsById = (
  queries: Queries,
  caller: Caller,
  ids: readonly number[],
): Promise<StoredCorrection[]> =>
  queries.all(
    sql`select ${correctionColumns} from corrections
      where id in (${ids}) and ${companyScope(caller, sql`corrections.company_id`)}`,
  );

/** Of these people in the period, and all about these records; oldest first. */
export const correctionsAbout = (
  queries: Queries,
  employeeIds: readonly number[],
  { from, until }: Days,
  recordIds: readonly number[],
): Promise<StoredCorrection[]> =>
  queries.all(
    sql`select ${correctionColumns} from corrections where id in (
        select id from corrections where employee_id in (${employeeIds}) and day >= ${from} and day <= ${until}
        union select id from corrections where attendance_id in (${recordIds}))
      order by id`,
  );

export interface StoredRecord {
  readonly id: number;
  readonly company_id: number;
  readonly employee_id: number | null;
  readonly employee_code: string;
  readonly event_type: EventType;
  readonly occurred_at: string;
  readonly set_aside_by: number | null;
}

export const recordsById = (queries: Queries, caller: Caller, ids: readonly number[]): Promise<StoredRecord[]> =>
  queries.all(
    sql`select id, company_id, employee_id, employee_code, event_type, occurred_at, set_aside_by from attendance
      where id in (${ids}) and ${companyScope(caller, sql`attendance.company_id`)}`,
  );

/** The ids of the records that these corrections of these people added. */
export async function recordsAddedBy(
  queries: Queries,
  employeeIds: readonly number[],
  correctionIds: readonly number[],
): Promise<number[]> {
  if (correctionIds.length === 0) return [];
  const rows = await queries.all<{ id: number }>(
    sql`select id from attendance where employee_id in (${employeeIds}) and added_by in (${correctionIds})`,
  );
  return rows.map(({ id }) => id);
}
