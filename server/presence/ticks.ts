// Ticks of a roll call. Phones send them late, in any order and twice: the last tick of a person by its time counts.

import type { Tick } from '../../src/contract/entities/presence.ts';
import type { Caller } from '../access/caller.ts';
import { maybeOne, type Queries } from '../db/db.ts';
import { rowsOf, sql } from '../db/sql.ts';
import { invalid } from '../platform/domainErrors.ts';
import { dateOf, plusMinutes } from '../time/instants.ts';

const maxTicksAtOnce = 10_000;

/** With times that can be compared as text. */
export function validTicks(ticks: readonly Tick[]): Tick[] {
  if (ticks.length > maxTicksAtOnce) throw invalid({ ticks: `Please send at most ${maxTicksAtOnce} ticks at once` });
  return ticks.map(({ at, ...tick }, index) => {
    const date = new Date(/^\d{4}-\d\d-\d\dT.*Z$/.test(at) ? at : Number.NaN);
    if (Number.isNaN(date.getTime())) throw invalid({ [`ticks.${index}.at`]: 'Please send a time in UTC' });
    return { ...tick, at: date.toISOString() };
  });
}

/** Those that were made before the roll call ended, even if they arrive later. Answers which ones changed something. */
export async function storeTicks(
  queries: Queries,
  caller: Caller,
  rollCallId: number,
  ticks: readonly Tick[],
): Promise<Tick[]> {
  await assertListed(queries, rollCallId, ticks);
  const end = await maybeOne<{ ended_at: string | null }>(
    queries,
    sql`select ended_at from roll_calls where id = ${rollCallId}`,
  );
  const madeInTime = ticks.filter(({ at }) => !end?.ended_at || new Date(at) < secondAfter(end.ended_at));
  const latest = new Map<number, Tick>();
  for (const tick of madeInTime) {
    if (tick.at >= (latest.get(tick.employee_id)?.at ?? '')) latest.set(tick.employee_id, tick);
  }
  const rows = rowsOf(
    { person: 'bigint', ticked: 'boolean', at: 'text' },
    [...latest.values()].map(({ employee_id, is_ticked, at }) => ({ person: employee_id, ticked: is_ticked, at })),
  );
  return queries.all<Tick>(
    sql`update roll_call_people set is_ticked = ticked, ticked_by = ${caller.name}, ticked_at = at
      from ${rows} where roll_call_id = ${rollCallId} and employee_id = person and ticked_at < at
      returning employee_id, is_ticked, ticked_at as at`,
    ['is_ticked'],
  );
}

const secondAfter = (instant: string) => plusMinutes(dateOf(instant), 1 / 60);

async function assertListed(queries: Queries, rollCallId: number, ticks: readonly Tick[]): Promise<void> {
  const ids = [...new Set(ticks.map(({ employee_id }) => employee_id))];
  const rows = await queries.all<{ employee_id: number }>(
    sql`select employee_id from roll_call_people where roll_call_id = ${rollCallId} and employee_id in (${ids})`,
  );
  const listed = new Set(rows.map(({ employee_id }) => employee_id));
  const stranger = ticks.findIndex(({ employee_id }) => !listed.has(employee_id));
  if (stranger >= 0) throw invalid({ [`ticks.${stranger}.employee_id`]: 'This person is not in the roll call' });
}
