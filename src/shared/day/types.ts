// The events and rules from which a day is computed, and the day: see docs/day.md. For the server and the console
// alike.

import type { GuessRule } from '../contract/devices.ts';
import type { HoursRule, WorkingTimeLimits } from '../contract/timesheets.ts';
import type { ExceptionKind } from '../contract/workday.ts';

/** A terminal may not say whether somebody came or went. */
export type Direction = 'in' | 'out' | 'unknown';

/** An event of one person. */
export interface DayEvent {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The working day of this moment, 'YYYY-MM-DD'. */
  readonly day: string;
  readonly direction: Direction;
  /** The rule that guessed the direction, because its reader says none; empty if it was said. */
  readonly guessedBy?: GuessRule | '';
  /** When the server received it, in milliseconds. */
  readonly arrivedAt?: number;
  readonly isManual?: boolean;
  readonly isSetAside?: boolean;
  /** Somebody said that the long shift that begins here is as it is. */
  readonly isLongShift?: boolean;
}

export interface DayRules {
  /** An event this soon after another one of the same direction repeats it. */
  readonly repeatSeconds: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly hours: HoursRule;
  /** Checked only where a company set them. */
  readonly limits?: WorkingTimeLimits | undefined;
  /** The working day of now. */
  readonly today: string;
  /** The first and the last day of the employment. */
  readonly employedFrom?: string;
  readonly employedUntil?: string;
}

/** Spans from a check-in to its check-out. */
export interface Pair<E extends DayEvent = DayEvent> {
  readonly in: E;
  readonly out: E;
  readonly minutes: number;
}

/** Spans from a check-out to the next check-in of the same day. */
export interface Break<E extends DayEvent = DayEvent> {
  readonly out: E;
  readonly in: E;
  readonly minutes: number;
}

export interface DayException<E extends DayEvent = DayEvent> {
  readonly kind: ExceptionKind;
  /** The event that it is about. */
  readonly event: E;
  /** The event that it repeats, the check-out that came too late, or the one before the rest. */
  readonly other?: E;
  /** The minutes or days of a check of working time, and its limit. */
  readonly value?: number;
  readonly limit?: number;
}

/** A working day of one person. A check-out belongs to the day of its check-in. */
export interface WorkedDay<E extends DayEvent = DayEvent> {
  readonly day: string;
  /** All events in order, those that do not count as well. */
  readonly events: readonly E[];
  readonly firstIn: E | undefined;
  readonly lastOut: E | undefined;
  readonly pairs: readonly Pair<E>[];
  readonly breaks: readonly Break<E>[];
  /** A pair spans from first to last, so breaks are not known. */
  readonly isWhole?: boolean;
  readonly workedMinutes: number;
  readonly breakMinutes: number;
  /** A check-in whose check-out may still come, or another one than it has. */
  readonly open: E | undefined;
  readonly exceptions: readonly DayException<E>[];
}
