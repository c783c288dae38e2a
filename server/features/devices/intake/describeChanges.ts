// What another reading changes, in words: by event, as it is, as it would be, and why it stays where it does.

import type { EventType } from '../../../../src/shared/contract/queries.ts';
import type { DeviceOutcome, Reinterpretation } from '../../../../src/shared/contract/deviceEvents.ts';
import type { GuessRule } from '../../../../src/shared/contract/devices.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';
import { currentBusinessTime } from '../../settings/settingQueries.ts';
import type { BusinessTime } from '../../../platform/time/businessTime.ts';
import type { Decision } from './carryOut.ts';
import { guessOf } from '../interpret/rulesOfFact.ts';
import { isAttendance } from './differences.ts';
import { peopleById } from './eventPeople.ts';
import type { PlacedFact } from './placeStored.ts';

/** So many are listed; all are counted. */
const mostListed = 500;

export async function describeChanges(
  queries: Queries,
  placed: readonly PlacedFact[],
  decisions: readonly Decision[],
): Promise<Reinterpretation> {
  const businessTime = await currentBusinessTime(queries);
  const changes = decisions.filter(isChange).sort(byTime);
  const listed = changes.slice(0, mostListed);
  const people = await peopleById(
    queries,
    listed.flatMap(({ difference }) => difference.employeeId ?? []),
  );
  const times = await localTimes(
    queries,
    listed.flatMap(({ difference }) => difference.fact.stored?.id ?? []),
  );
  const kept = changes.filter(({ keptBecause }) => keptBecause !== '').length;
  return {
    events: placed.length,
    changes: listed.map(({ difference, keptBecause }) => {
      const { fact, employeeId } = difference;
      const id = fact.stored?.id ?? 0;
      return {
        event_id: id,
        code: fact.code,
        employee: (employeeId !== undefined && people.get(employeeId)) || null,
        local_time: times.get(id) ?? '',
        before: before(difference, businessTime),
        after: after(difference, businessTime),
        kept_because: keptBecause,
      };
    }),
    changed: changes.length - kept,
    kept,
  };
}

type Difference = Decision['difference'];

const isChange = ({ difference: { fact, record, reading } }: Decision): boolean =>
  record.step !== 'none' || fact.stored?.outcome !== reading.outcome;

const byTime = ({ difference: { fact: one } }: Decision, { difference: { fact: other } }: Decision): number =>
  one.occurredAt.localeCompare(other.occurredAt) || one.key.localeCompare(other.key);

function before({ fact, record }: Difference, businessTime: BusinessTime): string {
  const { stored } = fact;
  if (stored?.record) {
    const guess = record.step === 'change' && stored.record.guessedBy !== guessOf(fact) ? stored.record.guessedBy : '';
    return attendance(stored.record.type, stored.record.occurredAt, guess, businessTime);
  }
  return stored ? noAttendance[stored.outcome] : '';
}

function after({ fact, record, reading }: Difference, businessTime: BusinessTime): string {
  if (!isAttendance(reading)) return noAttendance[reading.outcome];
  const guess = record.step === 'change' && record.from.guessedBy !== guessOf(fact) ? guessOf(fact) : '';
  return attendance(reading.type, fact.occurredAt, guess, businessTime);
}

/** 'Check-in 2026-11-20 08:00:00', in business time. How the direction was guessed is said where it changes. */
const attendance = (type: EventType, instant: string, guess: GuessRule | '', { wallClock }: BusinessTime): string =>
  `${type === 'check-in' ? 'Check-in' : 'Check-out'} ${wallClock(instant).slice(0, 19).replace('T', ' ')}${guessWords[guess]}`;

const guessWords = {
  '': '',
  alternating: ', by turns',
  first_last: ', first in, last out',
} as const satisfies Record<GuessRule | '', string>;

const noAttendance: Readonly<Record<DeviceOutcome, string>> = {
  attendance: 'Attendance',
  known: 'Known already',
  repeat: 'Repeat',
  no_direction: 'No direction',
  implausible_time: 'Implausible time',
  unknown_kind: 'Unknown kind of event',
  unreadable: 'Unreadable',
  not_passed: 'Not let through',
  no_person: 'No person',
  refused: 'Refused',
  parked: 'Waiting',
};

async function localTimes(queries: Queries, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await queries.all<{ id: number; local_time: string }>(
    sql`select id, local_time from device_events where id in (${ids})`,
  );
  return new Map(rows.map(({ id, local_time }) => [id, local_time]));
}
