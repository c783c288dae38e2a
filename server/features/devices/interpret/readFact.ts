// Reads a single fact: its identity, its time, whether a person passed at a plausible time, and the direction by its
// controller's rules. Pure.

import { createHash } from 'node:crypto';
import type { DeviceOutcome } from '../../../../src/shared/contract/deviceEvents.ts';
import type { DeviceRules, DirectionRule, GuessRule } from '../../../../src/shared/contract/devices.ts';
import { dateOf, instantOf, plusMinutes, timeIn } from '../../../platform/time/clock.ts';
import { createLocalInstants, type LocalInstants } from '../../../platform/time/localTime.ts';
import type { DeviceFact } from '../drivers/driver.ts';

const minute = 60_000;
/** Longest delay of a live event, and how far a clock may be fast. */
const longestDelay = 60 * minute;
const longestLead = 5 * minute;

interface SentTime {
  /** 'YYYY-MM-DD HH:MM:SS'; empty if unreadable. */
  readonly localTime: string;
  /** An IANA name, or the device's own offset such as '+05:30'. */
  readonly zone: string;
  readonly isReplay: boolean;
}

export interface ResolvedTime {
  /** Null if it cannot be determined. */
  readonly occurredAt: string | null;
  /** Whether the clock showed this time twice, so that the choice is a guess. */
  readonly isAmbiguous: boolean;
}

export function resolveTime({ localTime, zone, isReplay }: SentTime, receivedAt: number): ResolvedTime {
  const isWithinReason = /^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(localTime);
  if (!isWithinReason || Number.isNaN(Date.parse(`${localTime.replace(' ', 'T')}Z`))) return unknownTime;
  const offset = minutesOf(zone);
  if (offset !== undefined) return at(Date.parse(`${localTime.replace(' ', 'T')}Z`) - offset * minute);
  const [first, second] = localInstantsIn(zone).of(localTime);
  if (second === undefined) return at(first);
  const live = isReplay
    ? []
    : [first, second].filter((each) => receivedAt - each <= longestDelay && each - receivedAt <= longestLead);
  const [only, other] = live;
  return at(other ?? only ?? first, live.length !== 1);
}

const unknownTime: ResolvedTime = { occurredAt: null, isAmbiguous: false };

function at(time: number, isAmbiguous = false): ResolvedTime {
  const occurredAt = instantOf(new Date(time));
  return /^[1-9]\d{3}-/.test(occurredAt) ? { occurredAt, isAmbiguous } : unknownTime;
}

function minutesOf(zone: string): number | undefined {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(zone) ?? [];
  if (!sign) return undefined;
  const size = Number(hours) * 60 + Number(minutes);
  return sign === '-' ? 0 - size : size;
}

const instantsByZone = new Map<string, LocalInstants>();

function localInstantsIn(zone: string): LocalInstants {
  const instants = instantsByZone.get(zone) ?? createLocalInstants(timeIn(zone));
  instantsByZone.set(zone, instants);
  return instants;
}

export interface Verdict {
  readonly outcome: Exclude<DeviceOutcome, 'attendance'>;
  readonly reason: string;
}

interface SentFact {
  readonly code: string;
  readonly kind: string;
  readonly passed: string;
  /** Device clock. */
  readonly localTime: string;
  readonly occurredAt: string | null;
  readonly receivedAt: string;
  /** Reason why the line is unreadable; empty if it was read. */
  readonly problem: string;
}

/** Start from which a device's events count. */
interface Beginning {
  /** Time at which the controller was set up. */
  readonly setUpAt: string;
  /** First day by the device's clock; empty for the day before the setup. */
  readonly counts_from: string;
}

/** Undefined if a person passed at a plausible time. */
export function rejectionReason(fact: SentFact, beginning: Beginning): Verdict | undefined {
  if (fact.problem !== '') return { outcome: 'unreadable', reason: fact.problem };
  if (fact.code === '') return { outcome: 'no_person', reason: 'It names no person' };
  if (fact.passed === 'no') return { outcome: 'not_passed', reason: 'The person was not let through' };
  if (fact.passed !== 'yes')
    return { outcome: 'unknown_kind', reason: `Events of kind ${fact.kind} do not say whether the person passed` };
  const why = whyImplausible(fact, beginning);
  return why === '' ? undefined : { outcome: 'implausible_time', reason: why };
}

/** Reasons for leaving out events from before the device counts: nothing is wrong with them. */
export const tooEarly = { forDay: 'Its events count from ', forSetUp: 'The time is before the device was set up' };

function whyImplausible({ localTime, occurredAt, receivedAt }: SentFact, { setUpAt, counts_from }: Beginning): string {
  if (occurredAt === null) return 'This time cannot be true';
  if (counts_from !== '' && localTime.slice(0, 10) < counts_from) return tooEarly.forDay + counts_from;
  if (counts_from === '' && occurredAt < aDayFrom(setUpAt, -1)) return tooEarly.forSetUp;
  if (occurredAt > aDayFrom(receivedAt, 1)) return 'The time is more than a day after the event was received';
  return '';
}

const aDayFrom = (instant: string, days: number) => instantOf(plusMinutes(dateOf(instant), days * 24 * 60));

export type Direction = 'in' | 'out';
/** Empty if it depends on other facts. */
export type RuledDirection = Direction | '';

type ReadingRules = Pick<DeviceRules, 'direction' | 'readers' | 'repeat_seconds'>;

export interface RulesOfFact {
  readonly directionRule: DirectionRule;
  readonly ruledDirection: RuledDirection;
  readonly repeatSeconds: number;
}

interface SentDirection {
  /** Direction after mapping. */
  readonly meaning: RuledDirection | undefined;
  readonly reader: string;
}

/** Limit for repeats, because a person's events are read one day at a time. */
export const longestRepeatSeconds = 3_600;

/** The direction, as far as it follows from the fact alone. */
export const rulesOfFact = (rules: ReadingRules, said: SentDirection): RulesOfFact => ({
  directionRule: rules.direction,
  ruledDirection: ruled(rules, said),
  repeatSeconds: Math.min(Math.max(rules.repeat_seconds, 0), longestRepeatSeconds),
});

function ruled({ direction, readers }: ReadingRules, { meaning = '', reader }: SentDirection): RuledDirection {
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

/** The rule if it guesses directions, otherwise empty. */
export const guessOf = ({ directionRule }: Pick<RulesOfFact, 'directionRule'>): GuessRule | '' =>
  directionRule === 'alternating' || directionRule === 'first_last' ? directionRule : '';

/**
 * Identifies a fact among all of its controller, so that a device may send it any number of times. Uses only what the
 * device sent: rules and zones change, but a device that resends an event sends the same bytes.
 */
export function factKey({
  isNumberExtra,
  number,
  code,
  localTime,
  kind,
  direction,
  raw,
  hash,
  problem,
}: DeviceFact): string {
  const sent = [isNumberExtra ? null : number, code, localTime, kind, direction];
  const parts = problem === '' ? sent : ['unreadable', hash ?? raw];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
