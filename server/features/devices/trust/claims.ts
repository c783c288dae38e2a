// What may make a controller's events wrong or incomplete: each claim says what, since when, how much and what it means,
// and where the rows behind it are. Pure.

import { needsApproval } from '../../../../src/shared/contract/deviceKinds.ts';
import type { Claim, ClaimKind } from '../../../../src/shared/contract/devices.ts';
import { delaysOf, driftOf } from '../../controllers/device/deviceRows.ts';
import type { Findings } from './findings.ts';
import { claimsOfFindings } from './findingClaims.ts';
import { silenceOf } from '../../controllers/device/silence.ts';
import type { Vitals } from '../../controllers/device/vitals.ts';
import { elapsed, grouped, type Moment, shortTime } from '../../controllers/device/words.ts';

/** Under two minutes nobody is paid wrongly for it. */
const drift = { warning: 120, bad: 600 };
const memory = { warning: 0.9, bad: 0.98 };

/** The worst first. */
export function claimsOf(vitals: Vitals, findings: Findings, moment: Moment): Claim[] {
  return [...vitalClaims(vitals, moment), ...claimsOfFindings(vitals, findings, moment)].sort(
    (one, other) => rankOf([one]) - rankOf([other]),
  );
}

/** Of the worst claim: 0 is worst. */
export function rankOf(claims: readonly Claim[]): number {
  const rank = levels.findIndex((level) => claims.some((claim) => claim.level === level));
  return rank < 0 ? levels.length : rank;
}
const levels = ['bad', 'warning', 'info'];

/** What is wrong at this moment: these are watched. */
export function vitalClaims(vitals: Vitals, moment: Moment): Claim[] {
  const claims = [
    hearing(vitals, moment),
    drifting(vitals, moment),
    memoryFull(vitals, moment),
    memoryCleared(vitals, moment),
  ];
  return claims.filter((claim) => claim !== undefined);
}

function hearing(vitals: Vitals, moment: Moment): Claim | undefined {
  const silence = silenceOf(vitals, moment);
  if (silence) {
    return {
      kind: 'silent',
      level: 'bad',
      sentence: silence.sentence,
      since: moment.businessTime.wallClock(silence.since),
      evidence: { list: 'events', outcome: '', kind: '', day: '' },
    };
  }
  return isHeard(vitals) ? undefined : neverHeard(vitals, moment);
}

/** Of a kind that has to be approved, only the approved device counts. */
const isHeard = ({ rules, device, waiting, lastEventAt }: Vitals) =>
  device !== undefined || waiting.length > 0 || (lastEventAt !== null && !(rules && needsApproval(rules.kind)));

function neverHeard({ rules }: Vitals, moment: Moment): Claim {
  const sentence = rules
    ? `It was set up at ${shortTime(rules.setUpAt, moment)} and has not called yet.`
    : 'It has never sent an event.';
  const since = rules ? moment.businessTime.wallClock(rules.setUpAt) : '';
  return { kind: 'never_heard', level: 'warning', sentence, since, evidence: null };
}

function drifting(vitals: Vitals, moment: Moment): Claim | undefined {
  const { device } = vitals;
  const seconds = device ? (driftOf(device) ?? 0) : 0;
  const size = Math.abs(seconds);
  if (!device || size <= drift.warning) return undefined;
  const [way, effect] = seconds < 0 ? ['behind', 'early'] : ['ahead', 'late'];
  // Seconds matter while there are few minutes.
  const span = elapsed(size > drift.bad ? size - (size % 60) : size);
  const { length } = delaysOf(device);
  const what = device.sends_heartbeats ? 'message' : 'event';
  const measured = length === 1 ? `one live ${what}` : `the last ${length} live ${what}s`;
  return {
    kind: 'drifting',
    level: size > drift.bad ? 'bad' : 'warning',
    sentence: `Its clock is ${span} ${way}, measured on ${measured}: its events are stored too ${effect}.${isOfZones(size) ? ' Is its time zone right?' : ''}`,
    since: noticedSince(vitals, 'drifting', moment),
    evidence: { list: 'events', outcome: '', kind: '', day: '' },
  };
}

/** Clocks go wrong by any time, and zones differ by quarters of an hour. */
const isOfZones = (seconds: number) => seconds >= 1_680 && (seconds + 120) % 900 <= 240;

function memoryFull(vitals: Vitals, moment: Moment): Claim | undefined {
  const held = vitals.device?.records_held ?? 0;
  const capacity = vitals.device?.capacity ?? 0;
  if (capacity === 0 || held / capacity <= memory.warning) return undefined;
  return {
    kind: 'memory_full',
    level: held / capacity > memory.bad ? 'bad' : 'warning',
    sentence: `It holds ${grouped(held)} of ${grouped(capacity)} records. Once it is full, it overwrites the oldest.`,
    since: noticedSince(vitals, 'memory_full', moment),
    evidence: null,
  };
}

function memoryCleared({ cleared }: Vitals, moment: Moment): Claim | undefined {
  if (!cleared) return undefined;
  return {
    kind: 'memory_cleared',
    level: 'bad',
    sentence: `Its memory was cleared at ${shortTime(cleared.at, moment)}: events that it had not sent by then are lost.`,
    since: moment.businessTime.wallClock(cleared.at),
    evidence: { list: 'notes', outcome: '', kind: 'memory_cleared', day: '' },
  };
}

function noticedSince({ noticed }: Vitals, kind: ClaimKind, { businessTime }: Moment): string {
  const since = noticed.get(kind);
  return since === undefined ? '' : businessTime.wallClock(since);
}
