// Stores corrections and what they do.

import type { Caller } from '../../platform/access/caller.ts';
import { one, type Queries } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { instantOf } from '../../platform/time/instants.ts';
import { carryOut } from './effects.ts';
import type { Target } from './targets.ts';
import type { Planned } from './plan.ts';

export interface Authorship {
  readonly caller: Caller;
  readonly now: Date;
  readonly reason: string;
}

/** Answers the ids of the corrections, in the same order. */
export async function storeCorrections(
  queries: Queries,
  planned: readonly Planned[],
  authorship: Authorship,
): Promise<number[]> {
  const ids: number[] = [];
  for (const each of planned) {
    if (each.outcome === 'withdraw') {
      await storeDecision(queries, each.correction.id, 'refused', authorship);
      ids.push(each.correction.id);
    } else {
      const id = await insertCorrection(queries, each, authorship);
      if (each.outcome === 'apply') await applyCorrection(queries, each.target, id, authorship.now);
      ids.push(id);
    }
  }
  return ids;
}

export async function storeDecision(
  queries: Queries,
  id: number,
  state: 'applied' | 'refused',
  { caller, now, reason }: Authorship,
): Promise<void> {
  await queries.run(
    sql`update corrections set state = ${state}, decider_id = ${caller.id}, decider = ${caller.name},
        decided_at = ${instantOf(now)}, decision_reason = ${reason}
      where id = ${id}`,
  );
}

export async function applyCorrection(queries: Queries, target: Target, id: number, now: Date): Promise<void> {
  const recordId = await carryOut(queries, target, id, now);
  await queries.run(sql`update corrections set attendance_id = ${recordId} where id = ${id}`);
  if (target.undone) await queries.run(sql`update corrections set state = 'undone' where id = ${target.undone.id}`);
}

async function insertCorrection(
  queries: Queries,
  { outcome, target, day }: Exclude<Planned, { outcome: 'withdraw' }>,
  { caller, now, reason }: Authorship,
): Promise<number> {
  const { asked, companyId, person, employeeCode, eventType, occurredAt, record, undone } = target;
  const exception = asked.kind === 'as_is' ? asked.exception : '';
  const { id } = await one<{ id: number }>(
    queries,
    sql`insert into corrections (company_id, employee_id, employee_code, day, kind, event_type, occurred_at,
        attendance_id, exception, undoes_id, reason, state, author_id, author, created_at)
      values (${companyId}, ${person?.id ?? null}, ${employeeCode}, ${day}, ${asked.kind}, ${eventType},
        ${occurredAt}, ${record?.id ?? null}, ${exception}, ${undone?.id ?? null}, ${reason},
        ${outcome === 'wait' ? 'waiting' : 'applied'}, ${caller.id}, ${caller.name}, ${instantOf(now)})
      returning id`,
  );
  return id;
}
