// When a fact happened: from the clock of the device, the offset that it said or the zone of its place, and when it was
// received.

import { instantOf } from '../../../platform/time/instants.ts';
import { createLocalInstants, type LocalInstants, timeIn } from '../../../platform/time/localTime.ts';

const minute = 60_000;
/** So long after it happened, a live event is received at the latest; a clock may be a little fast. */
const longestDelay = 60 * minute;
const longestLead = 5 * minute;

export interface SentTime {
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
