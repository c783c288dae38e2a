// What automatic attendance waits for, as the last run of a company found it, and what of it somebody lifted.

import type { HrSyncCompanyStatus } from '../../../../src/shared/contract/hr.ts';
import type { Db, Queries } from '../../../platform/db/db.ts';
import { groupRows } from '../../../platform/db/groupRows.ts';
import { rowsOf, type Sql, sql } from '../../../platform/db/sql.ts';
import type { BusinessTime } from '../../../platform/time/businessTime.ts';
import { asUtc, instantOf } from '../../../platform/time/instants.ts';
import { wallClockOf } from '../syncResult.ts';
import type { AttendanceWait } from './findWaits.ts';

/** Returns those that nobody lifted. What has ended is forgotten, so that the next silence of a door counts again. */
export const storeWaits = (db: Db, companyId: number, waits: readonly AttendanceWait[]): Promise<AttendanceWait[]> =>
  db.tx(async (queries) => {
    const ofCompany = sql`hr_attendance_waits.company_id = ${companyId}`;
    const found = rowsOf(
      { kind: 'text', subject_id: 'bigint', since: 'timestamp(0)' },
      waits.map(({ kind, subjectId, since }) => ({ kind, subject_id: subjectId, since })),
    );
    await queries.run(
      sql`delete from hr_attendance_waits where ${ofCompany} and not (${isUnmatchedStill})
        and not exists (select 1 from ${found}
          where rows.kind = hr_attendance_waits.kind and rows.subject_id = hr_attendance_waits.subject_id)`,
    );
    if (waits.length > 0) {
      await queries.run(
        sql`insert into hr_attendance_waits (company_id, kind, subject_id, since)
          select ${companyId}, rows.kind, rows.subject_id, rows.since from ${found} where true
          on conflict (company_id, kind, subject_id) do update set since = excluded.since`,
      );
    }
    const lifted = await queries.all<{ kind: string; subject_id: number }>(
      sql`select kind, subject_id from hr_attendance_waits where ${ofCompany} and lifted_at is not null`,
    );
    return waits.filter(
      ({ kind, subjectId }) => !lifted.some((each) => each.kind === kind && each.subject_id === subjectId),
    );
  });

/** Somebody who is not in the HR system need not be lifted again each time that they came. */
const isUnmatchedStill = sql`kind = 'person' and lifted_at is not null
  and exists (select 1 from employees where employees.id = subject_id and employees.deleted_at is null)
  and not exists (select 1 from hr_matches where employee_id = subject_id)`;

/** Of a company whose HR system computes nothing by itself. */
export async function forgetWaits(queries: Queries, companyId: number): Promise<void> {
  await queries.run(sql`delete from hr_attendance_waits where company_id = ${companyId}`);
}

/** Returns whether the company waits for it. */
export async function liftWait(
  queries: Queries,
  companyId: number,
  { kind, id, is_lifted }: { kind: 'door' | 'person'; id: number; is_lifted: boolean },
  now: Date,
): Promise<boolean> {
  const changed = await queries.run(
    sql`update hr_attendance_waits set lifted_at = ${is_lifted ? instantOf(now) : null}
      where company_id = ${companyId} and kind = ${kind} and subject_id = ${id}`,
  );
  return changed === 1;
}

type ShownWait = NonNullable<HrSyncCompanyStatus['attendance_waits']>[number];

interface Row {
  company_id: number;
  kind: AttendanceWait['kind'];
  subject_id: number;
  since: string;
  is_lifted: boolean;
  door: string | null;
  person: string | null;
  employee_number: string | null;
}

/** By company, the earliest first. `scope` is a condition on `company_id`. */
export async function findShownWaits(
  queries: Queries,
  scope: Sql,
  businessTime: BusinessTime,
): Promise<Map<number, ShownWait[]>> {
  const rows = await queries.all<Row>(
    sql`select company_id, kind, subject_id, since, lifted_at is not null as is_lifted,
        (select name from access_controllers where kind = 'door' and id = subject_id) as door,
        (select name from employees where kind = 'person' and id = subject_id) as person,
        (select employee_id from employees where kind = 'person' and id = subject_id) as employee_number
      from hr_attendance_waits where ${scope} order by since, kind, subject_id`,
    ['is_lifted'],
  );
  return groupRows(
    'company_id',
    rows.map((row) => ({ company_id: row.company_id, ...shownWait(row, businessTime) })),
  );
}

const shownWait = (row: Row, businessTime: BusinessTime): ShownWait => ({
  kind: row.kind,
  id: row.subject_id,
  since: asUtc(row.since),
  sentence: describe(row, wallClockOf(row.since, businessTime).slice(0, 16)),
  is_lifted: row.is_lifted,
});

/** Without a full stop. `since` is on the business's clock. */
function describe({ kind, door, person, employee_number }: Row, since: string): string {
  switch (kind) {
    case 'door':
      return `${door ?? 'A controller'} silent since ${since}`;
    case 'person':
      return `${person ?? 'Somebody'} (${employee_number ?? ''}) is matched with nobody, and came on ${since}`;
    case 'record':
      return `A record of ${since} is still to be sent`;
    case 'days':
      return `Records from ${since.slice(0, 10)} on were never sent. Sync these days, the first one first`;
  }
}
