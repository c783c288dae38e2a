// Serves what devices sent, as they sent it, and reads it again by other rules.
import { dryRunDone } from '../../../../src/shared/contract/call.ts';
import type { Body } from '../../../../src/shared/contract/calls.ts';
import { invalidDay } from '../../../../src/shared/contract/checks.ts';
import type { Reinterpretation } from '../../../../src/shared/contract/deviceEvents.ts';
import type { GuessRule } from '../../../../src/shared/contract/devices.ts';
import type { EventType } from '../../../../src/shared/contract/queries.ts';
import { outcomeName } from '../../../../src/shared/words/deviceWords.ts';
import { audit } from '../../../platform/audit/auditLog.ts';
import { type Queries, scalar, sql } from '../../../platform/db/db.ts';
import { invalid } from '../../../platform/domainErrors.ts';
import { type Handlers, Reply } from '../../../platform/records/endpoint.ts';
import { assertPeriod } from '../../../platform/records/parameters.ts';
import { type Clock, daysAfter, isDay } from '../../../platform/time/clock.ts';
import { clockOf } from '../../settings/clocks.ts';
import { type Door, doorOf, findReadingContext, lockDoorAndCompany } from '../deviceController.ts';
import { guessOf } from '../interpret/readFact.ts';
import { applyReadings, type Decision, decide } from './applyReadings.ts';
import { listEvents, peopleById } from './eventQueries.ts';
import { type ResolvedFact, readStored, resolveFacts, storeResolvedTimes } from './readStored.ts';

export const eventHandlers = {
  async 'GET /access-controllers/{id}/device/events'({ db, caller, clocks, params, query }) {
    if (query.day !== undefined && !isDay(query.day)) throw invalid({ day: invalidDay });
    const door = await doorOf(db, caller, params.id);
    return listEvents(db, door, clocks.of(door.companyId), query);
  },

  async 'POST /access-controllers/{id}/device/reinterpret'({ db, caller, params, body, now, requestId }) {
    const { dry_run, ...period } = body;
    assertReadable(period);
    if (dry_run) {
      const door = await doorOf(db, caller, params.id);
      const { resolved, decisions } = await read(db, door, period, 'try', now);
      return new Reply(await describeChanges(db, door.companyId, resolved, decisions), { message: dryRunDone });
    }
    return db.tx(async (queries) => {
      const door = await lockDoorAndCompany(queries, caller, params.id);
      const result = await readAgain(queries, door, period, now);
      await audit(queries, { caller, requestId, now }, 'devices.reinterpret', 'access_controllers', {
        subjectId: params.id,
        after: { ...period, ...result },
      });
      return result;
    });
  },
} satisfies Partial<Handlers>;

const mostDays = 31;
const mostEvents = 20_000;

type Period = Pick<Body<'POST /access-controllers/{id}/device/reinterpret'>, 'start_date' | 'end_date'>;

function assertReadable({ start_date, end_date }: Period): void {
  assertPeriod({ start_date, end_date });
  if (end_date > daysAfter(start_date, mostDays - 1))
    throw invalid({ start_date: `Please choose at most ${mostDays} days` });
}

/** Requires the locks of the company and the controller. */
async function readAgain(queries: Queries, door: Door, period: Period, now: Date): Promise<Reinterpretation> {
  const { resolved, decisions } = await read(queries, door, period, 'apply', now);
  const described = await describeChanges(queries, door.companyId, resolved, decisions);
  await applyReadings(queries, door.companyId, decisions, now);
  const unchanged = new Set(
    decisions.flatMap(({ difference, keptBecause }) => (keptBecause === '' ? [] : (difference.fact.stored?.id ?? []))),
  );
  const changed = resolved.filter(({ id }) => !unchanged.has(id));
  await storeResolvedTimes(queries, changed);
  return described;
}

/** Reads the events of a period again by the current rules: first as a preview in words, then applied. */
async function read(
  queries: Queries,
  door: Door,
  { start_date, end_date }: Period,
  intent: 'try' | 'apply',
  now: Date,
): Promise<{ resolved: ResolvedFact[]; decisions: Decision[] }> {
  const context = await findReadingContext(queries, door);
  const events = sql`controller_id = ${door.controllerId} and local_time >= ${start_date}
    and local_time < ${daysAfter(end_date, 1)} and outcome <> 'parked'`;
  const total = await scalar(queries, sql`select count(*) from device_events where ${events}`);
  if (total > mostEvents)
    throw invalid({
      start_date: `These days have ${total} events, and at most ${mostEvents} are read at once. Please choose fewer days`,
    });
  const resolved = await resolveFacts(queries, events, context);
  const readings = await readStored(queries, door.companyId, resolved);
  return { resolved, decisions: await decide(queries, door.companyId, readings, intent, now) };
}

/** Limit for the list; the counts cover everything. */
const mostListed = 500;

/** Describes the changes by event: its current and future attendance, or why it stays. */
async function describeChanges(
  queries: Queries,
  companyId: number,
  resolved: readonly ResolvedFact[],
  decisions: readonly Decision[],
): Promise<Reinterpretation> {
  const clock = await clockOf(queries, companyId);
  const changes = decisions.filter(isChange).sort(byTime);
  const listed = changes.slice(0, mostListed);
  const ids = listed.flatMap(({ difference }) => difference.employeeId ?? []);
  const people = await peopleById(queries, ids);
  const keptCount = changes.filter(({ keptBecause }) => keptBecause !== '').length;
  return {
    events: resolved.length,
    changes: listed.map(({ difference, keptBecause }) => {
      const { fact, employeeId } = difference;
      return {
        event_id: fact.stored?.id ?? 0,
        code: fact.code,
        employee: (employeeId !== undefined && people.get(employeeId)) || null,
        local_time: fact.stored?.localTime ?? '',
        before: before(difference, clock),
        after: after(difference, clock),
        kept_because: keptBecause,
      };
    }),
    changed: changes.length - keptCount,
    kept: keptCount,
  };
}

type Difference = Decision['difference'];

const isChange = ({ difference: { fact, record, reading } }: Decision): boolean =>
  record.step !== 'none' || fact.stored?.outcome !== reading.outcome;

const byTime = ({ difference: { fact: one } }: Decision, { difference: { fact: other } }: Decision): number =>
  one.occurredAt.localeCompare(other.occurredAt) || one.key.localeCompare(other.key);

function before({ fact, record }: Difference, clock: Clock): string {
  const { stored } = fact;
  if (stored?.record) {
    const guess = record.step === 'change' && stored.record.guessedBy !== guessOf(fact) ? stored.record.guessedBy : '';
    return attendance(stored.record.type, stored.record.occurredAt, guess, clock);
  }
  return stored ? outcomeName(stored.outcome) : '';
}

function after({ fact, record, reading }: Difference, clock: Clock): string {
  if (reading.outcome !== 'attendance') return outcomeName(reading.outcome);
  const guess = record.step === 'change' && record.from.guessedBy !== guessOf(fact) ? guessOf(fact) : '';
  return attendance(reading.type, fact.occurredAt, guess, clock);
}

/** 'Check-in 2026-11-20 08:00:00' by the company's clock, with the guess rule where it changes. */
const attendance = (type: EventType, instant: string, guess: GuessRule | '', { wallClock }: Clock): string =>
  `${type === 'check-in' ? 'Check-in' : 'Check-out'} ${wallClock(instant).slice(0, 19).replace('T', ' ')}${guessWords[guess]}`;

const guessWords = {
  '': '',
  alternating: ', by turns',
  first_last: ', first in, last out',
} as const satisfies Record<GuessRule | '', string>;
