// A plan in the contract's words: the figures and sentences of a dry run, the state of a day, and what
// another configuration would change.

import type { HrSyncDayStatus, HrSyncTest } from '../../../src/contract/entities/hr.ts';
import type { BusinessTime } from '../../time/businessTime.ts';
import { type Decision, decisionsOf, type EmployeePlan, type Fate } from './planDay.ts';
import type { HrRules } from './types.ts';

type Detail = HrSyncTest['results']['sync_details'][number];
type Change = NonNullable<HrSyncTest['results']['changes']>[number];

export function detailOf(plan: EmployeePlan, rules: HrRules, time: BusinessTime): Detail {
  const { decisions, breaks, warnings } = plan;
  const toSend = (type: string) =>
    decisions.filter(({ record, fate }) => fate.kind === 'send' && record.event_type === type).length;
  return {
    employee_id: plan.employee_id,
    employee_name: plan.name,
    total_records: decisions.length,
    lunch_breaks_detected: breaks.length,
    sync_mode: rules.multiple_clock_out_mode,
    clock_ins_to_send: toSend('check-in'),
    clock_outs_to_send: toSend('check-out'),
    already_sent: decisions.filter(({ fate }) => fate.kind === 'sent').length,
    held_back: decisions.flatMap(({ record, fate }) =>
      fate.kind === 'held' ? [{ ...shown(record, time), reason: fate.reason, sentence: fate.sentence }] : [],
    ),
    breaks: breaks.map(({ out, back, minutes }) => ({
      from: time.wallClock(out.occurred_at),
      to: time.wallClock(back.occurred_at),
      minutes,
    })),
    warnings: [...warnings],
  };
}

/** Both plans are of the same day. */
export function changesBetween(
  saved: readonly EmployeePlan[],
  tried: readonly EmployeePlan[],
  time: BusinessTime,
): Change[] {
  const before = new Map(decisionsOf(saved).map(({ record, fate }) => [record.id, inWords(fate)]));
  return tried.flatMap(({ employee_id, decisions }) =>
    decisions.flatMap(({ record, fate }) => {
      const was = before.get(record.id) ?? '';
      const becomes = inWords(fate);
      return was === becomes ? [] : [{ ...shown(record, time), employee_id, saved: was, tried: becomes }];
    }),
  );
}

/** synced + failed + pending + held_back = total. What waits for the threshold hour is pending. */
export function dayStatusOf(plan: readonly EmployeePlan[]): Required<HrSyncDayStatus['today']> {
  const decisions = decisionsOf(plan);
  const status = { total_records: decisions.length, synced: 0, failed: 0, pending: 0, held_back: 0 };
  for (const { fate } of decisions) {
    if (fate.kind === 'sent') status.synced++;
    else if (fate.kind === 'send' || fate.reason === 'before_threshold') status.pending++;
    else if (fate.reason === 'delivery_failed') status.failed++;
    else status.held_back++;
  }
  return status;
}

export function inWords(fate: Fate): string {
  if (fate.kind === 'sent') return 'The HR system has it';
  if (fate.kind === 'send') return 'It is sent by the next sync of its day';
  return fate.sentence;
}

const shown = ({ id, event_type, occurred_at }: Decision['record'], time: BusinessTime) => ({
  record_id: id,
  event_type,
  timestamp: time.wallClock(occurred_at),
});
