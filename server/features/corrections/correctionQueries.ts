// Reads corrections: as lists show them, and as they are stored, with the attendance records they are about.

import type { Query } from '../../../src/shared/contract/calls.ts';
import type { Correction, CorrectionState } from '../../../src/shared/contract/corrections.ts';
import type { Page } from '../../../src/shared/contract/decode.ts';
import type { EventType } from '../../../src/shared/contract/queries.ts';
import type { ExceptionKind } from '../../../src/shared/contract/workday.ts';
import { type Caller, can, companyScope } from '../../platform/access/caller.ts';
import { join, type Queries, type Sql, scalars, sql } from '../../platform/db/db.ts';
import { pageRequestOf, readPage, sizesOfRows } from '../../platform/records/parameters.ts';
import { findHrDifferences } from '../hr/hrDifferences.ts';
import type { Moment } from '../settings/clocks.ts';
import type { Days } from '../workday/loadDays.ts';

type Filters = Query<'GET /corrections'>;

/** Lists the newest first. */
export function listCorrections(queries: Queries, reader: Moment, filters: Filters): Promise<Page<Correction>> {
  const condition = matching(reader.caller, filters);
  return readPage(queries, pageRequestOf(filters, sizesOfRows), sql`corrections where ${condition}`, (limit) =>
    correctionsWhere(queries, reader, sql`${condition} order by corrections.id desc ${limit}`),
  );
}

/** Finds corrections by id, oldest first, in the order in which they were made. */
export const findCorrections = (queries: Queries, reader: Moment, ids: readonly number[]): Promise<Correction[]> =>
  correctionsWhere(
    queries,
    reader,
    sql`corrections.id in (${ids}) and ${companyScope(reader.caller, sql`corrections.company_id`)} order by corrections.id`,
  );

function matching(caller: Caller, filters: Filters): Sql {
  const { company_id, employee_id, record_id, state, for_me, start_date, end_date } = filters;
  const conditions = [companyScope(caller, sql`corrections.company_id`)];
  if (company_id !== undefined) conditions.push(sql`corrections.company_id = ${company_id}`);
  if (employee_id !== undefined) conditions.push(sql`corrections.employee_id = ${employee_id}`);
  if (record_id !== undefined)
    conditions.push(sql`(corrections.attendance_id = ${record_id}
      or corrections.id = (select added_by from attendance where attendance.id = ${record_id}))`);
  if (state !== undefined) conditions.push(sql`corrections.state = ${state}`);
  if (for_me)
    conditions.push(sql`corrections.state = 'waiting' and corrections.author_id is distinct from ${caller.id}`);
  if (start_date !== undefined) conditions.push(sql`corrections.day >= ${start_date}`);
  if (end_date !== undefined) conditions.push(sql`corrections.day <= ${end_date}`);
  return join(conditions, ' and ');
}

type Row = StoredCorrection & {
  created_at: string;
  decided_at: string | null;
  decision_reason: string;
  company_name: string;
  employee_name: string | null;
  employee_number: string | null;
  department: string | null;
};

async function correctionsWhere(
  queries: Queries,
  { caller, clocks, now }: Moment,
  condition: Sql,
): Promise<Correction[]> {
  const rows = await queries.all<Row>(
    sql`select corrections.*, companies.name as company_name, employees.name as employee_name,
        employees.employee_id as employee_number, employees.department
      from (select ${correctionColumns}, created_at, decision_reason from corrections) corrections
      join companies on companies.id = corrections.company_id
      left join employees on employees.id = corrections.employee_id
      where ${condition}`,
  );
  const people = new Set(rows.flatMap(({ employee_id }) => employee_id ?? []));
  const days = new Set(rows.map(({ day }) => day));
  const mayCompare = can(caller, 'hr_sync.view');
  const hr = mayCompare ? await findHrDifferences(queries, [...people], [...days], clocks, now) : undefined;
  return rows.map(({ company_id, company_name, employee_name, employee_number, department, ...stored }) => {
    const { employee_id: id, occurred_at, attendance_id, undoes_id, decider, ...row } = stored;
    const { wallClock } = clocks.of(company_id);
    return {
      ...row,
      company: { id: company_id, name: company_name },
      employee:
        id === null
          ? null
          : { id, name: employee_name ?? '', employee_id: employee_number ?? '', department: department ?? '' },
      timestamp: wallClock(occurred_at),
      record_id: attendance_id,
      undoes: undoes_id,
      created_at: wallClock(row.created_at),
      decided_by: decider,
      decided_at: row.decided_at === null ? '' : wallClock(row.decided_at),
      hr: id === null ? '' : (hr?.of(id, row.day) ?? ''),
    };
  });
}

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

/** A stored correction; each kind has some columns that are never null. */
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

/** Finds these people's corrections in the period and every correction of these records, oldest first. */
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

export interface StoredRecord
  extends Pick<CorrectionRow, 'id' | 'company_id' | 'employee_id' | 'employee_code' | 'event_type' | 'occurred_at'> {
  readonly set_aside_by: number | null;
}

export const recordsById = (queries: Queries, caller: Caller, ids: readonly number[]): Promise<StoredRecord[]> =>
  queries.all(
    sql`select id, company_id, employee_id, employee_code, event_type, occurred_at, set_aside_by from attendance
      where id in (${ids}) and ${companyScope(caller, sql`attendance.company_id`)}`,
  );

/** Finds the records that these corrections added for these people. */
export async function recordsAddedBy(
  queries: Queries,
  employeeIds: readonly number[],
  correctionIds: readonly number[],
): Promise<number[]> {
  if (correctionIds.length === 0) return [];
  return scalars(
    queries,
    sql`select id from attendance where employee_id in (${employeeIds}) and added_by in (${correctionIds})`,
  );
}
