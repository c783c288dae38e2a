// One run of a company's HR sync: plan its days, hand what is to be sent to the delivery, and deliver.

import { randomUUID } from 'node:crypto';
import type { SyncResult } from '../../src/contract/entities/hr.ts';
import { type Act, audit } from '../audit/auditLog.ts';
import type { Queries } from '../db/db.ts';
import { currentBusinessTime } from '../settings/settingQueries.ts';
import type { HrCompany } from './companyQueries.ts';
import { findHrConfig, findHrUrl } from './configQueries.ts';
import { enqueue, type Selection, waitingDeliveries } from './delivery/deliveryQueries.ts';
import { loadHrDay } from './plan/loadDay.ts';
import { endTurn, takeTurn } from './leaseQueries.ts';
import type { BusinessTime } from '../time/businessTime.ts';
import { type Decision, decisionsOf, planDay } from './plan/planDay.ts';
import type { HrRules } from './plan/types.ts';
import { conflict } from '../platform/domainErrors.ts';
import { deliver, type DeliveryTools, type Failure, type Tally } from './delivery/deliver.ts';

/** Who wants it: a person's request, or the schedule. */
export type Cause = Pick<Act, 'caller' | 'requestId'>;

/** Without days, only what is due for another try. */
export interface Order {
  readonly days?: readonly string[];
  readonly cause: Cause;
}

export async function syncCompany(
  tools: DeliveryTools,
  company: HrCompany,
  { days, cause }: Order,
): Promise<SyncResult> {
  const { db, clock } = tools;
  const url = await findHrUrl(db, company.id);
  if (url === undefined) throw conflict(`No HR system URL is configured for ${company.name}`);
  const turn = { companyId: company.id, holder: randomUUID() };
  if (!(await takeTurn(db, turn, clock()))) throw conflict(`A sync of ${company.name} is already running`);

  let error: string | undefined = 'The sync ended before its time';
  try {
    const time = await currentBusinessTime(db);
    const { rules, signingSecret } = await findHrConfig(db, company.id);
    const decisions = days ? await planAndEnqueue(tools, company, { days, cause }, rules, time) : [];
    const selection: Selection = days ? { days } : { dueAt: clock() };
    const deliveries = await waitingDeliveries(db, company.id, selection);
    const { unique_identifier, crm_company_id } = company;
    const sender = { company: unique_identifier, crmCompanyId: crm_company_id, signingSecret, time };
    const tally = await deliver(tools, { turn, url, sender }, deliveries);
    const result = resultOf(decisions, deliveries.length, tally, time);
    error = result.errors[0];
    return result;
  } finally {
    await endTurn(db, turn, error, clock());
  }
}

/** In one transaction with the record of who wanted it. */
function planAndEnqueue(
  { db, clock }: DeliveryTools,
  company: HrCompany,
  { days, cause }: Required<Order>,
  rules: HrRules,
  time: BusinessTime,
): Promise<Decision[]> {
  const now = clock();
  return db.tx(async (queries) => {
    const decisions: Decision[] = [];
    for (const day of days) decisions.push(...(await planInto(queries, company, day, rules, time, now)));
    await audit(queries, {
      ...cause,
      now,
      action: 'hr_sync.run',
      subject: 'companies',
      subjectId: company.id,
      after: { days, to_send: countOf(decisions, 'send'), held_back: countOf(decisions, 'held') },
    });
    return decisions;
  });
}

async function planInto(
  queries: Queries,
  { id }: HrCompany,
  day: string,
  rules: HrRules,
  time: BusinessTime,
  now: Date,
): Promise<Decision[]> {
  const decisions = decisionsOf(planDay(await loadHrDay(queries, id, day, time, now), rules));
  const toSend = decisions.filter(({ fate }) => fate.kind === 'send');
  await enqueue(
    queries,
    id,
    day,
    toSend.map(({ record }) => record.id),
    now,
  );
  return decisions;
}

const countOf = (decisions: readonly Decision[], kind: Decision['fate']['kind']) =>
  decisions.filter(({ fate }) => fate.kind === kind).length;

function resultOf(
  decisions: readonly Decision[],
  tried: number,
  { accepted, failures, stopped }: Tally,
  time: BusinessTime,
): SyncResult {
  const untried = tried - accepted - failures.length;
  const alreadySent = countOf(decisions, 'sent');
  const heldBack = countOf(decisions, 'held');
  const errors = failures.map((failure) => inWords(failure, time));
  if (stopped !== undefined && untried > 0) errors.push(`${untried} more records wait: ${stopped}`);
  return {
    success: accepted,
    failed: failures.length + untried,
    errors,
    already_sent: alreadySent,
    held_back: heldBack,
    total: tried + alreadySent + heldBack,
  };
}

function inWords({ delivery, error }: Failure, time: BusinessTime): string {
  const at = time.wallClock(delivery.occurred_at).slice(0, 19).replace('T', ' ');
  return `Employee ${delivery.employee_id}, ${delivery.event_type} at ${at}: ${error}`;
}
