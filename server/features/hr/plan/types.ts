// The input of a plan, one day of attendance records, and its output, a decision about each record.

import { type Decoded, object, oneOf } from '../../../../src/shared/contract/decode.ts';
import { withDefault } from '../../../../src/shared/contract/decodeRecords.ts';
import type { EventType } from '../../../../src/shared/contract/queries.ts';
import type { HoursRule } from '../../../../src/shared/contract/timesheets.ts';
import type { GuessRule } from '../../../../src/shared/contract/devices.ts';
import { hrSyncFields, hrSyncModes } from '../../../../src/shared/contract/hr.ts';
import type { BusinessTime } from '../../../platform/time/businessTime.ts';
import type { Connection, Connector } from '../connectors/connector.ts';

/** 'none' until a sync first queues the record; 'retryNeeded' until a user retries it. */
export type DeliveryState = 'none' | 'waiting' | 'accepted' | 'retryNeeded';

interface HrEmployee {
  readonly id: number;
  readonly employeeNumber: string;
  readonly name: string;
  /** Who it is in the HR system; empty if nobody is matched. */
  readonly personId: string;
}

export interface HrRecord {
  readonly id: number;
  /** Null if no employee has the code that the controller sent. */
  readonly employee: HrEmployee | null;
  readonly employee_code: string;
  readonly event_type: EventType;
  readonly occurred_at: string;
  readonly delivery: DeliveryState;
  readonly last_error: string;
  /** The HR system has it or may have it: its last request had no clear answer. */
  readonly mayBeThere: boolean;
  /** With what it was queued as a pair, as its end. */
  readonly pairStart: { readonly id: number; readonly at: string } | null;
  /** The end, after the day, of a pair that was queued with this record as its start; empty if there is none. */
  readonly pairedUntil: string;
  /** A correction added it, set it aside, or said that the long shift that it begins is as it is. */
  readonly isManual: boolean;
  readonly isSetAside: boolean;
  readonly isLongShift: boolean;
  /** The rule that guessed the direction; empty if it was said. */
  readonly guessedBy: GuessRule | '';
}

/** What is known of a record's delivery before it is queued. */
export const neverQueued = {
  delivery: 'none',
  last_error: '',
  mayBeThere: false,
  pairStart: null,
  pairedUntil: '',
} satisfies Partial<HrRecord>;

/** A company's configuration, with a mode that the plan knows. */
export const hrRules = object({
  multiple_clock_out_mode: withDefault(oneOf(...hrSyncModes), 'first_last'),
  ...hrSyncFields,
});

export type HrRules = Decoded<typeof hrRules>;

/** Everything that a plan depends on. */
export interface HrDay {
  /** The working day, 'YYYY-MM-DD'. */
  readonly date: string;
  /** Its first instant, and the first one after it. */
  readonly start: string;
  readonly end: string;
  /** The working day of an instant. */
  dayOf(instant: string): string;
  readonly businessTime: BusinessTime;
  /** What the company's HR system takes. */
  readonly connector: Connector;
  /** The settings of its connection, without secrets. */
  readonly values: Connection['values'];
  readonly now: string;
  /** How soon after another one a record repeats it. */
  readonly repeatSeconds: number;
  /** How the company counts the hours of its days. */
  readonly hours: HoursRule;
  readonly records: readonly HrRecord[];
  /** Records of the hours before the day, for shifts that run past midnight. */
  readonly recordsBefore: readonly HrRecord[];
}

type Reason =
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

/** Whether the record is sent later without anybody's doing. */
export const isSentLater = (reason: Reason): boolean =>
  reason === 'before_threshold' || reason === 'end_may_move' || reason === 'may_be_break';

/** The sentence has no full stop: callers add text after it. */
export interface Held {
  readonly kind: 'held';
  readonly reason: Reason;
  readonly sentence: string;
  /** When that ends by itself, if it is known. */
  readonly until?: string;
}

/** Holds back one more record. */
export type Hold = (record: HrRecord, reason: Reason, sentence: string, until?: string) => void;

/** The wall clock at a record, 'HH:MM'. */
export type TimeOf = (record: HrRecord) => string;

/** sent: the HR system accepted it earlier. send: the sync sends it. held: the sync holds it back. */
export type Decision = { readonly kind: 'sent' } | { readonly kind: 'send' } | Held;
