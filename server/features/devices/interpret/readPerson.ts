// Reads the facts of one person together: which are attendance, in which direction, and which repeat another. Pure, and
// independent of the order of arrival.

import type { GuessRule } from '../../../../src/shared/contract/devices.ts';
import type { EventType } from '../../../../src/shared/contract/queries.ts';
import { timeOf } from '../../../platform/time/clock.ts';
import { type Direction, guessOf, type RulesOfFact } from './readFact.ts';

/** A fact in which a person passed at a plausible time. */
export interface AccessGranted extends RulesOfFact {
  readonly key: string;
  readonly controllerId: number;
  readonly code: string;
  readonly number: number | null;
  readonly occurredAt: string;
  /** Direction as sent, for the reason shown. */
  readonly direction: string;
  readonly reader: string;
  /** Type of a record that a correction set aside: it stays as it is, and does not count. */
  readonly setAside?: EventType | undefined;
}

/** The person's attendance from other senders or added by hand. */
export interface OtherRecord {
  readonly id: number;
  readonly controllerId: number;
  readonly code: string;
  readonly occurredAt: string;
  readonly type: EventType;
}

export type Reading =
  | { readonly outcome: 'attendance'; readonly type: EventType }
  | { readonly outcome: 'known'; readonly recordId: number; readonly reason: string }
  | { readonly outcome: 'repeat' | 'no_direction'; readonly reason: string };

interface Person<P extends AccessGranted> {
  readonly passes: readonly P[];
  readonly others: readonly OtherRecord[];
  /** Working day of an instant. */
  dayOf(instant: string): string;
}

export function readPerson<P extends AccessGranted>({ passes, others, dayOf }: Person<P>): Map<P, Reading> {
  const recordAt = new Map(others.map((record) => [recordKey(record), record]));
  const repeats = new Repeats();
  const directions = new DirectionTracker(dayOf);
  const readings = new Map<P, Reading>();
  const before = others.toSorted((one, other) => compare(one.occurredAt, other.occurredAt) || one.id - other.id);
  let next = 0;
  for (const pass of passes.toSorted(inOrder)) {
    for (let other = before[next]; other && other.occurredAt <= pass.occurredAt; other = before[++next])
      directions.record(other.occurredAt, directionOf(other.type));
    const reading = readOne(pass, recordAt.get(recordKey(pass)), repeats.before(pass), directions);
    repeats.add(pass);
    if (reading.outcome === 'attendance' && !pass.setAside)
      directions.record(pass.occurredAt, directionOf(reading.type));
    readings.set(pass, reading);
  }
  return readings;
}

function readOne(
  pass: AccessGranted,
  same: OtherRecord | undefined,
  seconds: number | undefined,
  directions: DirectionTracker,
): Reading {
  if (same) return { outcome: 'known', recordId: same.id, reason: 'The same event is attendance already' };
  const guess = guessOf(pass);
  if (guess === '' && pass.ruledDirection === '') return { outcome: 'no_direction', reason: noDirection(pass) };
  if (seconds !== undefined) return { outcome: 'repeat', reason: repeated(seconds) };
  if (pass.setAside) return { outcome: 'attendance', type: pass.setAside };
  const direction = guess === '' ? pass.ruledDirection : directions.next(pass.occurredAt, guess);
  return { outcome: 'attendance', type: direction === 'in' ? 'check-in' : 'check-out' };
}

/** Orders events of the same second by the device's number, then by key. */
const inOrder = (one: AccessGranted, other: AccessGranted): number =>
  compare(one.occurredAt, other.occurredAt) || (one.number ?? 0) - (other.number ?? 0) || compare(one.key, other.key);

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
const recordKey = ({ controllerId, code, occurredAt }: Pick<AccessGranted, 'controllerId' | 'code' | 'occurredAt'>) =>
  JSON.stringify([controllerId, code, occurredAt]);

/** Time of the last fact, by controller and direction. */
class Repeats {
  readonly #last = new Map<string, number>();

  /** Seconds since the fact that this one repeats. */
  before(pass: AccessGranted): number | undefined {
    const last = this.#last.get(keyOf(pass));
    if (last === undefined) return undefined;
    const seconds = (timeOf(pass.occurredAt) - last) / 1_000;
    return seconds <= pass.repeatSeconds ? seconds : undefined;
  }

  add(pass: AccessGranted): void {
    const time = timeOf(pass.occurredAt);
    this.#last.set(`${pass.controllerId} guessed`, time);
    if (guessOf(pass) === '') this.#last.set(keyOf(pass), time);
  }
}

/** Repeats are told by direction, except where directions are guessed. */
const keyOf = (pass: AccessGranted) => `${pass.controllerId} ${guessOf(pass) === '' ? pass.ruledDirection : 'guessed'}`;

/** Guesses directions within a working day, so that one mistake never reaches the next. */
class DirectionTracker {
  readonly #dayOf: (instant: string) => string;
  #last: { readonly day: string; readonly direction: Direction } | undefined;
  /** Last working day with a check-in. */
  #cameOn = '';

  constructor(dayOf: (instant: string) => string) {
    this.#dayOf = dayOf;
  }

  next(instant: string, guess: GuessRule): Direction {
    const day = this.#dayOf(instant);
    if (guess === 'first_last') return this.#cameOn === day ? 'out' : 'in';
    return this.#last?.day === day && this.#last.direction === 'in' ? 'out' : 'in';
  }

  record(instant: string, direction: Direction): void {
    const day = this.#dayOf(instant);
    this.#last = { day, direction };
    if (direction === 'in') this.#cameOn = day;
  }
}

const directionOf = (type: EventType): Direction => (type === 'check-in' ? 'in' : 'out');

function noDirection({ directionRule, reader, direction }: AccessGranted): string {
  if (directionRule === 'reader')
    return reader === '' ? 'The device did not say which reader it was' : `Reader ${reader} has no direction`;
  return direction === '' ? 'The device said neither in nor out' : `“${direction}” means neither in nor out`;
}

function repeated(seconds: number): string {
  if (seconds === 0) return 'It repeats another event of the same second';
  return `It repeats the event ${seconds === 1 ? 'one second' : `${seconds} seconds`} before`;
}
