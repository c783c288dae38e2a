// Result of a company's sync, in the contract's terms and for the log.

import type { SyncResult } from '../../../src/shared/contract/hr.ts';
import { type Log, withoutSecrets } from '../../platform/log/log.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { OpenConnection } from './connection/openConnection.ts';
import type { DeliveryResult, Failure } from './delivery/deliver.ts';
import type { PlannedRecord } from './plan/planDay.ts';
import type { Decision } from './plan/types.ts';

/** `unfinished` says why the HR system could not be told the end of the run. */
export function resultOf(
  planned: readonly PlannedRecord[],
  queued: number,
  { accepted, failures, stopped, failure, unfinished }: DeliveryResult & { readonly unfinished: string | undefined },
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

/** Names a working day, and says whether it begins later than its date, as it then has other records. */
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

const shownReasons = 5;

/** Expects a reason per record. Removes secrets from the HR system's messages, which may repeat what they were sent. */
export function logIncomplete(
  log: Log,
  company_id: number,
  cause: string,
  { connection, secrets }: Pick<OpenConnection, 'connection' | 'secrets'>,
  reasons: readonly string[],
): void {
  const hidden = [...secrets, ...secretsIn(connection.url)];
  const counts = [...Map.groupBy(reasons, (reason) => reason)]
    .map(([reason, { length }]) => ({ reason, length }))
    .sort((one, other) => other.length - one.length)
    .slice(0, shownReasons)
    .map(({ reason, length }) => `${length} x ${withoutSecrets(hidden, reason)}`);
  log.warn('HR sync left records unsent', { company_id, cause, records: reasons.length, reasons: counts });
}

/** Shorter parts of an address are no secrets, and removing them would break words. */
const shortestSecret = 6;

/** Treats any part of an address but its host as a possible token. */
function secretsIn(url: string): string[] {
  if (!URL.canParse(url)) return [url];
  const { pathname, search, searchParams } = new URL(url);
  return [url, search, ...pathname.split('/'), ...searchParams.values()].filter(
    ({ length }) => length >= shortestSecret,
  );
}
