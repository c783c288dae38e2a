// The events and rules from which a day is computed, and the resulting day, for both server and console. See
// docs/day.md.

import type { GuessRule } from '../contract/devices.ts';
import type { HoursRule, WorkingTimeLimits } from '../contract/timesheets.ts';
import type { ExceptionKind } from '../contract/workday.ts';

/** Unknown if the terminal does not say whether somebody came or went. */
export type Direction = 'in' | 'out' | 'unknown';

/** An event of one person. */
export interface DayEvent {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Working day at that time, 'YYYY-MM-DD'. */
  readonly day: string;
  readonly direction: Direction;
  /** Rule that guessed the direction because the reader did not send one; empty if it did. */
  readonly guessedBy?: GuessRule | '';
  /** When the server received it, in milliseconds. */
  readonly arrivedAt?: number;
  readonly isManual?: boolean;
  readonly isSetAside?: boolean;
  /** Whether somebody accepted the long shift that begins here. */
  readonly isLongShift?: boolean;
}

export interface DayRules {
  /** Seconds within which another event in the same direction is a repetition. */
  readonly repeatSeconds: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly hours: HoursRule;
  /** Only checked where a company sets them. */
  readonly limits?: WorkingTimeLimits | undefined;
  /** Current working day. */
  readonly today: string;
  /** First and last day of employment. */
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
  /** The event that was repeated, the check-out that came too late, or the one before a short rest. */
  readonly other?: E;
  /** For a check of working time, the minutes or days and their limit. */
  readonly value?: number;
  readonly limit?: number;
}

/** A working day of one person. A check-out belongs to the day of its check-in. */
export interface WorkedDay<E extends DayEvent = DayEvent> {
  readonly day: string;
  /** All events in order, including those that do not count. */
  readonly events: readonly E[];
  readonly firstIn: E | undefined;
  readonly lastOut: E | undefined;
  readonly pairs: readonly Pair<E>[];
  readonly breaks: readonly Break<E>[];
  /** Whether a pair spans from first to last, so that breaks are unknown. */
  readonly isWhole?: boolean;
  readonly workedMinutes: number;
  readonly breakMinutes: number;
  /** Check-in whose check-out may still come, or be replaced by a later one. */
  readonly open: E | undefined;
  readonly exceptions: readonly DayException<E>[];
}
