// Reads the events that days are computed from. A row for each event would take most of the time of a timesheet, so
// those of a person come as one text.

import type { EventType } from '../../../src/shared/contract/queries.ts';
import type { GuessRule } from '../../../src/shared/contract/devices.ts';
import type { DayEvent } from '../../../src/shared/day/types.ts';
import type { Queries } from '../../platform/db/db.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import type { BusinessTime } from '../../platform/time/businessTime.ts';
import { timeOf } from '../../platform/time/instants.ts';
import type { WorkingDays } from './workingDays.ts';

/** An attendance record, as a day sees it. */
export interface StoredEvent extends DayEvent {
  readonly occurredAt: string;
  readonly eventType: EventType;
  readonly controllerId: number;
}

/** The wall clock of an event. */
export const timeIn =
  ({ wallClock }: BusinessTime) =>
  ({ occurredAt }: { readonly occurredAt: string }): string =>
    wallClock(occurredAt);

interface Wanted {
  readonly person: number;
  readonly earliest: string;
  /** Excluded. */
  readonly latest: string;
}

type EventsOf = (person: number, calendar: WorkingDays) => StoredEvent[];

export async function loadEvents(queries: Queries, wanted: readonly Wanted[]): Promise<EventsOf> {
  const people = rowsOf({ person: 'bigint', earliest: 'timestamp(0)', latest: 'timestamp(0)' }, wanted);
  const rows = await queries.all<{ person: number; events: string | null }>(
    sql`select person, (
        select string_agg(cast(occurred_at as text) || cast(created_at as text)
          || case event_type when 'check-in' then 'i' else 'o' end
          || case when added_by is null then ' ' else 'm' end
          || case when set_aside_by is null then ' ' else 's' end
          || case guessed_by when '' then ' ' when 'first_last' then 'f' else 'a' end
          || cast(id as text) || ':' || cast(access_controller_id as text), ',')
        from attendance where employee_id = person and occurred_at >= earliest and occurred_at < latest
      ) as events
      from ${people}`,
  );
  const texts = new Map(rows.map(({ person, events }) => [person, events]));
  const longShifts = await longShiftsOf(
    queries,
    wanted.map(({ person }) => person),
  );
  return (person, calendar) => {
    const text = texts.get(person);
    return text ? text.split(',').map((event) => eventOf(event, calendar, longShifts)) : [];
  };
}

/** One that is not read with a person's others. */
export const eventAt = (
  { occurredAt, eventType, ...event }: Omit<StoredEvent, 'at' | 'day' | 'direction'>,
  calendar: WorkingDays,
): StoredEvent => ({
  ...event,
  at: timeOf(occurredAt),
  day: calendar.dayOf(occurredAt),
  direction: eventType === 'check-in' ? 'in' : 'out',
  occurredAt,
  eventType,
});

/** '2026-11-20 08:00:002026-11-20 08:00:07i  a4711:12': two instants, four marks, the record and its controller. */
function eventOf(text: string, calendar: WorkingDays, longShifts: ReadonlySet<number>): StoredEvent {
  const occurredAt = text.slice(0, 19);
  const isIn = text[38] === 'i';
  const colon = text.indexOf(':', 42);
  const id = Number(text.slice(42, colon));
  return {
    id,
    at: timeOf(occurredAt),
    day: calendar.dayOf(occurredAt),
    direction: isIn ? 'in' : 'out',
    arrivedAt: timeOf(text.slice(19, 38)),
    isManual: text[39] === 'm',
    isSetAside: text[40] === 's',
    guessedBy: guessRules[text[41] ?? ''] ?? '',
    isLongShift: longShifts.has(id),
    occurredAt,
    eventType: isIn ? 'check-in' : 'check-out',
    controllerId: Number(text.slice(colon + 1)),
  };
}

const guessRules: Readonly<Record<string, GuessRule>> = { a: 'alternating', f: 'first_last' };

/** The check-ins of long shifts that are as they are. */
async function longShiftsOf(queries: Queries, employeeIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await queries.all<{ attendance_id: number }>(
    sql`select attendance_id from corrections
      where employee_id in (${employeeIds}) and kind = 'as_is' and exception = 'open_too_long' and state = 'applied'`,
  );
  return new Set(rows.map((row) => row.attendance_id));
}
