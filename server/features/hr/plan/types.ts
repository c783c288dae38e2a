// Input of a plan, the attendance records of a day, and its output, a decision on each record.

import type { GuessRule } from '../../../../src/shared/contract/devices.ts';
import type { EventType } from '../../../../src/shared/contract/queries.ts';
import type { HoursRule } from '../../../../src/shared/contract/timesheets.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Connection, Connector } from '../connectors/connector.ts';

/** 'none' until a sync first queues the record; 'retryNeeded' until a user retries it. */
export type DeliveryState = 'none' | 'waiting' | 'accepted' | 'retryNeeded';

export interface HrRecord {
  readonly id: number;
  /** Null if no employee has the controller's code. */
  readonly employee: {
    readonly id: number;
    readonly employeeNumber: string;
    readonly name: string;
    /** Id in the HR system; empty if unmatched. */
    readonly personId: string;
  } | null;
  readonly employee_code: string;
  readonly event_type: EventType;
  readonly occurred_at: string;
  readonly delivery: DeliveryState;
  readonly last_error: string;
  /** The HR system has it, or may have it because its last request had no clear answer. */
  readonly mayBeThere: boolean;
  /** Name of the HR system that accepted it, which may be a former one; empty if none did. */
  readonly system: string;
  /** Start of the pair that it was queued to end. */
  readonly pairStart: { readonly id: number; readonly at: string } | null;
  /** The HR system took this end of the pair, and then another one for the same person. */
  readonly isFormerEnd: boolean;
  /** End, after the day, of a pair that was queued with this start; empty if there is none. */
  readonly pairedUntil: string;
  /** A correction added it, set it aside, or confirmed the long shift that starts with it. */
  readonly isManual: boolean;
  readonly isSetAside: boolean;
  readonly isLongShift: boolean;
  /** Whether its person was erased, and is now a number without meaning. */
  readonly isErased: boolean;
  /** Rule that guessed the direction; empty if the device gave it. */
  readonly guessedBy: GuessRule | '';
}

/** Everything a plan depends on. */
export interface HrDay {
  /** Working day, 'YYYY-MM-DD'. */
  readonly date: string;
  /** First instant of the day, and of the next one. */
  readonly start: string;
  readonly end: string;
  readonly clock: Clock;
  readonly connector: Connector;
  /** Settings of its connection, without secrets. */
  readonly values: Connection['values'];
  readonly now: string;
  /** Time within which a record repeats another. */
  readonly repeatSeconds: number;
  /** The company's rule for counting hours. */
  readonly hours: HoursRule;
  readonly records: readonly HrRecord[];
  /** Records of the hours before the day, for shifts that cross midnight. */
  readonly recordsBefore: readonly HrRecord[];
}

type Reason =
  | 'erased'
  | 'unknown_employee'
  | 'unmatched_employee'
  | 'in_the_future'
  | 'duplicate'
  | 'set_aside'
  | 'repeated'
  | 'lunch_break'
  | 'may_be_break'
  | 'not_first'
  | 'not_last'
  | 'orphan_check_out'
  | 'replaces_sent'
  | 'before_threshold'
  | 'end_may_move'
  | 'end_missing'
  | 'no_pair'
  | 'cannot_be_taken'
  | 'delivery_failed';

/** True if a later sync sends the record without anybody's help. */
export const isSentLater = (reason: Reason): boolean =>
  reason === 'before_threshold' || reason === 'end_may_move' || reason === 'may_be_break';

/** `sentence` has no full stop: callers add text after it. */
export interface Held {
  readonly kind: 'held';
  readonly reason: Reason;
  readonly sentence: string;
  /** End of the hold, if known. */
  readonly until?: string;
}

/** Holds back one more record. */
export type Hold = (record: HrRecord, reason: Reason, sentence: string, until?: string) => void;

/** sent: the HR system accepted it earlier. send: the sync sends it. held: the sync holds it back. */
export type Decision = { readonly kind: 'sent' } | { readonly kind: 'send' } | Held;
