// Reads events of the webhook (docs/events.md) one by one, so that an invalid one is rejected alone, with its reason.

import { DecodeError } from '../../../../src/shared/contract/decode.ts';
import { eventType, type EventType } from '../../../../src/shared/contract/queries.ts';
import { isDay } from '../../../platform/time/clock.ts';
import { instantOf, plusMinutes } from '../../../platform/time/instants.ts';

export interface ControllerEvent {
  /** The controller's id of the event, if it sends one. */
  readonly eventId: string | null;
  readonly employeeCode: string;
  readonly type: EventType;
  readonly occurredAt: string;
  /** Clock time as sent, 'YYYY-MM-DD HH:MM:SS', and offset, '+05:30'. */
  readonly localTime: string;
  readonly zone: string;
}

/** Keeps the documented fields only: others may hold anything. */
export function rawOf(value: unknown): string {
  const fields = new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
  const entries = ['event_id', 'employee_id', 'event_type', 'timestamp'].map((name) => [name, fields.get(name)]);
  return JSON.stringify(
    Object.fromEntries(entries.filter(([, sent]) => typeof sent === 'string' || typeof sent === 'number')),
  );
}

/** Identifies an event by its id, or else by employee, type and second. */
type Identified = Pick<ControllerEvent, 'eventId' | 'employeeCode' | 'type' | 'occurredAt'>;

export const identityOf = ({ eventId, employeeCode, type, occurredAt }: Identified): string =>
  JSON.stringify(eventId === null ? [employeeCode, type, occurredAt] : [eventId]);

/** Returns the event, or the reason why it is invalid, for the people who operate the controller. */
export function readEvent(value: unknown, now: Date): ControllerEvent | string {
  if (typeof value !== 'object' || value === null) return 'An event must be a JSON object';
  const fields = new Map(Object.entries(value));
  const employeeCode = parseCode(fields.get('employee_id'));
  if (!employeeCode) return `employee_id must be a string of 1 to ${maxCodeLength} characters`;
  const eventId = fields.get('event_id') ?? null;
  if (eventId !== null && !parseCode(eventId)) {
    return `event_id must be a string of 1 to ${maxCodeLength} characters`;
  }
  const type = parseType(fields.get('event_type'));
  if (!type) return 'event_type must be check-in or check-out';
  const occurred = parseInstant(fields.get('timestamp'));
  if (!occurred) return 'timestamp must be a date and time with its zone, such as 2026-11-21T08:59:12+05:30';
  if (occurred > plusMinutes(now, 24 * 60)) return 'timestamp is more than a day in the future';
  if (occurred < earliest) return 'timestamp is before the year 2000';
  const sent = String(fields.get('timestamp'));
  return {
    eventId: parseCode(eventId),
    employeeCode,
    type,
    occurredAt: instantOf(occurred),
    localTime: sent.slice(0, 19).replace(/t/i, ' '),
    zone: offsetIn(sent),
  };
}

function offsetIn(timestamp: string): string {
  const [, sign = '+', hours = '00', minutes = '00'] = /([+-])(\d\d):?(\d\d)$/.exec(timestamp) ?? [];
  return `${sign}${hours}:${minutes}`;
}

const maxCodeLength = 255;
const earliest = new Date('2000-01-01T00:00:00Z');

/** Codes are strings: '00123' is not '123'. A number is converted. */
function parseCode(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return null;
  const code = text.trim();
  return code !== '' && code.length <= maxCodeLength ? code : null;
}

function parseType(value: unknown): EventType | undefined {
  try {
    return eventType(value);
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

/** Rejects times without a zone as ambiguous. */
function parseInstant(value: unknown): Date | undefined {
  const isComplete =
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\d[T ](?:[01]\d|2[0-3]):\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)$/i.test(value) &&
    isDay(value.slice(0, 10));
  const date = new Date(isComplete ? value.toUpperCase() : Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
