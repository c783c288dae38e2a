// What a request asks for, by kind, with everything that its kind needs.

import type { EventType } from '../../../src/shared/contract/queries.ts';
import type { CorrectionRequest } from '../../../src/shared/contract/corrections.ts';
import type { ExceptionKind } from '../../../src/shared/contract/workday.ts';
import { type FieldMessages, invalid } from '../../platform/records/domainErrors.ts';
import { type BusinessTime, isDay } from '../../platform/time/businessTime.ts';
import { instantAt, isTimeOfDay } from '../../platform/time/wallClock.ts';

export type Asked =
  | { readonly kind: 'add'; readonly employeeId: number; readonly eventType: EventType; readonly occurredAt: string }
  | { readonly kind: 'set_aside' | 'change_direction'; readonly recordId: number }
  | { readonly kind: 'as_is'; readonly recordId: number; readonly exception: ExceptionKind }
  | { readonly kind: 'undo'; readonly correctionId: number };

/** What somebody who looked at a day saw of its corrections: up to the newest one, and how many were approved. */
export interface Seen {
  /** The day that is corrected, if the request names none. */
  readonly day: string | undefined;
  readonly lastId: number;
  /** Undefined if they are not to be compared. */
  readonly approvals: number | undefined;
}

export interface Request {
  readonly asked: Asked;
  /** Undefined if nothing is to be compared. */
  readonly seen: Seen | undefined;
}

const mostAtOnce = 500;

export function readRequests(given: readonly CorrectionRequest[], businessTime: BusinessTime): Request[] {
  if (given.length === 0) throw invalid({ corrections: 'Please say what to correct' });
  if (given.length > mostAtOnce) throw invalid({ corrections: `Please correct at most ${mostAtOnce} at once` });
  const errors: Record<string, string> = {};
  const requests = given.flatMap((request, index) => {
    const { day, last_correction_id: lastId, approvals } = request;
    const result = read(request, businessTime);
    if (isAsked(result))
      return [{ asked: result, seen: lastId === undefined ? undefined : { day, lastId, approvals } }];
    for (const [field, message] of Object.entries(result)) errors[fieldOf(index, field)] = message;
    return [];
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return requests;
}

/** Of a request's corrections: 'corrections.0.timestamp' */
export const fieldOf = (index: number, field: string): string => `corrections.${index}.${field}`;

const isAsked = (result: Asked | FieldMessages): result is Asked => 'kind' in result;

function read(request: CorrectionRequest, businessTime: BusinessTime): Asked | FieldMessages {
  const { kind, employee_id, event_type, timestamp, record_id, exception, correction_id } = request;
  switch (kind) {
    case 'add': {
      const time = readTime(timestamp ?? '', businessTime);
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

function readTime(text: string, businessTime: BusinessTime): { instant: string } | { complaint: string } {
  const [day = '', timeOfDay = '', ...rest] = text.split('T');
  if (!isDay(day) || !isTimeOfDay(timeOfDay) || rest.length > 0)
    return { complaint: 'Please enter a date and time such as 2026-11-21T17:00' };
  if (day < earliestDay) return { complaint: 'Please enter a time after the year 1999' };
  const instant = instantAt(businessTime, day, timeOfDay);
  if (businessTime.wallClock(instant).slice(0, text.length) !== text)
    return { complaint: `The clocks went forward: there was no ${timeOfDay} on ${day}` };
  return { instant };
}

/** Controllers' events begin here too. */
const earliestDay = '2000-01-01';
