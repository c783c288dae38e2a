// Finds what the requested corrections are about, within the caller's scope, and locks it, so that of two people who
// correct the same day at once the second sees what the first did.

import type { EventType } from '../../../src/shared/contract/queries.ts';
import type { Caller } from '../../platform/access/caller.ts';
import type { Queries } from '../../platform/db/db.ts';
import { lockRows } from '../../platform/db/rowLocks.ts';
import { notFound } from '../../platform/records/domainErrors.ts';
import { type NamedPerson, peopleById } from '../workday/people.ts';
import {
  correctionsById,
  recordsAddedBy,
  recordsById,
  type StoredCorrection,
  type StoredRecord,
} from './correctionQueries.ts';
import type { ParsedRequest, RequestedCorrection } from './parseRequests.ts';

/** A request, with the person and the event that it is about. */
export interface Target extends ParsedRequest {
  readonly companyId: number;
  /** Undefined if no employee has the number that the controller sent. */
  readonly person: NamedPerson | undefined;
  readonly employeeCode: string;
  readonly eventType: EventType;
  readonly occurredAt: string;
  /** Undefined for an event that is to be added. */
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
      const person = people.get(each.employeeId) ?? missing('Employee');
      const { companyId, employee } = person;
      const { eventType, occurredAt } = each;
      const nothing = { record: undefined, undone: undefined };
      return { ...request, companyId, person, employeeCode: employee.employee_id, eventType, occurredAt, ...nothing };
    }
    const correction = each.kind === 'undo' ? (undone.get(each.correctionId) ?? missing('Correction')) : undefined;
    const record = records.get(recordIdOf(each, undone) ?? 0);
    const { company_id, employee_id, employee_code, event_type, occurred_at } =
      record ?? correction ?? missing('Attendance record');
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

/** Locks the companies as well, so that nobody closes a month meanwhile. */
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

/** Compares to the minute, as times are shown and added. */
export const isSameEvent = (eventType: string, occurredAt: string, target: Target): boolean =>
  eventType === target.eventType && occurredAt.slice(0, 16) === target.occurredAt.slice(0, 16);

export const otherWay = (type: EventType): EventType => (type === 'check-in' ? 'check-out' : 'check-in');

const byId = <Row extends { id: number }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));

export function missing(noun: string): never {
  throw notFound(`${noun} not found`);
}
