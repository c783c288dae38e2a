// The days that corrections change, before and after: for the preview and for the audit.

import type { CorrectedDay } from '../../src/contract/entities/corrections.ts';
import { type Caller, can } from '../access/caller.ts';
import type { Queries } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import type { BusinessTime } from '../time/businessTime.ts';
import type { Day, DayChange } from './triedDays.ts';

export const changedDays = (changes: readonly DayChange[], businessTime: BusinessTime): Omit<CorrectedDay, 'hr'>[] =>
  changes.map(({ matter: { person }, day, before, after }) => ({
    employee: person?.employee ?? null,
    day,
    before: figuresOf(before, businessTime),
    after: figuresOf(after, businessTime),
  }));

function figuresOf(day: Day | undefined, businessTime: BusinessTime): CorrectedDay['before'] {
  const shown = (event: Day['firstIn']) => (event ? businessTime.wallClock(event.occurredAt) : '');
  return { first_in: shown(day?.firstIn), last_out: shown(day?.lastOut), worked_minutes: day?.workedMinutes ?? 0 };
}

/** With what the HR system has of each day, for those who may see that. */
export async function withHr(
  queries: Queries,
  caller: Caller,
  changes: readonly DayChange[],
  businessTime: BusinessTime,
): Promise<CorrectedDay[]> {
  const days = changedDays(changes, businessTime);
  if (!can(caller, 'hr_sync.view')) return days.map((day) => ({ ...day, hr: '' }));
  const ids = changes.map(({ before }) => before?.events.map(({ id }) => id) ?? []);
  const rows = await queries.all<{ id: number }>(
    sql`select id from attendance where id in (${ids.flat()}) and hr_state = 'sent'`,
  );
  const sent = new Set(rows.map(({ id }) => id));
  return days.map((day, index) => {
    const known = (ids[index] ?? []).filter((id) => sent.has(id)).length;
    return { ...day, hr: known === 0 ? '' : `The HR system has ${known} of this day’s events already` };
  });
}
