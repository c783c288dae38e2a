// What was done with a record stays done: a record that was sent to HR, processed or corrected, or that decides about a
// day of a closed month, stays as it is, whatever another reading says.

import { closedMonthsChangedBy, type RecordChange } from '../../workday/closedDays.ts';
import { closedInWords } from '../../../../src/shared/words/closedMonths.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { lockRows } from '../../../platform/db/rowLocks.ts';
import { sql } from '../../../platform/db/sql.ts';
import { withdrawUnsent } from '../../hr/delivery/deliveryQueries.ts';
import { guessOf } from '../interpret/rulesOfFact.ts';
import type { Difference } from './differences.ts';

/** Whether the differences are carried out, or only tried. */
export type Intent = 'carryOut' | 'try';

/** Why their records stay as they are, as sentences. Of those that change, deliveries that were not sent are withdrawn. */
export async function whyKept(
  queries: Queries,
  companyId: number,
  differences: readonly Difference[],
  intent: Intent,
  now: Date,
): Promise<Map<Difference, string>> {
  const kept = new Map<Difference, string>();
  const ofRecord = new Map<number, Difference>();
  const closed = await closedMonthsChangedBy(queries, companyId, differences.flatMap(changeOf), now);
  for (const [{ difference }, month] of closed) kept.set(difference, closedInWords([month]));
  for (const difference of differences)
    if ('from' in difference.record && !kept.has(difference)) ofRecord.set(difference.record.from.id, difference);
  if (ofRecord.size === 0) return kept;
  const keep = (ids: readonly number[], why: string) => {
    for (const id of ids) {
      const difference = ofRecord.get(id);
      if (difference) kept.set(difference, why);
      ofRecord.delete(id);
    }
  };
  if (intent === 'carryOut') await lockRows(queries, 'attendance', [...ofRecord.keys()], 'change');
  const { processed, corrected } = await doneWith(queries, [...ofRecord.keys()]);
  keep(processed, 'Its record is processed');
  keep(corrected, 'Its record was corrected by hand');
  if (intent === 'carryOut') await withdrawUnsent(queries, [...ofRecord.keys()]);
  keep(await sentToHr(queries, [...ofRecord.keys()]), 'Its record was sent to the HR system');
  return kept;
}

/** Of a fact that was not read before, the record is added, as for any event that comes late. */
function changeOf(difference: Difference): (RecordChange & { readonly difference: Difference })[] {
  const { fact, record, employeeId = null } = difference;
  const isFirst = !fact.stored || fact.stored.outcome === 'parked';
  switch (record.step) {
    case 'none':
      return [];
    case 'add': {
      const to = { employeeId, eventType: record.type, occurredAt: fact.occurredAt, guessedBy: guessOf(fact) };
      return isFirst ? [] : [{ difference, step: 'add', to }];
    }
    case 'change': {
      const to = { employeeId, eventType: record.type, occurredAt: fact.occurredAt, guessedBy: guessOf(fact) };
      return [{ difference, step: 'change', id: record.from.id, to }];
    }
    case 'remove':
      return [{ difference, step: 'remove', id: record.from.id }];
  }
}

async function doneWith(queries: Queries, ids: readonly number[]) {
  const rows = await queries.all<{ id: number; is_processed: boolean }>(
    sql`select id, is_processed from attendance where id in (${ids}) and (is_processed = true
      or exists (select 1 from corrections where attendance_id = attendance.id))`,
    ['is_processed'],
  );
  const idsOf = (isProcessed: boolean) =>
    rows.filter(({ is_processed }) => is_processed === isProcessed).map(({ id }) => id);
  return { processed: idsOf(true), corrected: idsOf(false) };
}

async function sentToHr(queries: Queries, ids: readonly number[]): Promise<number[]> {
  const rows = await queries.all<{ attendance_id: number }>(
    sql`select attendance_id from hr_deliveries
      where attendance_id in (${ids}) and (state <> 'waiting' or was_sent = true)`,
  );
  return rows.map(({ attendance_id }) => attendance_id);
}
