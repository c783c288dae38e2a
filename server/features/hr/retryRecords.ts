// Sends single records: those that HR rejected, those waiting for their next try, and those that replace what HR has.
// Nothing that HR accepted is sent twice: only records still waiting at their company's turn are sent.

import type { SyncResult } from '../../../src/shared/contract/hr.ts';
import type { HrState } from '../../../src/shared/contract/queries.ts';
import { type Caller, companyScope } from '../../platform/access/caller.ts';
import { audit, type SignedInActor } from '../../platform/audit/auditLog.ts';
import { type Queries, sql } from '../../platform/db/db.ts';
import { notFound } from '../../platform/domainErrors.ts';
import { byName, searchedKinds } from '../../platform/records/search/searchIndex.ts';
import { clockOf } from '../settings/clocks.ts';
import type { HrCompany } from './connection/connectionQueries.ts';
import { enqueue, requeueRecords } from './delivery/deliveryQueries.ts';
import { planOfDay } from './plan/loadDay.ts';
import { type PlannedRecord, plannedRecords, recordsToQueue } from './plan/planDay.ts';
import { type SyncTools, syncCompanies } from './syncCompany.ts';

type Retry = SyncTools & SignedInActor;

/** Counts each record once, by its state before and after. */
export async function retryRecords(request: Retry, ids: readonly number[]): Promise<SyncResult> {
  const { db, caller, requestId, now } = request;
  const before = await db.tx(async (queries) => {
    const states = await statesOf(queries, caller, ids);
    if (states.size < ids.length) throw notFound('Attendance record not found');
    await requeueRecords(queries, ids, now);
    const unsent = ids.filter((id) => states.get(id) !== 'sent');
    for (const id of await queueAnew(queries, unsent, now)) states.set(id, 'waiting');
    const after = { record_ids: [...ids] };
    await audit(queries, request, 'hr_sync.retry', 'attendance', { after });
    return states;
  });
  const retried = ids.filter((id) => isRetried(before.get(id)));
  const companies = await db.all<HrCompany & { is_deleted: boolean }>(
    sql`select id, name, unique_identifier, crm_company_id, deleted_at is not null as is_deleted from companies
      where id in (select company_id from attendance where attendance.id in (${retried}))
      ${byName(searchedKinds.companies)}`,
    ['is_deleted'],
  );
  const live = companies.filter(({ is_deleted }) => !is_deleted);
  const gone = companies.flatMap(({ name, is_deleted }) => (is_deleted ? `${name} was deleted: nothing is sent` : []));
  const { errors } = await syncCompanies(request, live, { records: retried, cause: { caller, requestId } });

  const after = await statesOf(db, caller, ids);
  const countAfter = (state: HrState) => retried.filter((id) => after.get(id) === state).length;
  const countBefore = (state: HrState) => ids.filter((id) => before.get(id) === state).length;
  return {
    success: countAfter('sent'),
    failed: retried.length - countAfter('sent'),
    rejected: countAfter('failed'),
    errors: [...gone, ...errors],
    already_sent: countBefore('sent'),
    rejected_before: 0,
    held_back: countBefore('not_queued'),
    total: ids.length,
  };
}

const isRetried = (state: HrState | undefined) => state === 'failed' || state === 'waiting';

/** Leaves out records that the caller may not see. */
async function statesOf(queries: Queries, caller: Caller, ids: readonly number[]): Promise<Map<number, HrState>> {
  const rows = await queries.all<{ id: number; hr_state: HrState }>(
    sql`select id, hr_state from attendance
      where id in (${ids}) and ${companyScope(caller, sql`attendance.company_id`)}`,
  );
  return new Map(rows.map(({ id, hr_state }) => [id, hr_state]));
}

/** Whether a record replaces something that HR has, or waits and may have become part of another pair. */
const isQueuedAnew = ({ record, decision }: PlannedRecord) =>
  decision.kind === 'held' ? decision.reason === 'replaces_sent' : record.delivery === 'waiting';

interface Row {
  id: number;
  employee_id: number;
  company_id: number;
  company: string;
  occurred_at: string;
}

/** Queues records by a new plan. Returns the ids of those that it queued. */
async function queueAnew(queries: Queries, ids: readonly number[], now: Date): Promise<number[]> {
  const rows = await queries.all<Row>(
    sql`select attendance.id, employee_id, company_id, companies.unique_identifier as company, occurred_at
      from attendance join companies on companies.id = company_id
      where attendance.id in (${ids}) and employee_id is not null and deleted_at is null`,
  );
  const queued: number[] = [];
  for (const [companyId, ofCompany] of Map.groupBy(rows, ({ company_id }) => company_id)) {
    const clock = await clockOf(queries, companyId);
    const { dayOf } = clock.workingDays;
    for (const [day, ofDay] of Map.groupBy(ofCompany, ({ occurred_at }) => dayOf(occurred_at))) {
      const employees = ofDay.map(({ employee_id }) => employee_id);
      const plan = await planOfDay(queries, companyId, day, { clock, now }, employees);
      const wanted = new Set(ofDay.map(({ id }) => id));
      const records = plannedRecords(plan)
        .filter((planned) => wanted.has(planned.record.id) && isQueuedAnew(planned))
        .map(({ record }) => record);
      await enqueue(queries, companyId, day, recordsToQueue(plan, records, ofDay[0]?.company ?? ''), now);
      queued.push(...records.map(({ id }) => id));
    }
  }
  return queued;
}
