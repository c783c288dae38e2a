// Attendance records, their working days and exceptions, as sheets and the inbox show them.

import type { ExceptionKind, SheetEvent } from '../../../src/shared/contract/workday.ts';
import { exceptionSentence } from '../../../src/shared/words/exceptionWords.ts';
import { type Caller, can } from '../../platform/access/caller.ts';
import { maybeOne, type Queries, sql } from '../../platform/db/db.ts';
import { notFound } from '../../platform/domainErrors.ts';
import { type Clock, type Clocks, type CompaniesMoment, daysAfter } from '../../platform/time/clock.ts';
import { type Days, loadDays, type StoredEvent } from './loadDays.ts';

export type RecordOfDay = Pick<
  StoredEvent,
  'id' | 'occurredAt' | 'eventType' | 'controllerId' | 'isManual' | 'isSetAside'
>;

export async function showEvents(
  queries: Queries,
  caller: Caller,
  events: readonly RecordOfDay[],
  clocks: Clocks,
): Promise<(event: RecordOfDay) => SheetEvent> {
  const rows = await queries.all<{ id: number; company_id: number; controller: string; hr_state: string }>(
    sql`select attendance.id, attendance.company_id, access_controllers.name as controller, hr_state
      from attendance join access_controllers on access_controllers.id = access_controller_id
      where attendance.id in (${events.map(({ id }) => id)})`,
  );
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  return ({ id, eventType, occurredAt, isManual = false, isSetAside = false }) => {
    const row = rowOf.get(id);
    return {
      id,
      event_type: eventType,
      timestamp: clocks.of(row?.company_id ?? 0).wallClock(occurredAt),
      controller: row?.controller ?? '',
      is_manual: isManual,
      is_set_aside: isSetAside,
      hr_state: can(caller, 'hr_sync.view') ? row?.hr_state : undefined,
    };
  };
}

export interface ShownException {
  readonly kind: ExceptionKind;
  readonly event: { readonly occurredAt: string };
  /** The event that it repeats, or the check-out that came too late. */
  readonly other?: { readonly occurredAt: string };
  readonly value?: number;
  readonly limit?: number;
}

/** Describes what happened, with the times of that day. */
export function sentenceOf(
  { kind, event, other, value, limit }: ShownException,
  employeeCode: string,
  { wallClock }: Clock,
): string {
  const time = ({ occurredAt }: { occurredAt: string }) => wallClock(occurredAt).slice(11, 19);
  return exceptionSentence(kind, { at: time(event), otherAt: other ? time(other) : '', employeeCode, value, limit });
}

// The version of a day's corrections is the newest correction, and how many a second person has approved. A client that
// corrects the day sends the version back, and is told if it has changed meanwhile.

interface PlacedRecord {
  id: number;
  company_id: number;
  employee_id: number | null;
  occurred_at: string;
}

/** Finds the working day that a record belongs to: a check-out belongs to the day of its check-in. */
export async function dayOfRecord(queries: Queries, recordId: number, moment: CompaniesMoment) {
  const record = await maybeOne<PlacedRecord>(
    queries,
    sql`select id, company_id, employee_id, occurred_at from attendance where id = ${recordId}`,
  );
  if (!record) throw notFound('Attendance record not found');
  const day = await workingDayOf(queries, record, moment);
  const [corrections = noCorrections] =
    record.employee_id === null
      ? await correctionsOfUnknown(queries, [record.id])
      : await correctionsOfPeople(queries, [record.employee_id], { from: day, until: day });
  return { day, last_correction_id: corrections.last_correction_id, approvals: corrections.approvals };
}

async function workingDayOf(
  queries: Queries,
  { id, company_id, employee_id, occurred_at }: PlacedRecord,
  moment: CompaniesMoment,
): Promise<string> {
  const day = moment.clocks.of(company_id).workingDays.dayOf(occurred_at);
  if (employee_id === null) return day;
  const person = { id: employee_id, companyId: company_id, employedFrom: null, employedUntil: null };
  const days = await loadDays(queries, [person], { from: daysAfter(day, -1), until: day }, moment);
  return days.get(employee_id)?.find(({ events }) => events.some((event) => event.id === id))?.day ?? day;
}

export interface CorrectionsOfDay {
  /** 0 if there is none. */
  readonly last_correction_id: number;
  readonly approvals: number;
}

export const noCorrections: CorrectionsOfDay = { last_correction_id: 0, approvals: 0 };

const columns = sql`max(id) as last_correction_id,
  count(case when decided_at is not null and state <> 'refused' then 1 end) as approvals`;

/** Finds the days of these people that have corrections. */
export const correctionsOfPeople = (queries: Queries, employeeIds: readonly number[], { from, until }: Days) =>
  queries.all<{ employee_id: number; day: string } & CorrectionsOfDay>(
    sql`select employee_id, day, ${columns} from corrections
      where employee_id in (${employeeIds}) and day >= ${from} and day <= ${until} group by employee_id, day`,
  );

/** A record without an employee shares its day with no other, so only its own corrections count. */
export const correctionsOfUnknown = (queries: Queries, recordIds: readonly number[]) =>
  queries.all<{ attendance_id: number } & CorrectionsOfDay>(
    sql`select attendance_id, ${columns} from corrections
      where employee_id is null and attendance_id in (${recordIds}) group by attendance_id`,
  );
