// Carries out in attendance what another reading of facts changes.

import type { Queries } from '../../../platform/db/db.ts';
import { rowsOf, sql } from '../../../platform/db/sql.ts';
import { instantOf } from '../../../platform/time/instants.ts';
import { guessOf } from '../interpret/rulesOfFact.ts';
import type { Difference } from './differences.ts';
import { eventIdOf, type PersonFact } from './personFacts.ts';

/** The ids of the records that were added, by fact. */
export async function changeRecords(
  queries: Queries,
  companyId: number,
  differences: readonly Difference[],
  now: Date,
): Promise<Map<PersonFact, number>> {
  await removeRecords(queries, differences);
  await updateRecords(queries, differences);
  return addRecords(queries, companyId, differences, now);
}

async function removeRecords(queries: Queries, differences: readonly Difference[]): Promise<void> {
  const ids = differences.flatMap(({ record }) => (record.step === 'remove' ? record.from.id : []));
  if (ids.length === 0) return;
  await queries.run(sql`update device_events set attendance_id = null where attendance_id in (${ids})`);
  await queries.run(sql`delete from attendance where id in (${ids})`);
}

async function updateRecords(queries: Queries, differences: readonly Difference[]): Promise<void> {
  const rows = differences.flatMap(({ fact, record, employeeId }) =>
    record.step === 'change'
      ? [
          {
            record_id: record.from.id,
            type: record.type,
            at: fact.occurredAt,
            employee: employeeId ?? null,
            guess: guessOf(fact),
          },
        ]
      : [],
  );
  if (rows.length === 0) return;
  await queries.run(
    sql`update attendance set event_type = type, occurred_at = at, employee_id = employee, guessed_by = guess
      from ${rowsOf({ record_id: 'bigint', type: 'text', at: 'timestamp(0)', employee: 'bigint', guess: 'text' }, rows)}
      where attendance.id = record_id`,
  );
}

async function addRecords(
  queries: Queries,
  companyId: number,
  differences: readonly Difference[],
  now: Date,
): Promise<Map<PersonFact, number>> {
  const added = differences.filter(({ record }) => record.step === 'add');
  if (added.length === 0) return new Map();
  const rows = added.map(({ fact, record, employeeId }) => ({
    controller: fact.controllerId,
    employee: employeeId ?? null,
    code: fact.code,
    event: eventIdOf(fact),
    type: record.step === 'add' ? record.type : null,
    at: fact.occurredAt,
    guess: guessOf(fact),
  }));
  const columns = {
    controller: 'bigint',
    employee: 'bigint',
    code: 'text',
    event: 'text',
    type: 'text',
    at: 'timestamp(0)',
    guess: 'text',
  } as const;
  const inserted = await queries.all<{ id: number; access_controller_id: number; event_id: string }>(
    sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_id, event_type,
        occurred_at, guessed_by, created_at)
      select ${companyId}, employee, code, controller, event, type, at, guess, ${instantOf(now)} from ${rowsOf(columns, rows)}
      where true order by at, event
      returning id, access_controller_id, event_id`,
  );
  const ids = new Map(inserted.map((row) => [`${row.access_controller_id} ${row.event_id}`, row.id]));
  return new Map(
    added.flatMap(({ fact }) => {
      const id = ids.get(`${fact.controllerId} ${eventIdOf(fact)}`);
      return id === undefined ? [] : [[fact, id] as const];
    }),
  );
}
