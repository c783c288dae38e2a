// Reads the requested corrections: each becomes one of its kind, with everything that its kind needs, or an error at
// its field.

import { isClockTime } from '../../../src/shared/contract/calendarDay.ts';
import type { CorrectionRequest } from '../../../src/shared/contract/corrections.ts';
import type { EventType } from '../../../src/shared/contract/queries.ts';
import type { ExceptionKind } from '../../../src/shared/contract/workday.ts';
import { type FieldMessages, invalid } from '../../platform/records/domainErrors.ts';
import { type Clock, instantAt, isDay } from '../../platform/time/clock.ts';
import type { StoredCorrection } from './correctionQueries.ts';

export type RequestedCorrection =
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

/** The corrections that somebody saw of a day: up to the newest one, and how many were approved. */
export interface ExpectedVersion {
  /** The day that is corrected, if the request names none. */
  readonly day: string | undefined;
  readonly lastId: number;
  /** Undefined if they are not to be compared. */
  readonly approvals: number | undefined;
}

export interface ParsedRequest {
  readonly requested: RequestedCorrection;
  /** Undefined if nothing is to be compared. */
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
  if (day < earliestDay) return { complaint: 'Please enter a time after the year 1999' };
  const instant = instantAt(clock, day, timeOfDay);
  if (clock.wallClock(instant).slice(0, text.length) !== text)
    return { complaint: `The clocks went forward: there was no ${timeOfDay} on ${day}` };
  return { instant };
}

/** The same as for events of controllers. */
const earliestDay = '2000-01-01';
