// Reports a plan in the contract's terms: the details of a dry run, the status of a day, and what another
// configuration would change.

import type { HrSyncDayStatus, HrSyncTest } from '../../../../src/shared/contract/hr.ts';
import type { BusinessTime } from '../../../platform/time/businessTime.ts';
import { type EmployeePlan, plannedRecords } from './planDay.ts';
import { type Decision, type HrRecord, type HrRules, isSentLater } from './types.ts';

type Detail = HrSyncTest['results']['sync_details'][number];
type Change = NonNullable<HrSyncTest['results']['changes']>[number];

export function detailOf(plan: EmployeePlan, rules: HrRules, businessTime: BusinessTime): Detail {
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
        ? [{ ...recordFields(record, businessTime), reason: decision.reason, sentence: decision.sentence }]
        : [],
    ),
    breaks: breaks.map(({ out, back, minutes }) => ({
      from: businessTime.wallClock(out.occurred_at),
      to: businessTime.wallClock(back.occurred_at),
      minutes,
    })),
    warnings: [...warnings, ...differences.map(({ sentence }) => sentence)],
  };
}

/** Compares the plans that two configurations make of the same day. */
export function changesBetween(
  saved: readonly EmployeePlan[],
  tried: readonly EmployeePlan[],
  businessTime: BusinessTime,
): Change[] {
  const before = new Map(plannedRecords(saved).map(({ record, decision }) => [record.id, describeDecision(decision)]));
  return tried.flatMap(({ employeeNumber, records }) =>
    records.flatMap(({ record, decision }) => {
      const was = before.get(record.id) ?? '';
      const becomes = describeDecision(decision);
      if (was === becomes) return [];
      return [{ ...recordFields(record, businessTime), employee_id: employeeNumber, saved: was, tried: becomes }];
    }),
  );
}

/** synced + failed + pending + held_back = total_records. What is sent later by itself counts as pending. */
export function dayStatusOf(plan: readonly EmployeePlan[]): Required<Omit<HrSyncDayStatus['today'], 'date'>> {
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

/** In the words for the state of a delivery, without a full stop at the end. */
export function describeDecision(decision: Decision): string {
  if (decision.kind === 'sent') return 'Sent. The HR system has it';
  if (decision.kind === 'send') return 'Not sent yet. The next sync of its day sends it';
  return `${decision.reason === 'delivery_failed' ? 'Rejected' : 'Held back'}. ${decision.sentence}`;
}

const recordFields = ({ id, event_type, occurred_at }: HrRecord, businessTime: BusinessTime) => ({
  record_id: id,
  event_type,
  timestamp: businessTime.wallClock(occurred_at),
});
