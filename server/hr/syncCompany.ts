// One run of a company's HR sync: plan the days, queue what is to be sent, deliver.

import { randomUUID } from 'node:crypto';
import type { SyncResult } from '../../src/contract/entities/hr.ts';
import { type Act, audit } from '../audit/auditLog.ts';
import { conflict } from '../platform/domainErrors.ts';
import { currentBusinessTime } from '../settings/settingQueries.ts';
import type { BusinessTime } from '../time/businessTime.ts';
import { findHrConfig } from './configQueries.ts';
import { deliver, type DeliveryResult, type DeliveryTools, type Failure } from './delivery/deliver.ts';
import { idempotencyKey } from './delivery/idempotencyKey.ts';
import { enqueue, waitingDeliveries } from './delivery/deliveryQueries.ts';
import { findHrUrl, type HrCompany } from './hrSystemQueries.ts';
import { acquireLease, releaseLease } from './leaseQueries.ts';
import { loadHrDay } from './plan/loadDay.ts';
import { planDay, type PlannedRecord, plannedRecords } from './plan/planDay.ts';
import type { Decision, HrRules } from './plan/types.ts';

/** For the audit: the caller and request, or the schedule. */
export type SyncCause = Pick<Act, 'caller' | 'requestId'>;

export interface SyncRequest {
  /** Without days, only deliveries that are due for a retry are sent. */
  readonly days?: readonly string[];
  readonly cause: SyncCause;
}

export async function syncCompany(
  tools: DeliveryTools,
  company: HrCompany,
  { days, cause }: SyncRequest,
): Promise<SyncResult> {
  const { db, clock } = tools;
  const url = await findHrUrl(db, company.id);
  if (url === undefined) throw conflict(`No HR system URL is configured for ${company.name}`);
  const lease = { companyId: company.id, holder: randomUUID() };
  if (!(await acquireLease(db, lease, clock()))) throw conflict(`A sync of ${company.name} is already running`);

  let error: string | undefined = 'The sync ended unexpectedly';
  try {
    const businessTime = await currentBusinessTime(db);
    const { rules, signingSecret } = await findHrConfig(db, company.id);
    const planned = days ? await planAndEnqueue(tools, company, { days, cause }, rules, businessTime) : [];
    const deliveries = await waitingDeliveries(db, company.id, days ? { days } : { dueAt: clock() });
    const { unique_identifier, crm_company_id } = company;
    const sender = { company: unique_identifier, crmCompanyId: crm_company_id, signingSecret, businessTime };
    const delivered = await deliver(tools, { lease, url, sender }, deliveries);
    const result = resultOf(planned, deliveries.length, delivered, businessTime);
    error = result.errors[0];
    return result;
  } finally {
    await releaseLease(db, lease, error, clock());
  }
}

/** In one transaction with the audit entry. */
function planAndEnqueue(
  tools: DeliveryTools,
  company: HrCompany,
  { days, cause }: Required<SyncRequest>,
  rules: HrRules,
  businessTime: BusinessTime,
): Promise<PlannedRecord[]> {
  const now = tools.clock();
  return tools.db.tx(async (queries) => {
    const planned: PlannedRecord[] = [];
    for (const day of days) {
      const records = plannedRecords(planDay(await loadHrDay(queries, company.id, day, businessTime, now), rules));
      const toSend = records
        .filter(({ decision }) => decision.kind === 'send')
        .map(({ record }) => ({ id: record.id, key: idempotencyKey(company.unique_identifier, record) }));
      await enqueue(queries, company.id, day, toSend, now);
      planned.push(...records);
    }
    await audit(queries, {
      ...cause,
      now,
      action: 'hr_sync.run',
      subject: 'companies',
      subjectId: company.id,
      after: { days, to_send: countOf(planned, 'send'), held_back: countOf(planned, 'held') },
    });
    return planned;
  });
}

const countOf = (planned: readonly PlannedRecord[], kind: Decision['kind']) =>
  planned.filter(({ decision }) => decision.kind === kind).length;

function resultOf(
  planned: readonly PlannedRecord[],
  queued: number,
  { accepted, failures, stopped }: DeliveryResult,
  businessTime: BusinessTime,
): SyncResult {
  const notTried = queued - accepted - failures.length;
  const alreadySent = countOf(planned, 'sent');
  const heldBack = countOf(planned, 'held');
  const errors = failures.map((failure) => describeFailure(failure, businessTime));
  if (stopped !== undefined && notTried > 0) errors.push(`Records not sent yet: ${notTried}. ${stopped}`);
  return {
    success: accepted,
    failed: failures.length + notTried,
    errors,
    already_sent: alreadySent,
    held_back: heldBack,
    total: queued + alreadySent + heldBack,
  };
}

function describeFailure({ delivery, error }: Failure, businessTime: BusinessTime): string {
  const time = businessTime.wallClock(delivery.occurred_at).slice(0, 19).replace('T', ' ');
  return `Employee ${delivery.employee_number}, ${delivery.event_type} at ${time}: ${error}`;
}
