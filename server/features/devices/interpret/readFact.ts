// What one fact tells by itself: which fact it is, when it happened, whether somebody passed at a time that may be true,
// and which way by the rules of its controller. Pure.

import { createHash } from 'node:crypto';
import { dateOf, instantOf, plusMinutes } from '../../../platform/time/instants.ts';
import { createLocalInstants, type LocalInstants, timeIn } from '../../../platform/time/localTime.ts';
import type { DeviceOutcome } from '../../../../src/shared/contract/deviceEvents.ts';
import type { DeviceRules, DirectionRule, GuessRule } from '../../../../src/shared/contract/devices.ts';
import type { DeviceFact } from '../drivers/driver.ts';

const minute = 60_000;
/** So long after it happened, a live event is received at the latest; a clock may be a little fast. */
const longestDelay = 60 * minute;
const longestLead = 5 * minute;

interface SentTime {
  /** 'YYYY-MM-DD HH:MM:SS'; empty if it cannot be read. */
  readonly localTime: string;
  /** An IANA name, or the offset that the device said: '+05:30'. */
  readonly zone: string;
  readonly isReplay: boolean;
}

export interface Placed {
  /** Null if it cannot be told. */
  readonly occurredAt: string | null;
  /** The clock showed the time twice, and which of the two it was is a guess. */
  readonly isAmbiguous: boolean;
}

export function placeInTime({ localTime, zone, isReplay }: SentTime, receivedAt: number): Placed {
  const isWithinReason = /^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(localTime);
  if (!isWithinReason || Number.isNaN(Date.parse(`${localTime.replace(' ', 'T')}Z`))) return unknownTime;
  const said = minutesOf(zone);
  if (said !== undefined) return at(Date.parse(`${localTime.replace(' ', 'T')}Z`) - said * minute);
  const [first, second] = localInstantsIn(zone).of(localTime);
  if (second === undefined) return at(first);
  const live = isReplay
    ? []
    : [first, second].filter((each) => receivedAt - each <= longestDelay && each - receivedAt <= longestLead);
  const [only, other] = live;
  return at(other ?? only ?? first, live.length !== 1);
}

const unknownTime: Placed = { occurredAt: null, isAmbiguous: false };

function at(time: number, isAmbiguous = false): Placed {
  const occurredAt = instantOf(new Date(time));
  return /^[1-9]\d{3}-/.test(occurredAt) ? { occurredAt, isAmbiguous } : unknownTime;
}

function minutesOf(zone: string): number | undefined {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(zone) ?? [];
  if (!sign) return undefined;
  const size = Number(hours) * 60 + Number(minutes);
  return sign === '-' ? 0 - size : size;
}

const known = new Map<string, LocalInstants>();

function localInstantsIn(zone: string): LocalInstants {
  const instants = known.get(zone) ?? createLocalInstants(timeIn(zone));
  known.set(zone, instants);
  return instants;
}

export interface Verdict {
  readonly outcome: DeviceOutcome;
  /** As a sentence. */
  readonly reason: string;
}

interface SentFact {
  readonly code: string;
  readonly kind: string;
  readonly passed: string;
  /** By the device's clock. */
  readonly localTime: string;
  readonly occurredAt: string | null;
  readonly receivedAt: string;
  /** Why the line cannot be read; empty if it can. */
  readonly problem: string;
}

/** From when the events of a device count. */
export interface Beginning {
  /** When the controller was added. */
  readonly setUpAt: string;
  /** The first day, by the device's clock; empty: the day before it was added. */
  readonly counts_from: string;
}

/** Undefined if a person passed, at a time that may be true. */
export function rejectionReason(fact: SentFact, beginning: Beginning): Verdict | undefined {
  if (fact.problem !== '') return { outcome: 'unreadable', reason: fact.problem };
  if (fact.code === '') return { outcome: 'no_person', reason: 'It is about no person' };
  if (fact.passed === 'no') return { outcome: 'not_passed', reason: 'The person was not let through' };
  if (fact.passed !== 'yes')
    return { outcome: 'unknown_kind', reason: `Whether the person passed is not known of events of kind ${fact.kind}` };
  const why = whyImplausible(fact, beginning);
  return why === '' ? undefined : { outcome: 'implausible_time', reason: why };
}

function whyImplausible({ localTime, occurredAt, receivedAt }: SentFact, { setUpAt, counts_from }: Beginning): string {
  if (occurredAt === null) return 'This time cannot be true';
  if (counts_from !== '' && localTime.slice(0, 10) < counts_from) return `Its events count from ${counts_from}`;
  if (counts_from === '' && occurredAt < aDayFrom(setUpAt, -1)) return 'The time is before the device was set up';
  if (occurredAt > aDayFrom(receivedAt, 1)) return 'The time is more than a day after the event was received';
  return '';
}

const aDayFrom = (instant: string, days: number) => instantOf(plusMinutes(dateOf(instant), days * 24 * 60));

export type Direction = 'in' | 'out';
/** Empty where the fact alone does not tell. */
export type RuledDirection = Direction | '';

export type ReadingRules = Pick<DeviceRules, 'direction' | 'readers' | 'repeat_seconds'>;

export interface RulesOfFact {
  readonly directionRule: DirectionRule;
  readonly ruledDirection: RuledDirection;
  readonly repeatSeconds: number;
}

interface Said {
  /** What the device's words mean. */
  readonly meaning: RuledDirection;
  readonly reader: string;
}

/** A person's events are read a day at a time, so no repeat may reach further than this. */
export const longestRepeatSeconds = 3_600;

/** Which way a fact is by the rules of its controller, as far as the fact alone tells. */
export const rulesOfFact = (rules: ReadingRules, said: Said): RulesOfFact => ({
  directionRule: rules.direction,
  ruledDirection: ruled(rules, said),
  repeatSeconds: Math.min(Math.max(rules.repeat_seconds, 0), longestRepeatSeconds),
});

function ruled({ direction, readers }: ReadingRules, { meaning, reader }: Said): RuledDirection {
  switch (direction) {
    case 'key':
      return meaning;
    case 'in':
    case 'out':
      return direction;
    case 'reader':
      return readers.find((each) => each.reader === reader)?.direction ?? '';
    case 'alternating':
    case 'first_last':
      return '';
  }
}

/** The rule, if it guesses; else empty. */
export const guessOf = ({ directionRule }: Pick<RulesOfFact, 'directionRule'>): GuessRule | '' =>
  directionRule === 'alternating' || directionRule === 'first_last' ? directionRule : '';

type Identity = Pick<DeviceFact, 'code' | 'localTime' | 'kind' | 'direction' | 'raw' | 'problem'> &
  Partial<Pick<DeviceFact, 'number' | 'isNumberExtra' | 'hash'>>;

/**
 * What tells a fact from all others of its controller, so that a device may send it any number of times. It is made of
 * what the device sent only: rules and zones may change, and a device that is asked again says the same.
 */
export function factKey({
  isNumberExtra,
  code,
  localTime,
  kind,
  direction,
  raw,
  hash,
  problem,
  ...fact
}: Identity): string {
  const number = isNumberExtra ? null : (fact.number ?? null);
  const parts = problem === '' ? [number, code, localTime, kind, direction] : ['unreadable', hash ?? raw];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
