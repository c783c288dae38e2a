// Queues records that are held back because the HR system has what they replace: somebody wants them sent anyway.

import { workingDaysOf } from '../workday/dayRules.ts';
import type { Queries } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { currentBusinessTime } from '../settings/settingQueries.ts';
import type { BusinessTime } from '../../platform/time/businessTime.ts';
import { findHrConfig } from './configQueries.ts';
import { enqueue } from './delivery/deliveryQueries.ts';
import { loadHrDay } from './plan/loadDay.ts';
import { planDay, plannedRecords } from './plan/planDay.ts';
import { queuedOf } from './plan/queued.ts';
import type { Decision } from './plan/types.ts';

const isReplacement = (decision: Decision) => decision.kind === 'held' && decision.reason === 'replaces_sent';

interface Row {
  id: number;
  employee_id: number;
  company_id: number;
  company: string;
  occurred_at: string;
}

/** Returns those of these records that were held back so, and are queued now. */
export async function queueReplacements(queries: Queries, ids: readonly number[], now: Date): Promise<number[]> {
  const rows = await queries.all<Row>(
    sql`select attendance.id, employee_id, company_id, companies.unique_identifier as company, occurred_at
      from attendance join companies on companies.id = company_id
      where attendance.id in (${ids}) and employee_id is not null`,
  );
  const businessTime = await currentBusinessTime(queries);
  const queued: number[] = [];
  for (const [companyId, ofCompany] of Map.groupBy(rows, ({ company_id }) => company_id)) {
    const { dayOf } = await workingDaysOf(queries, companyId, businessTime);
    for (const [day, ofDay] of Map.groupBy(ofCompany, ({ occurred_at }) => dayOf(occurred_at))) {
      queued.push(...(await queueOfDay(queries, day, ofDay, businessTime, now)));
    }
  }
  return queued;
}

/** `rows` are of one company and day. */
async function queueOfDay(
  queries: Queries,
  day: string,
  rows: readonly Row[],
  businessTime: BusinessTime,
  now: Date,
): Promise<number[]> {
  const [{ company_id: companyId, company } = { company_id: 0, company: '' }] = rows;
  const { rules } = await findHrConfig(queries, companyId);
  const employees = rows.map(({ employee_id }) => employee_id);
  const plan = planDay(await loadHrDay(queries, companyId, day, businessTime, now, employees), rules);
  const wanted = new Set(rows.map(({ id }) => id));
  const replacements = plannedRecords(plan)
    .filter(({ record, decision }) => wanted.has(record.id) && isReplacement(decision))
    .map(({ record }) => record);
  await enqueue(queries, companyId, day, queuedOf(plan, replacements, company), now);
  return replacements.map(({ id }) => id);
}
