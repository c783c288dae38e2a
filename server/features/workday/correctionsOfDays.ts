// What there is to see of a day's corrections: the newest one, and how many a second person has approved. Whoever
// corrects the day sends it back, and is told if there is more by then.

import type { Queries } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Days } from './loadDays.ts';

export interface CorrectionsOfDay {
  /** 0 for none. */
  readonly last_correction_id: number;
  readonly approvals: number;
}

export const noCorrections: CorrectionsOfDay = { last_correction_id: 0, approvals: 0 };

const columns = sql`max(id) as last_correction_id,
  count(case when decided_at is not null and state <> 'refused' then 1 end) as approvals`;

/** Of these people, the days with corrections. */
export const correctionsOfPeople = (
  queries: Queries,
  employeeIds: readonly number[],
  { from, until }: Days,
): Promise<({ employee_id: number; day: string } & CorrectionsOfDay)[]> =>
  queries.all(
    sql`select employee_id, day, ${columns} from corrections
      where employee_id in (${employeeIds}) and day >= ${from} and day <= ${until} group by employee_id, day`,
  );

/** A record of nobody has no day to share: only its own corrections count. */
export const correctionsOfNobody = (
  queries: Queries,
  recordIds: readonly number[],
): Promise<({ attendance_id: number } & CorrectionsOfDay)[]> =>
  queries.all(
    sql`select attendance_id, ${columns} from corrections
      where employee_id is null and attendance_id in (${recordIds}) group by attendance_id`,
  );
