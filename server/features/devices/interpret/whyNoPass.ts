// Why a fact is no attendance, whatever else its person did.

import type { DeviceOutcome } from '../../../../src/shared/contract/deviceEvents.ts';
import { dateOf, plusMinutes, instantOf } from '../../../platform/time/instants.ts';

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
export function whyNoPass(fact: SentFact, beginning: Beginning): Verdict | undefined {
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
