// What a company's sync did, in the contract's terms and for the log.

import type { SyncResult } from '../../../src/shared/contract/hr.ts';
import type { BusinessTime } from '../../platform/time/businessTime.ts';
import type { DeliveryResult, Failure } from './delivery/run.ts';
import type { PlannedRecord } from './plan/planDay.ts';
import type { Decision } from './plan/types.ts';

interface RunResult extends DeliveryResult {
  /** Why its end could not be told, if it could not. */
  readonly unfinished: string | undefined;
}

export function resultOf(
  planned: readonly PlannedRecord[],
  queued: number,
  { accepted, failures, stopped, unfinished }: RunResult,
  businessTime: BusinessTime,
): SyncResult {
  const notTried = queued - accepted - failures.length;
  const alreadySent = countOf(planned, 'sent');
  const rejectedBefore = planned.filter(({ decision }) => isRejected(decision)).length;
  const heldBack = countOf(planned, 'held') - rejectedBefore;
  const errors = failures.map((failure) => describeFailure(failure, businessTime));
  if (stopped !== undefined && notTried > 0) errors.push(`Records not sent yet: ${notTried}. ${stopped}`);
  if (unfinished !== undefined) errors.push(unfinished);
  return {
    success: accepted,
    failed: failures.length + notTried,
    rejected: failures.filter(({ isRejected }) => isRejected).length,
    errors,
    already_sent: alreadySent,
    rejected_before: rejectedBefore,
    held_back: heldBack,
    total: queued + alreadySent + rejectedBefore + heldBack,
  };
}

function describeFailure({ delivery, error }: Failure, businessTime: BusinessTime): string {
  const time = wallClockOf(delivery.occurred_at, businessTime);
  return `Employee ${delivery.employee_number}, ${delivery.event_type} at ${time}: ${error}`;
}

/** One per record that was not sent. */
export function reasonsOf({ failures, stopped = '' }: DeliveryResult, failed: number): string[] {
  const notTried = failed - failures.length;
  return [...failures.map(({ error }) => error), ...Array.from({ length: notTried }, () => stopped)];
}

const isRejected = (decision: Decision) => decision.kind === 'held' && decision.reason === 'delivery_failed';

export const countOf = (planned: readonly PlannedRecord[], kind: Decision['kind']): number =>
  planned.filter(({ decision }) => decision.kind === kind).length;

export const wallClockOf = (instant: string, businessTime: BusinessTime): string =>
  businessTime.wallClock(instant).slice(0, 19).replace('T', ' ');
