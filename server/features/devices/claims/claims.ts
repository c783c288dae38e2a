// Claims: what may be wrong or incomplete about a controller's events. Each tells since when, how much, what it means,
// and where the evidence is. Pure.
import { type NoteKind, noteKinds } from '../../../../src/shared/contract/deviceEvents.ts';
import { needsApproval } from '../../../../src/shared/contract/deviceKinds.ts';
import type { Claim, ClaimKind } from '../../../../src/shared/contract/devices.ts';
import { spanInWords } from '../../../../src/shared/words/deviceWords.ts';
import { listed } from '../../../../src/shared/words/listed.ts';
import { groupDigits, plural } from '../../../../src/shared/words/plural.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { type CompaniesMoment, type CompanyMoment, dateOf, plusMinutes } from '../../../platform/time/clock.ts';
import { delaysOf, driftOf, pairedAt } from '../../controllers/device/deviceRows.ts';
import {
  loadVitals,
  type Notes,
  problemDays,
  shortTime,
  silenceOf,
  type Vitals,
} from '../../controllers/device/vitals.ts';
import { driverOf } from '../drivers/drivers.ts';
import { type Findings, type Gap, loadFindings, type NotTaken, oneWayThreshold } from './findings.ts';

/** Seconds. Less than two minutes changes nobody's pay. */
const drift = { warning: 120, bad: 600 };
const memory = { warning: 0.9, bad: 0.98 };

/** Sorted worst first. */
function claimsOf(vitals: Vitals, findings: Findings, now: Date): Claim[] {
  if (!vitals.isActive) return [];
  const moment = { now, clock: vitals.clock };
  const claims = [
    ...vitalClaims(vitals, now),
    numberGap(vitals, findings.gaps, moment),
    ...findings.notTaken.map((each) => notTaken(each, moment)),
    unknownCodes(findings.codes, moment),
    otherDevice(vitals, moment),
    ...findings.notes.map((each) => ofNotes(each, vitals, moment)),
    oneDirection(vitals, findings, moment),
  ];
  return claims.filter((claim) => claim !== undefined).sort((one, other) => rankOf([one]) - rankOf([other]));
}

/** Rank of the worst claim; 0 is worst. */
export function rankOf(claims: readonly Claim[]): number {
  const rank = levels.findIndex((level) => claims.some((claim) => claim.level === level));
  return rank < 0 ? levels.length : rank;
}
const levels = ['bad', 'warning', 'info'];

/** Claims about the current state; only these are watched and mailed. */
export function vitalClaims(vitals: Vitals, now: Date): Claim[] {
  if (!vitals.isActive) return [];
  const moment = { now, clock: vitals.clock };
  const claims = [hearing, drifting, memoryFull, memoryCleared].map((claimOf) => claimOf(vitals, moment));
  return claims.filter((claim) => claim !== undefined);
}

const vitalKinds: readonly ClaimKind[] = ['silent', 'never_heard', 'drifting', 'memory_full', 'memory_cleared'];
export const isVital = (kind: string): boolean => vitalKinds.some((each) => each === kind);

function hearing(vitals: Vitals, moment: CompanyMoment): Claim | undefined {
  const silence = silenceOf(vitals, moment.now);
  if (silence) {
    return {
      kind: 'silent',
      level: 'bad',
      sentence: silence.sentence,
      since: moment.clock.wallClock(silence.since),
      evidence: evidence('events'),
    };
  }
  return isHeard(vitals) ? undefined : neverHeard(vitals, moment);
}

/** Events of a controller whose device was never approved came by its webhook. */
const isHeard = ({ rules, device, waiting, hadDevice, lastEventAt }: Vitals) =>
  device !== undefined ||
  waiting.length > 0 ||
  hadDevice ||
  (lastEventAt !== null && !(rules && needsApproval(rules.kind)));

function neverHeard({ rules }: Vitals, moment: CompanyMoment): Claim {
  const claim = { kind: 'never_heard', level: 'warning', evidence: null } as const;
  if (!rules) return { ...claim, sentence: 'It has never sent an event.', since: '' };
  const at = pairedAt(rules);
  const sentence = `It was set up at ${shortTime(at, moment)} and has not called yet.`;
  return { ...claim, sentence, since: moment.clock.wallClock(at) };
}

function drifting(vitals: Vitals, moment: CompanyMoment): Claim | undefined {
  const { device } = vitals;
  const seconds = device ? (driftOf(device) ?? 0) : 0;
  const size = Math.abs(seconds);
  if (!device || size <= drift.warning) return undefined;
  const [way, effect] = seconds < 0 ? ['behind', 'early'] : ['ahead', 'late'];
  const { length } = delaysOf(device);
  const what = device.sends_heartbeats ? 'message' : 'event';
  const measured = length === 1 ? `one live ${what}` : `the last ${length} live ${what}s`;
  return {
    kind: 'drifting',
    level: size > drift.bad ? 'bad' : 'warning',
    sentence: `Its clock is ${spanInWords(size)} ${way}, measured on ${measured}: its events are stored too ${effect}.${isOfZones(size) ? ' Is its time zone right?' : ''}`,
    since: noticedSince(vitals, 'drifting', moment),
    evidence: evidence('events'),
  };
}

/** A wrong clock may be off by any time; zones differ by multiples of 15 minutes. */
const isOfZones = (seconds: number) => seconds >= 1_680 && (seconds + 120) % 900 <= 240;

function memoryFull(vitals: Vitals, moment: CompanyMoment): Claim | undefined {
  const held = vitals.device?.records_held ?? 0;
  const capacity = vitals.device?.capacity ?? 0;
  if (capacity === 0 || held / capacity <= memory.warning) return undefined;
  return {
    kind: 'memory_full',
    level: held / capacity > memory.bad ? 'bad' : 'warning',
    sentence: `It holds ${groupDigits(held)} of ${groupDigits(capacity)} records. Once it is full, it overwrites the oldest.`,
    since: noticedSince(vitals, 'memory_full', moment),
    evidence: null,
  };
}

function memoryCleared({ cleared }: Vitals, moment: CompanyMoment): Claim | undefined {
  if (!cleared) return undefined;
  return {
    kind: 'memory_cleared',
    level: 'bad',
    sentence: `Its memory was cleared at ${shortTime(cleared.at, moment)}: events that it had not sent by then are lost.`,
    since: moment.clock.wallClock(cleared.at),
    evidence: evidence('notes', { kind: 'memory_cleared' }),
  };
}

function noticedSince({ noticed }: Vitals, kind: ClaimKind, { clock }: CompanyMoment): string {
  const since = noticed.get(kind);
  return since === undefined ? '' : clock.wallClock(since);
}

type Evidence = NonNullable<Claim['evidence']>;

const evidence = (list: Evidence['list'], filters: Partial<Evidence> = {}): Evidence => ({
  list,
  outcome: '',
  kind: '',
  day: '',
  ...filters,
});

const gapsNamed = 3;

function numberGap({ device }: Vitals, gaps: readonly Gap[], moment: CompanyMoment): Claim | undefined {
  const [first] = gaps;
  const last = gaps.at(-1);
  if (!first || !last) return undefined;
  const missing = gaps.reduce((sum, { from, until }) => sum + until - from + 1, 0);
  const ranges = gaps.slice(-gapsNamed).map(({ from, until }) => (from === until ? `${from}` : `${from} to ${until}`));
  const others = gaps.length - gapsNamed;
  const numbers = listed(others > 0 ? [...ranges, plural(others, 'earlier range')] : ranges);
  const why = device && driverOf(device.kind)?.gapExplanation;
  return {
    kind: 'number_gap',
    level: 'warning',
    sentence: `${missing === 1 ? 'Number' : 'Numbers'} ${numbers} never came.${why ? ` ${why}` : ''}`,
    since: moment.clock.wallClock(first.since),
    evidence: evidence('reconciliation', { day: last.day }),
  };
}

/** Wording for one event and for several. */
const notTakenWording: Readonly<Record<NotTaken, readonly [one: string, several: string]>> = {
  no_direction: [
    'that says neither in nor out, so it does not count. Another rule for the direction may help.',
    'that say neither in nor out, so they do not count. Another rule for the direction may help.',
  ],
  implausible_time: [
    'with a time that cannot be right, as happens after a power cut. It does not count.',
    'with a time that cannot be right, as happens after a power cut. They do not count.',
  ],
  too_early: [
    'from before its events count, so it does not count. Its rules say from which day on they do.',
    'from before its events count, so they do not count. Its rules say from which day on they do.',
  ],
  unknown_kind: [
    'about a person, of a kind that Rollcall does not know. It does not count.',
    'about a person, of a kind that Rollcall does not know. They do not count.',
  ],
  unreadable: ['that cannot be read. It says why.', 'that cannot be read. Each says why.'],
  refused: ['that could not become attendance. It says why.', 'that could not become attendance. Each says why.'],
};

function notTaken({ outcome, events, since }: Findings['notTaken'][number], moment: CompanyMoment): Claim {
  const sent =
    events === 1
      ? `It sent an event at ${shortTime(since, moment)}`
      : `It has sent ${plural(events, 'event')} since ${shortTime(since, moment)}`;
  return {
    kind: outcome === 'refused' ? 'refused' : 'not_taken',
    level: outcome === 'too_early' ? 'info' : 'warning',
    sentence: `${sent} ${notTakenWording[outcome][events === 1 ? 0 : 1]}`,
    since: moment.clock.wallClock(since),
    evidence: evidence('events', { outcome: outcome === 'too_early' ? 'implausible_time' : outcome }),
  };
}

function unknownCodes(codes: Findings['codes'], moment: CompanyMoment): Claim | undefined {
  const [most] = codes;
  if (!most) return undefined;
  const since = codes.map((code) => code.since).sort()[0] ?? most.since;
  const events = codes.reduce((sum, code) => sum + code.events, 0);
  const sent = `${plural(events, 'event')} since ${shortTime(since, moment)} ${events === 1 ? 'has' : 'have'}`;
  const those =
    codes.length === 1
      ? `the code ${most.code}, which no employee has`
      : `${groupDigits(codes.length)} codes that no employee has, such as ${most.code}`;
  const effect = events === 1 ? 'It counts' : 'They count';
  return {
    kind: 'unknown_codes',
    level: 'warning',
    sentence: `${sent} ${those}. ${effect} for no one.`,
    since: moment.clock.wallClock(since),
    evidence: evidence('codes'),
  };
}

/** Reports a device that calls at this controller's address while another is approved, or before any is. */
function otherDevice({ device, waiting, returned }: Vitals, moment: CompanyMoment): Claim | undefined {
  const other = waiting.at(-1);
  if (!other) return undefined;
  const who = [other.serial, other.address && `at ${other.address}`].filter(Boolean).join(' ');
  const since = shortTime(other.first_heard_at, moment);
  const isFormer = other.id === returned;
  const unknown = device
    ? `Another device (${who}) has called in its place since ${since}`
    : `A device (${who}) has waited to be approved since ${since}`;
  const what = isFormer ? `A former device (${who}) calls again` : unknown;
  return {
    kind: 'other_device',
    level: 'warning',
    sentence: `${what}. Its events are kept${device ? ', but do not count' : ' until somebody approves it'}.`,
    since: isFormer ? '' : moment.clock.wallClock(other.first_heard_at),
    evidence: evidence('waiting'),
  };
}

interface ClaimOfNotes {
  readonly kind: ClaimKind;
  readonly level: 'warning' | 'info';
  readonly meaning: string;
}

const warning = (kind: ClaimKind, meaning: string): ClaimOfNotes => ({ kind, level: 'warning', meaning });
const info = (kind: ClaimKind, meaning: string): ClaimOfNotes => ({ kind, level: 'info', meaning });

const claimsOfNotes: Partial<Record<NoteKind, ClaimOfNotes>> = {
  clock_set_back: warning('clock_set_back', 'Events from around then have a wrong time.'),
  two_zones: warning('two_zones', 'One of the two is wrong. Set the zone in the device, or let its offset not count.'),
  other_protocol: warning('other_protocol', 'Its events come in another form. Look whether all of them still arrive.'),
  unhandled: warning('not_understood', 'If events were in it, they are missing.'),
  refused: warning('refused', 'Nothing that it sent was taken.'),
  other_device: warning('other_device', 'Only the approved device is believed.'),
  new_numbers: info('new_numbers', 'Gaps from before then can no longer be seen.'),
  firmware_changed: info('firmware_changed', 'It may now send its events in another form.'),
  address_changed: info('address_changed', 'If the device was not moved, find out what is calling.'),
};

const claimedNotes = noteKinds.filter((kind) => claimsOfNotes[kind] !== undefined);

function ofNotes(notes: Notes, { waiting }: Vitals, moment: CompanyMoment): Claim | undefined {
  const claim = claimsOfNotes[notes.kind];
  if (!claim) return undefined;
  const isOver = claim.level === 'warning' && dateOf(notes.at) < plusMinutes(moment.now, -problemDays * 24 * 60);
  // A waiting device has a claim of its own.
  if (isOver || (claim.kind === 'other_device' && waiting.length > 0)) return undefined;
  const when = shortTime(notes.at, moment);
  const times = notes.times === 1 ? when : `${plural(notes.times, 'time')}, last ${when}`;
  const sentence = `${notes.sentence.replace(/\.$/, '')} (${times}). ${claim.meaning}`;
  const since = moment.clock.wallClock(notes.since);
  return { kind: claim.kind, level: claim.level, sentence, since, evidence: evidence('notes', { kind: notes.kind }) };
}

function oneDirection({ rules }: Vitals, { oneWay }: Findings, moment: CompanyMoment): Claim | undefined {
  if (!oneWay || !rules || rules.direction !== 'key' || rules.kind === 'webhook') return undefined;
  const since = shortTime(oneWay.since, moment);
  return {
    kind: 'one_direction',
    level: 'info',
    sentence:
      `Its last ${oneWayThreshold} events, since ${since}, all say ${oneWay.way}: it seems that no one presses a key. ` +
      `Choose another rule for the direction: first in and last out, by turns, or always ${oneWay.way}.`,
    since: moment.clock.wallClock(oneWay.since),
    evidence: evidence('events', { outcome: 'attendance' }),
  };
}

export interface Trust {
  readonly vitals: Vitals;
  readonly claims: Claim[];
}

/** Rates how far controllers' devices can be trusted, for any number of controllers in a fixed number of statements. */
export async function loadTrust(
  queries: Queries,
  ids: readonly number[],
  moment: CompaniesMoment,
): Promise<ReadonlyMap<number, Trust>> {
  const { now } = moment;
  // One after the other, because each uses half of the connections.
  const vitals = await loadVitals(queries, ids, moment);
  const findingsOf = await loadFindings(queries, ids, claimedNotes, now);
  return new Map([...vitals].map(([id, each]) => [id, { vitals: each, claims: claimsOf(each, findingsOf(id), now) }]));
}
