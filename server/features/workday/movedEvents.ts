// Counts the events of a company that another time zone, or another beginning of the day, would move to another working
// day. Nothing is written.

import type { EventType } from '../../../src/shared/contract/queries.ts';
import type { MovedEvents } from '../../../src/shared/contract/timesheets.ts';
import { maybeOne, type Queries, rowsOf, sql } from '../../platform/db/db.ts';
import { type Clock, daysAfter, instantOf } from '../../platform/time/clock.ts';

interface Change {
  readonly before: Clock;
  readonly after: Clock;
}

const countedDays = 366;

export async function movedEvents(
  queries: Queries,
  companyId: number,
  change: Change,
  now: Date,
): Promise<MovedEvents> {
  const spans = spansOf(change, now);
  const bounds = spans.map(({ starts, ends }) => ({ starts, ends }));
  const rows = await queries.all<{ starts: string; events: number }>(
    sql`select starts, count(*) as events
      from ${rowsOf({ starts: 'timestamp(0)', ends: 'timestamp(0)' }, bounds)} cross join attendance
      where company_id = ${companyId} and occurred_at >= starts and occurred_at < ends group by starts`,
  );
  const moved = new Map(rows.map(({ starts, events }) => [starts, events]));
  const days = spans.filter(({ starts }) => moved.has(starts));
  const last = days.at(-1);
  return {
    events: rows.reduce((sum, { events }) => sum + events, 0),
    days: days.length,
    first_day: days[0]?.day ?? '',
    last_day: last?.day ?? '',
    example: last ? await newestIn(queries, companyId, last, change) : null,
  };
}

interface Span {
  /** By the rules as they are. */
  readonly day: string;
  readonly starts: string;
  readonly ends: string;
}

/** What happens between the two beginnings of a day is of another day afterwards. */
function spansOf({ before, after }: Change, now: Date): Span[] {
  const tomorrow = daysAfter(before.dayOf(instantOf(now)), 1);
  const spans: Span[] = [];
  for (let back = countedDays; back >= 0; back--) {
    const day = daysAfter(tomorrow, -back);
    const [first, last] = [before, after].map(({ workingDays }) => workingDays.startOf(day)).sort();
    // Between zones more than a day apart, spans overlap.
    const previous = spans.at(-1)?.ends ?? '';
    const starts = [first ?? '', previous].sort().at(-1) ?? '';
    if (last !== undefined && starts < last) spans.push({ day: before.workingDays.dayOf(starts), starts, ends: last });
  }
  return spans;
}

async function newestIn(
  queries: Queries,
  companyId: number,
  { starts, ends }: Span,
  change: Change,
): Promise<MovedEvents['example']> {
  const row = await maybeOne<{ occurred_at: string; event_type: EventType; person: string }>(
    queries,
    sql`select occurred_at, event_type, coalesce(employees.name, employee_code) as person
      from attendance left join employees on employees.id = attendance.employee_id
      where attendance.company_id = ${companyId} and occurred_at >= ${starts} and occurred_at < ${ends}
      order by occurred_at desc, attendance.id desc limit 1`,
  );
  if (!row) return null;
  const { occurred_at, event_type, person } = row;
  const by = ({ wallClock, workingDays }: Clock) => ({
    time: wallClock(occurred_at),
    day: workingDays.dayOf(occurred_at),
  });
  return { person, event_type, before: by(change.before), after: by(change.after) };
}
