// What a person's events come to before they are days.

import type { DayEvent } from './types.ts';

/** Successive parts of a person's time. Only a pair is worked time. */
export type Stretch<E extends DayEvent> =
  | {
      readonly kind: 'pair';
      readonly in: E;
      readonly out: E;
      /** Its end was guessed, and the day is not over: a later passage would be its end. */
      readonly mayMove?: boolean;
      /** From the first to the last event of a day, so what lies before another one is no break. */
      readonly isWhole?: boolean;
    }
  /** The first check-in of a day whose hours go from first to last, when the last check-in has no end either. */
  | { readonly kind: 'begun'; readonly in: E; readonly out?: undefined }
  /** Its check-out may still come. */
  | { readonly kind: 'open'; readonly in: E; readonly out?: undefined }
  | { readonly kind: 'noCheckOut'; readonly in: E; readonly out?: undefined }
  | { readonly kind: 'noCheckIn'; readonly in?: undefined; readonly out: E }
  /** The check-out came too late to belong to the check-in without a question. */
  | { readonly kind: 'tooLong'; readonly in: E; readonly out: E };

export interface Paired<E extends DayEvent> {
  /** By time. Each event that counts is in one of them, unless it repeats another or is between two others. */
  readonly stretches: readonly Stretch<E>[];
  /** Passages between the first and the last of a day, where only those two count. */
  readonly between: ReadonlySet<E>;
  /** By the event that repeats, the one that it repeats. */
  readonly repeats: ReadonlyMap<E, E>;
}

/** The event with which it begins, which says its day. */
export const beginOf = <E extends DayEvent>(stretch: Stretch<E>): E =>
  stretch.kind === 'noCheckIn' ? stretch.out : stretch.in;

/** Whether the person may still be there. */
export const isOpen = <E extends DayEvent>(stretch: Stretch<E>): stretch is Stretch<E> & { readonly in: E } =>
  stretch.kind === 'open' || (stretch.kind === 'pair' && stretch.mayMove === true);
