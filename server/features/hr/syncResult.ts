// Result of a company's sync, in the contract's terms and for the log.

import type { SyncResult } from '../../../src/shared/contract/hr.ts';
import { type Log, withoutSecrets } from '../../platform/log/log.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { DeliveryResult, Failure } from './delivery/deliver.ts';
import type { PlannedRecord } from './plan/planDay.ts';
import type { Decision } from './plan/types.ts';

interface RunResult extends DeliveryResult {
  /** Reason why the HR system could not be told the end of the run. */
  readonly unfinished: string | undefined;
}

export function resultOf(
  planned: readonly PlannedRecord[],
  queued: number,
  { accepted, failures, stopped, failure, unfinished }: RunResult,
  clock: Clock,
): SyncResult {
  const notTried = queued - accepted - failures.length;
  const alreadySent = countOf(planned, 'sent');
  const rejectedBefore = planned.filter(({ decision }) => isRejected(decision)).length;
  const heldBack = countOf(planned, 'held') - rejectedBefore;
  const errors = failures.map((failure) => describeFailure(failure, clock));
  if (stopped !== undefined && notTried > 0) errors.push(`Records not sent yet: ${notTried}. ${stopped}`);
  else if (failure && errors.length === 0) errors.push(failure.reason);
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

/** Names a working day, and says whether it begins later than its date, which then has other records. */
export const syncedDay = (
  date: string,
  { startOf, workingDays }: Clock,
): Pick<SyncResult, 'date' | 'begins_later'> => ({
  date,
  ...(workingDays.startOf(date) > startOf(date) && { begins_later: true }),
});

function describeFailure({ delivery, error }: Failure, clock: Clock): string {
  const time = wallClockOf(delivery.occurred_at, clock);
  return `Employee ${delivery.employee_number}, ${delivery.event_type} at ${time}: ${error}`;
}

/** One reason per unsent record. */
export function reasonsOf({ failures, stopped = '' }: DeliveryResult, failed: number): string[] {
  const notTried = failed - failures.length;
  return [...failures.map(({ error }) => error), ...Array.from({ length: notTried }, () => stopped)];
}

const isRejected = (decision: Decision) => decision.kind === 'held' && decision.reason === 'delivery_failed';

export const countOf = (planned: readonly PlannedRecord[], kind: Decision['kind']): number =>
  planned.filter(({ decision }) => decision.kind === kind).length;

export const wallClockOf = (instant: string, clock: Clock): string =>
  clock.wallClock(instant).slice(0, 19).replace('T', ' ');

interface Incomplete {
  readonly companyId: number;
  readonly requestId: string;
  readonly url: string;
  readonly secrets: readonly string[];
  /** One per record. */
  readonly reasons: readonly string[];
}

const shownReasons = 5;

/** Removes secrets from the HR system's messages, which may repeat what was sent. */
export function logIncomplete(log: Log, { companyId, requestId, url, secrets, reasons }: Incomplete): void {
  const counts = [...Map.groupBy(reasons, (reason) => reason)].map(([reason, same]) => ({
    reason,
    count: same.length,
  }));
  const hidden = [...secrets, ...secretsIn(url)];
  log.warn('HR sync left records unsent', {
    company_id: companyId,
    cause: requestId,
    records: reasons.length,
    reasons: counts
      .sort((one, other) => other.count - one.count)
      .slice(0, shownReasons)
      .map(({ reason, count }) => `${count} x ${withoutSecrets(hidden, reason)}`),
  });
}

/** Shorter parts of an address are no secrets, and removing them would break words. */
const shortestSecret = 6;

/** Any part of an address but its host can be a token. */
function secretsIn(url: string): string[] {
  if (!URL.canParse(url)) return [url];
  const { pathname, search, searchParams } = new URL(url);
  return [url, search, ...pathname.split('/'), ...searchParams.values()].filter(
    ({ length }) => length >= shortestSecret,
  );
}
