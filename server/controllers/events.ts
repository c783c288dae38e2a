// What a controller reports: read one by one, so that a bad event is refused alone, with its reason. Pure.

import { DecodeError } from '../../src/contract/decode.ts';
import { type EventType, eventType } from '../../src/contract/entities/attendance.ts';
import { isDay } from '../time/businessTime.ts';
import { instantOf, plusMinutes } from '../time/instants.ts';

export interface ControllerEvent {
  /** The controller's own number of the event, where it gives one. */
  readonly eventId: string | null;
  readonly employeeCode: string;
  readonly type: EventType;
  readonly occurredAt: string;
}

/** Two reports of one event have the same identity: its number, else who, what and the second. */
export const identityOf = ({ eventId, employeeCode, type, occurredAt }: ControllerEvent): string =>
  JSON.stringify(eventId === null ? [employeeCode, type, occurredAt] : [eventId]);

/** Words for the people who look after the controller, where it is no event. */
export function readEvent(value: unknown, now: Date): ControllerEvent | string {
  if (typeof value !== 'object' || value === null) return 'An event is a JSON object';
  const fields = new Map(Object.entries(value));
  const employeeCode = codeIn(fields.get('employee_id'));
  if (!employeeCode) return `employee_id must be a text of 1 to ${longestCode} characters`;
  const eventId = fields.get('event_id') ?? null;
  if (eventId !== null && !codeIn(eventId)) {
    return `event_id must be a text of 1 to ${longestCode} characters`;
  }
  const type = typeIn(fields.get('event_type'));
  if (!type) return 'event_type must be check-in or check-out';
  const occurred = instantIn(fields.get('timestamp'));
  if (!occurred) return 'timestamp must be a date and time with its zone, such as 2026-11-21T08:59:12+05:30';
  if (occurred > plusMinutes(now, 24 * 60)) return 'timestamp is more than a day in the future';
  if (occurred < earliest) return 'timestamp is before the year 2000';
  return { eventId: codeIn(eventId), employeeCode, type, occurredAt: instantOf(occurred) };
}

const longestCode = 255;
const earliest = new Date('2000-01-01T00:00:00Z');

/** Numbers are texts here: '00123' is not 123, but a controller that sends 123 means '123'. */
function codeIn(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return null;
  const code = text.trim();
  return code !== '' && code.length <= longestCode ? code : null;
}

function typeIn(value: unknown): EventType | undefined {
  try {
    return eventType(value);
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

/** A time without a zone could be anybody's, so it is none. */
function instantIn(value: unknown): Date | undefined {
  const isWhole =
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)$/.test(value) &&
    isDay(value.slice(0, 10));
  const date = new Date(isWhole ? value : Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
