// Dry run: the decisions of a plan in the contract's terms, the effect of another configuration, and the resulting
// requests with masked secrets, including what is derived from them.

import type { HrSyncDayStatus, HrSyncTest, PlannedRequest } from '../../../src/shared/contract/hr.ts';
import type { Queries } from '../../platform/db/db.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { findHrUrl, type HrCompany, type HrRules } from './connection/connectionQueries.ts';
import { maskedConnection } from './connection/openConnection.ts';
import type { HttpRequest } from './connectors/connector.ts';
import { batchesOf, chunksOf } from './delivery/deliver.ts';
import { queuedDeliveries } from './delivery/deliveryQueries.ts';
import { addressOf } from './delivery/hrSystem.ts';
import { shipmentsOf } from './delivery/shipments.ts';
import { type EmployeePlan, plannedRecords, recordsToQueue, recordsToSend } from './plan/planDay.ts';
import { type Decision, type HrRecord, isSentLater } from './plan/types.ts';

const mostShown = 20;
const mask = '•••';
/** A text that differs with another mask was derived from a secret. */
const otherMask = '◦◦◦';

/** Empty for a company without an HR system. */
export async function plannedRequests(
  queries: Queries,
  company: HrCompany,
  plan: readonly EmployeePlan[],
  now: Date,
): Promise<Pick<HrSyncTest['results'], 'requests' | 'request_count'>> {
  const url = (await findHrUrl(queries, company.id))?.url;
  if (url === undefined) return {};
  const { connector, connection, sentTo } = await maskedConnection(queries, company, { url, now, mask });
  const { connection: other } = await maskedConnection(queries, company, { url, now, mask: otherMask });
  const queued = recordsToQueue(plan, recordsToSend(plan), company.unique_identifier);
  const { toSend } = shipmentsOf(connector, await queuedDeliveries(queries, company.id, queued, sentTo));
  const batches = chunksOf(connector, toSend).flatMap((chunk) => batchesOf(connector, chunk));
  const requests = batches.slice(0, mostShown).map((batch) => {
    const items = batch.map(({ item }) => item);
    return masked(url, connector.request(items, connection), connector.request(items, other));
  });
  return { requests, request_count: batches.length };
}

function masked(url: string, request: HttpRequest, other: HttpRequest): PlannedRequest {
  const { method, path, headers = {}, body = '' } = request;
  return {
    method,
    url: addressOf(url, shown(path, other.path)),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, shown(value, other.headers?.[name] ?? '')]),
    ),
    body: shown(body, other.body ?? ''),
  };
}

/**
 * Shows where a secret goes if the text contains the mask itself; of derived values such as signatures, only the
 * scheme.
 */
function shown(text: string, other: string): string {
  if (text.replaceAll(mask, otherMask) === other) return text;
  const [scheme = ''] = /^[A-Za-z]+ /.exec(text) ?? [];
  return scheme + mask;
}

type Detail = HrSyncTest['results']['sync_details'][number];
type Change = NonNullable<HrSyncTest['results']['changes']>[number];

export function detailOf(plan: EmployeePlan, rules: HrRules, clock: Clock): Detail {
  const { records, breaks, warnings, differences } = plan;
  const countToSend = (type: string) =>
    records.filter(({ record, decision }) => decision.kind === 'send' && record.event_type === type).length;
  return {
    employee_id: plan.employeeNumber,
    employee_name: plan.name,
    total_records: records.length,
    lunch_breaks_detected: breaks.length,
    sync_mode: rules.multiple_clock_out_mode,
    clock_ins_to_send: countToSend('check-in'),
    clock_outs_to_send: countToSend('check-out'),
    already_sent: records.filter(({ decision }) => decision.kind === 'sent').length,
    held_back: records.flatMap(({ record, decision }) =>
      decision.kind === 'held'
        ? [{ ...recordFields(record, clock), reason: decision.reason, sentence: decision.sentence }]
        : [],
    ),
    breaks: breaks.map(({ out, back, minutes }) => ({
      from: clock.wallClock(out.occurred_at),
      to: clock.wallClock(back.occurred_at),
      minutes,
    })),
    warnings: [...warnings, ...differences.map(({ sentence }) => sentence)],
  };
}

/** Compares the plans of two configurations for the same day. */
export function changesBetween(saved: readonly EmployeePlan[], tried: readonly EmployeePlan[], clock: Clock): Change[] {
  const before = new Map(plannedRecords(saved).map(({ record, decision }) => [record.id, describeDecision(decision)]));
  return tried.flatMap(({ employeeNumber, records }) =>
    records.flatMap(({ record, decision }) => {
      const was = before.get(record.id) ?? '';
      const becomes = describeDecision(decision);
      if (was === becomes) return [];
      return [{ ...recordFields(record, clock), employee_id: employeeNumber, saved: was, tried: becomes }];
    }),
  );
}

/** synced + failed + pending + held_back = total_records. Records that a later sync sends count as pending. */
export function dayStatusOf(
  plan: readonly EmployeePlan[],
): Required<Omit<HrSyncDayStatus['today'], 'date' | 'begins_later'>> {
  const records = plannedRecords(plan);
  const status = { total_records: records.length, synced: 0, failed: 0, pending: 0, held_back: 0 };
  for (const { decision } of records) {
    if (decision.kind === 'sent') status.synced++;
    else if (decision.kind === 'send' || isSentLater(decision.reason)) status.pending++;
    else if (decision.reason === 'delivery_failed') status.failed++;
    else status.held_back++;
  }
  return status;
}

/** Uses the words of a delivery's state, without a full stop at the end. */
export function describeDecision(decision: Decision): string {
  if (decision.kind === 'sent') return 'Sent. The HR system has it';
  if (decision.kind === 'send') return 'Not sent yet. The next sync of its day sends it';
  return `${decision.reason === 'delivery_failed' ? 'Rejected' : 'Held back'}. ${decision.sentence}`;
}

const recordFields = ({ id, event_type, occurred_at }: HrRecord, clock: Clock) => ({
  record_id: id,
  event_type,
  timestamp: clock.wallClock(occurred_at),
});
