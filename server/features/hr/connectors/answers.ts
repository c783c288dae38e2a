// Makes requests and reads answers for all connectors, in the way that most HR systems share.

import { DecodeError, type Decoder } from '../../../../src/shared/contract/decode.ts';
import { type OutboundAnswer, statusInWords } from '../../../platform/http/outbound.ts';
import { singleLine } from '../../../platform/log/log.ts';
import { daysAfter } from '../../../platform/time/clock.ts';
import { parseRetryAfter } from '../pauses.ts';
import {
  type BatchOutcome,
  type CallAnswer,
  type Finding,
  good,
  type HrLeave,
  type HttpRequest,
  type Item,
  type Later,
  NotNow,
  type Outcome,
  warning,
} from './connector.ts';

/** A call with a JSON body, or without a body. */
export const jsonCall = (
  method: HttpRequest['method'],
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: unknown,
): HttpRequest =>
  body === undefined
    ? { method, path, headers }
    : { method, path, headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) };

export const isSuccess = ({ status }: OutboundAnswer): boolean => status >= 200 && status <= 299;

/**
 * Reason why an answer is useless, in the HR system's words if it has any. `detail` replaces the body as their source.
 */
export function reasonOf({ status, body }: OutboundAnswer, detail = singleLine(body)): string {
  if (status >= 300 && status <= 399) return `The HR system redirects (HTTP ${status}); redirects are not followed`;
  return detail === '' || detail.startsWith('<') ? statusInWords(status) : `HTTP ${status}: ${detail}`;
}

/** Adds advice to a message about refused credentials. */
export const credentialsRefused = (reason: string): string =>
  `${reason.replace(/\.+$/, '')}. Enter another one in the company's HR connection`;

/** Retries later, and not before the HR system's Retry-After. */
export function laterOf(answer: OutboundAnswer, now: Date, detail?: string): Later {
  return {
    kind: 'later',
    reason: reasonOf(answer, detail),
    resumeAt: parseRetryAfter(answer.headers['retry-after'], now, Date.parse(answer.headers.date ?? '')),
  };
}

/** Undefined if the body is not JSON, or not as documented. */
export function readJson<T>({ body }: OutboundAnswer, decode: Decoder<T>): T | undefined {
  try {
    return decode(JSON.parse(body));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof DecodeError) return undefined;
    throw error;
  }
}

type Read<T> =
  | { readonly kind: 'result'; readonly result: T }
  | { readonly kind: string; readonly reason: string; readonly resumeAt?: Date | undefined };

/** Returns what was read from an answer. Throws NotNow with the reason if that was nothing. */
export function resultOf<T>(read: Read<T>): T {
  if ('result' in read) return read.result;
  throw new NotNow(read.reason, read.resumeAt);
}

export const later = (reason: string): Later => ({ kind: 'later', reason });

/** Reason to try again when an answer is not as the HR system with this name documents it. */
export const unexpectedAnswer = (system: string): Later => later(`The answer is not what ${system} answers`);

/** Returns what a successful answer holds, which may be nothing. */
export const readResult = <T>(
  answer: OutboundAnswer,
  decode: Decoder<T>,
  system: string,
): { readonly kind: 'result'; readonly result: T } | Later =>
  readJson(answer, (body) => ({ kind: 'result' as const, result: decode(body) })) ?? unexpectedAnswer(system);

/** Statuses of hosted systems that concern a single entry: an overlap, a person who left, an entry that is gone. */
const aboutTheEntry = [400, 404, 409, 422];

/** Rejects an entry in the HR system's words, unless they are about the system itself. */
export const refusalIn = (
  { status }: OutboundAnswer,
  said: string | undefined,
  aboutTheSystem: RegExp,
  otherwise: Later,
): BatchOutcome =>
  said !== undefined && aboutTheEntry.includes(status) && !aboutTheSystem.test(said)
    ? { kind: 'rejected', reason: said }
    : otherwise;

/** Gives all items one outcome. */
export const forAll = (items: readonly Item[], outcome: Outcome): BatchOutcome => ({
  kind: 'answered',
  outcomes: new Map(items.map(({ key }) => [key, outcome])),
});

/** The items' ids by key; leaves out items without one. */
export const idsByKey = <I extends Item>(items: readonly I[], idOf: (item: I) => string | undefined) =>
  new Map(
    items.flatMap((item) => {
      const id = idOf(item);
      return id === undefined ? [] : [[item.key, id] as const];
    }),
  );

/** Accepts all items under the ids of the answer, in the same order; `unsaid` is the reason if their numbers differ. */
export function acceptCreated(
  items: readonly Item[],
  created: CallAnswer<readonly number[]>,
  unsaid: string,
): BatchOutcome {
  if (created.kind === 'later') return created;
  if (created.kind === 'refused') return { kind: 'rejected', reason: created.reason };
  const ids = created.result;
  if (ids.length !== items.length) return forAll(items, { kind: 'later', reason: unsaid });
  const outcomeOf = (index: number): Outcome => ({ kind: 'accepted', remoteId: String(ids[index]) });
  return { kind: 'answered', outcomes: new Map(items.map(({ key }, index) => [key, outcomeOf(index)])) };
}

/** Longer than an answer takes, and the most that a shift should be wrong by. */
const toleratedSeconds = 60;

/** Seconds by which the HR system's clock is ahead of ours, 0 if tolerable; undefined if the answer has no date. */
export function clockDifference({ headers }: OutboundAnswer, now: Date): number | undefined {
  const theirs = Date.parse(headers.date ?? '');
  if (Number.isNaN(theirs)) return undefined;
  const seconds = Math.round((theirs - now.getTime()) / 1000);
  return Math.abs(seconds) <= toleratedSeconds ? 0 : seconds;
}

/** Compares the HR system's clock with ours; empty if the answer has no date. `now` is the time of the request. */
export function clockFindings(answer: OutboundAnswer, now: Date): Finding[] {
  const seconds = clockDifference(answer, now);
  if (seconds === undefined) return [];
  if (seconds === 0) return [good('Clock', 'As here')];
  const difference =
    `${durationOf(Math.abs(seconds))} ${seconds < 0 ? 'behind' : 'ahead of'} this server. Set the clock that is wrong:` +
    ' records keep the times of their controllers';
  return [warning('Clock', difference)];
}

function durationOf(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  const hours = Math.round(minutes / 6) / 10;
  return `${hours} ${hours === 1 ? 'hour' : 'hours'}`;
}

/** Limit for the size of an answer. A back-fill takes a few requests; a day, even with many people, takes one. */
const mostDays = 7;

/** Splits pairs, in the order of their starts, into parts of at most a week each. */
export function splitByWeek<T extends { readonly from: string }>(pairs: readonly T[]): T[][] {
  const weeks: T[][] = [];
  let end = '';
  for (const pair of pairs.toSorted((one, other) => (one.from < other.from ? -1 : 1))) {
    const week = weeks.at(-1);
    if (week && pair.from < end) week.push(pair);
    else {
      weeks.push([pair]);
      end = daysAfter(pair.from.slice(0, 10), mostDays);
    }
  }
  return weeks;
}

/** Cuts leave at its half days. For a single day, either half is half a day. */
export function leaveStretches(
  { id, personId, firstDay, lastDay }: Omit<HrLeave, 'off'>,
  halfDays: readonly string[],
): HrLeave[] {
  const stretch = (from: string, until: string, off: HrLeave['off']): HrLeave[] =>
    from > until ? [] : [{ id, personId, firstDay: from, lastDay: until, off }];
  let next = firstDay;
  const halves = new Set(halfDays.filter((day) => day >= firstDay && day <= lastDay));
  const upToHalves = [...halves].sort().flatMap((day) => {
    const whole = stretch(next, daysAfter(day, -1), 'day');
    next = daysAfter(day, 1);
    return [...whole, ...stretch(day, day, 'half')];
  });
  return [...upToHalves, ...stretch(next, lastDay, 'day')];
}

/** Splits leave that begins and ends at these minutes of its first and last day; days between are off as a whole. */
export function leaveOfHours(days: Omit<HrLeave, 'off'>, from: number, until: number): HrLeave[] {
  const { firstDay, lastDay } = days;
  if (firstDay === lastDay) return [{ ...days, off: until - from }];
  return [
    { ...days, lastDay: firstDay, off: minutesOfDay - from },
    ...leaveStretches({ ...days, firstDay: daysAfter(firstDay, 1), lastDay: daysAfter(lastDay, -1) }, []),
    { ...days, firstDay: lastDay, off: until },
  ];
}

const minutesOfDay = 24 * 60;
