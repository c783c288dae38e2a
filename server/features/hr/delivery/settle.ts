// What an HR system's answer means for a delivery, and what is stored of it.

import { plusMinutes } from '../../../platform/time/instants.ts';
import type { BatchOutcome, Outcome } from '../connectors/connector.ts';
import type { Delivery, DeliveryUpdate, Evidence } from './deliveryQueries.ts';
import { pauseMinutes } from './retry.ts';

/** The database may have been restored, or the HR system takes another record for this one. */
const neverSent =
  'The HR system says it already has this record, but Rollcall never sent it. Check it there, then retry';

type Refused =
  | Extract<Outcome, { kind: 'rejected' | 'later' }>
  /** The HR system failed, so nothing is known of the record: it goes out as soon as its company need not wait. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** It was not sent, and cannot be. */
  | { readonly kind: 'unsendable'; readonly reason: string }
  /** The HR system says that it has what was never sent. */
  | { readonly kind: 'claimed'; readonly reason: string };

/** A duplicate is either accepted or rejected. */
export type Settled = { readonly kind: 'accepted'; readonly evidence: Evidence; readonly remoteId: string } | Refused;

/** `carrier` is the delivery as it was before this attempt. */
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
  /** How many there have been, with this one. */
  readonly attempts: number;
  /** Not before, if it is known. */
  readonly notBefore: Date | undefined;
  readonly now: Date;
  /** From 0 up to 1. */
  readonly chance: number;
}

/** Only a clear refusal rejects a record; what the HR system leaves open is tried again, however often. */
export function updateAfter(outcome: Settled, { attempts, notBefore, now, chance }: Attempt): DeliveryUpdate {
  if (outcome.kind === 'accepted') {
    return { state: 'accepted', evidence: outcome.evidence, remoteId: outcome.remoteId };
  }
  if (outcome.kind !== 'later' && outcome.kind !== 'failed') {
    return { state: 'retryNeeded', error: outcome.reason, isClear: outcome.kind === 'rejected' };
  }
  const ownPause = outcome.kind === 'failed' ? now : plusMinutes(now, pauseMinutes(attempts, chance));
  const nextTry = notBefore && notBefore > ownPause ? notBefore : ownPause;
  return { state: 'retry', error: outcome.reason, nextTry };
}
