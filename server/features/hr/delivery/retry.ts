// Decides from an answer whether a record is settled, is sent again after a pause, or needs a person.

import { plusMinutes } from '../../../platform/time/clock.ts';
import type { BatchOutcome, Outcome } from '../connectors/connector.ts';
import type { DeliveryUpdate } from './attempts.ts';
import type { Delivery, Evidence } from './deliveryQueries.ts';
import { pauseMinutes } from './pauses.ts';

/** The database may have been restored, or the HR system mistakes another record for this one. */
const neverSent =
  'The HR system says it already has this record, but Rollcall never sent it. Check it there, then retry';

type Refused =
  | Extract<Outcome, { kind: 'rejected' | 'later' }>
  /** The HR system failed without saying anything about the record, which goes out once its company need not wait. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** Unsent, and impossible to send. */
  | { readonly kind: 'unsendable'; readonly reason: string }
  /** The HR system claims to have a record that was never sent. */
  | { readonly kind: 'claimed'; readonly reason: string };

/** A duplicate is either accepted or rejected. */
export type Settled = { readonly kind: 'accepted'; readonly evidence: Evidence; readonly remoteId: string } | Refused;

/** `carrier` is the delivery before this attempt. */
export function outcomeFor(batch: BatchOutcome, { idempotency_key, was_sent, remote_id }: Delivery): Settled {
  if (batch.kind === 'later') return { kind: 'failed', reason: batch.reason };
  if (batch.kind === 'rejected') return batch;
  const outcome = batch.outcomes.get(idempotency_key);
  if (!outcome) return { kind: 'later', reason: 'The HR system returned no result for this record' };
  switch (outcome.kind) {
    case 'accepted':
      return { kind: 'accepted', evidence: 'answer', remoteId: outcome.remoteId ?? remote_id ?? '' };
    case 'duplicate':
      return was_sent
        ? { kind: 'accepted', evidence: 'duplicate', remoteId: '' }
        : { kind: 'claimed', reason: neverSent };
    default:
      return outcome;
  }
}

interface Attempt {
  /** Number of attempts including this one. */
  readonly attempts: number;
  /** Earliest time of the next try, if known. */
  readonly notBefore: Date | undefined;
  readonly now: Date;
  /** Random number in [0, 1). */
  readonly chance: number;
  readonly person_id: string;
}

/** Rejects a record only after a clear refusal; unclear ones are tried again without limit. */
export function updateAfter(
  outcome: Settled,
  { attempts, notBefore, now, chance, person_id }: Attempt,
): DeliveryUpdate {
  if (outcome.kind === 'accepted') {
    return { state: 'accepted', evidence: outcome.evidence, remote_id: outcome.remoteId, person_id };
  }
  if (outcome.kind !== 'later' && outcome.kind !== 'failed') {
    return { state: 'retryNeeded', error: outcome.reason, isClear: outcome.kind === 'rejected' };
  }
  const ownPause = outcome.kind === 'failed' ? now : plusMinutes(now, pauseMinutes(attempts, chance));
  const nextTry = notBefore && notBefore > ownPause ? notBefore : ownPause;
  return { state: 'retry', error: outcome.reason, nextTry };
}
