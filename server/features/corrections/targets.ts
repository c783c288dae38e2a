// Reads the requested corrections: each becomes one of its kind, with everything that the kind needs, or an error at
// its field. Finds their targets within the caller's scope, and locks them, so that of two people who correct the same
// day at once, the second sees what the first did.

import { isClockTime } from '../../../src/shared/contract/calendarDay.ts';
import type { CorrectionRequest } from '../../../src/shared/contract/corrections.ts';
import type { EventType } from '../../../src/shared/contract/queries.ts';
import type { ExceptionKind } from '../../../src/shared/contract/workday.ts';
import type { Caller } from '../../platform/access/caller.ts';
import type { Queries } from '../../platform/db/db.ts';
import { lockRows } from '../../platform/db/rowLocks.ts';
import { type FieldMessages, invalid, notFound } from '../../platform/domainErrors.ts';
import { type Clock, firstEventDay, instantAt, isDay } from '../../platform/time/clock.ts';
import { type NamedPerson, peopleById } from '../workday/people.ts';
import {
  correctionsById,
  recordsAddedBy,
  recordsById,
  type StoredCorrection,
  type StoredRecord,
} from './correctionQueries.ts';

type RequestedCorrection =
  | { readonly kind: 'add'; readonly employeeId: number; readonly eventType: EventType; readonly occurredAt: string }
  | { readonly kind: 'set_aside' | 'change_direction'; readonly recordId: number }
  | { readonly kind: 'as_is'; readonly recordId: number; readonly exception: ExceptionKind }
  | { readonly kind: 'undo'; readonly correctionId: number };

/** What was requested when the correction was stored. */
export function requestedOf(correction: StoredCorrection): RequestedCorrection {
  switch (correction.kind) {
    case 'add': {
      const { kind, employee_id, event_type, occurred_at } = correction;
      return { kind, employeeId: employee_id, eventType: event_type, occurredAt: occurred_at };
    }
    case 'set_aside':
    case 'change_direction':
      return { kind: correction.kind, recordId: correction.attendance_id };
    case 'as_is':
      return { kind: correction.kind, recordId: correction.attendance_id, exception: correction.exception };
    case 'undo':
      return { kind: correction.kind, correctionId: correction.undoes_id };
  }
}

/** The corrections of a day that somebody saw: up to the newest one, and how many were approved. */
export interface ExpectedVersion {
  /** The corrected day, if the request names none. */
  readonly day: string | undefined;
  readonly lastId: number;
  /** Undefined if approvals are not compared. */
  readonly approvals: number | undefined;
}

interface ParsedRequest {
  readonly requested: RequestedCorrection;
  /** Undefined if nothing is compared. */
  readonly expected: ExpectedVersion | undefined;
}

const mostAtOnce = 500;

export function parseRequests(
  given: readonly CorrectionRequest[],
  clockOfEmployee: (employeeId: number) => Clock,
): ParsedRequest[] {
  if (given.length === 0) throw invalid({ corrections: 'Please say what to correct' });
  if (given.length > mostAtOnce) throw invalid({ corrections: `Please correct at most ${mostAtOnce} at once` });
  const errors: Record<string, string> = {};
  const requests = given.flatMap((request, index) => {
    const { day, last_correction_id: lastId, approvals } = request;
    const result = parse(request, clockOfEmployee);
    if (isParsed(result))
      return [{ requested: result, expected: lastId === undefined ? undefined : { day, lastId, approvals } }];
    for (const [field, message] of Object.entries(result)) errors[fieldOf(index, field)] = message;
    return [];
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return requests;
}

/** Names the field of one correction: 'corrections.0.timestamp' */
export const fieldOf = (index: number, field: string): string => `corrections.${index}.${field}`;

const isParsed = (result: RequestedCorrection | FieldMessages): result is RequestedCorrection => 'kind' in result;

function parse(
  request: CorrectionRequest,
  clockOfEmployee: (employeeId: number) => Clock,
): RequestedCorrection | FieldMessages {
  const { kind, employee_id, event_type, timestamp, record_id, exception, correction_id } = request;
  switch (kind) {
    case 'add': {
      const time = readTime(timestamp ?? '', clockOfEmployee(employee_id ?? 0));
      if (employee_id && event_type && 'instant' in time)
        return { kind, employeeId: employee_id, eventType: event_type, occurredAt: time.instant };
      return {
        ...(!employee_id && { employee_id: 'Please choose an employee' }),
        ...(!event_type && { event_type: 'Please choose check-in or check-out' }),
        ...('complaint' in time && { timestamp: time.complaint }),
      };
    }
    case 'set_aside':
    case 'change_direction':
      return record_id ? { kind, recordId: record_id } : { record_id: 'Please choose a record' };
    case 'as_is':
      if (record_id && exception) return { kind, recordId: record_id, exception };
      return {
        ...(!record_id && { record_id: 'Please choose a record' }),
        ...(!exception && { exception: 'Please choose an exception' }),
      };
    case 'undo':
      return correction_id ? { kind, correctionId: correction_id } : { correction_id: 'Please choose a correction' };
  }
}

function readTime(text: string, clock: Clock): { instant: string } | { complaint: string } {
  const [day = '', timeOfDay = '', ...rest] = text.split('T');
  if (!isDay(day) || !isClockTime(timeOfDay) || rest.length > 0)
    return { complaint: 'Please enter a date and time such as 2026-11-21T17:00' };
  if (day < firstEventDay) return { complaint: 'Please enter a time after the year 1999' };
  const instant = instantAt(clock, day, timeOfDay);
  if (clock.wallClock(instant).slice(0, text.length) !== text)
    return { complaint: `The clocks went forward: there was no ${timeOfDay} on ${day}` };
  return { instant };
}

/** A request, with the person and the event it is about. */
export interface Target extends ParsedRequest {
  readonly companyId: number;
  /** Undefined if no employee has the number that the controller sent. */
  readonly person: NamedPerson | undefined;
  readonly employeeCode: string;
  readonly eventType: EventType;
  readonly occurredAt: string;
  /** Undefined for an event to be added. */
  readonly record: StoredRecord | undefined;
  readonly undone: StoredCorrection | undefined;
}

export async function findTargets(
  queries: Queries,
  caller: Caller,
  requests: readonly ParsedRequest[],
): Promise<Target[]> {
  const requested = requests.map((request) => request.requested);
  const undoneIds = requested.flatMap((each) => (each.kind === 'undo' ? [each.correctionId] : []));
  const undone = byId(await correctionsById(queries, caller, undoneIds));
  const recordIds = requested.flatMap((each) => recordIdOf(each, undone) ?? []);
  const records = byId(await recordsById(queries, caller, recordIds));
  const ids = [...undone.values(), ...records.values()].flatMap(({ employee_id }) => employee_id ?? []);
  const added = requested.flatMap((each) => (each.kind === 'add' ? [each.employeeId] : []));
  const people = byId(await peopleById(queries, caller, [...new Set([...ids, ...added])]));

  return requests.map((request) => {
    const each = request.requested;
    if (each.kind === 'add') {
      const person = people.get(each.employeeId) ?? throwNotFound('Employee');
      const { companyId, employee } = person;
      const { eventType, occurredAt } = each;
      const nothing = { record: undefined, undone: undefined };
      return { ...request, companyId, person, employeeCode: employee.employee_id, eventType, occurredAt, ...nothing };
    }
    const correction =
      each.kind === 'undo' ? (undone.get(each.correctionId) ?? throwNotFound('Correction')) : undefined;
    const record = records.get(recordIdOf(each, undone) ?? 0);
    const { company_id, employee_id, employee_code, event_type, occurred_at } =
      record ?? correction ?? throwNotFound('Attendance record');
    return {
      ...request,
      companyId: company_id,
      person: employee_id === null ? undefined : people.get(employee_id),
      employeeCode: employee_code,
      eventType: event_type,
      occurredAt: occurred_at,
      record,
      undone: correction,
    };
  });
}

/** Also locks the companies, so that nobody closes a month meanwhile. */
export async function lockTargets(queries: Queries, targets: readonly Target[]): Promise<void> {
  const companies = targets.map(({ companyId }) => companyId);
  const people = targets.flatMap(({ person }) => person?.id ?? []);
  const records = targets.flatMap(({ record }) => record?.id ?? []);
  await lockRows(queries, 'companies', companies, 'rely');
  await lockRows(queries, 'employees', people, 'change');
  const undone = targets.flatMap((target) => (target.undone?.kind === 'change_direction' ? target.undone.id : []));
  const turned = await recordsAddedBy(queries, people, undone);
  await lockRows(queries, 'attendance', [...new Set([...records, ...turned])], 'change');
}

const recordIdOf = (
  requested: RequestedCorrection,
  undone: ReadonlyMap<number, StoredCorrection>,
): number | null | undefined => {
  if (requested.kind === 'add') return undefined;
  return requested.kind === 'undo' ? undone.get(requested.correctionId)?.attendance_id : requested.recordId;
};

/** Compares by the minute, as times are shown and added. */
export const isSameEvent = (eventType: string, occurredAt: string, target: Target): boolean =>
  eventType === target.eventType && occurredAt.slice(0, 16) === target.occurredAt.slice(0, 16);

export const oppositeType = (type: EventType): EventType => (type === 'check-in' ? 'check-out' : 'check-in');

const byId = <Row extends { id: number }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));

export function throwNotFound(noun: string): never {
  throw notFound(`${noun} not found`);
}
