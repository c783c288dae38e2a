// Ticks of a roll call. Phones send them late, in any order and twice: the last tick of a person by its time counts.

import type { Tick } from '../../../src/shared/contract/presence.ts';
import type { Caller } from '../../platform/access/caller.ts';
import { maybeOne, type Queries } from '../../platform/db/db.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { invalid } from '../../platform/records/domainErrors.ts';
import { dateOf, plusMinutes } from '../../platform/time/instants.ts';

const maxTicksAtOnce = 10_000;

interface SortedTicks {
  /** With times that can be compared as text. */
  readonly good: readonly Tick[];
  /** Nobody can mend them, and they must not keep back the others: a phone would send the same ones for ever. */
  readonly bad: readonly BadTick[];
}

type BadTick = Tick & { readonly reason: string };

export function sortTicks(ticks: readonly Tick[], listed: ReadonlySet<number>): SortedTicks {
  const good: Tick[] = [];
  const bad: BadTick[] = [];
  for (const tick of ticks) {
    const at = new Date(/^\d{4}-\d\d-\d\dT.*Z$/.test(tick.at) ? tick.at : Number.NaN);
    if (Number.isNaN(at.getTime())) bad.push({ ...tick, reason: 'Its time is not one in UTC' });
    else if (!listed.has(tick.employee_id)) bad.push({ ...tick, reason: 'The person is not in the roll call' });
    else good.push({ ...tick, at: at.toISOString() });
  }
  return { good, bad };
}

export function assertFewTicks(ticks: readonly Tick[]): void {
  if (ticks.length > maxTicksAtOnce) throw invalid({ ticks: `Please send at most ${maxTicksAtOnce} ticks at once` });
}

/** Those that were made before the roll call ended, even if they arrive later. Answers which ones changed something. */
export async function storeTicks(
  queries: Queries,
  caller: Caller,
  rollCallId: number,
  ticks: readonly Tick[],
): Promise<Tick[]> {
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

/** Of the people of these ticks, those whom the roll call lists. */
export async function listedAmong(
  queries: Queries,
  rollCallId: number,
  ticks: readonly Tick[],
): Promise<ReadonlySet<number>> {
  const ids = [...new Set(ticks.map(({ employee_id }) => employee_id))];
  const rows = await queries.all<{ employee_id: number }>(
    sql`select employee_id from roll_call_people where roll_call_id = ${rollCallId} and employee_id in (${ids})`,
  );
  return new Set(rows.map(({ employee_id }) => employee_id));
}
