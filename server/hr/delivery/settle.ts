// What an HR system's answer means for a delivery, and what is stored of it.

import { plusMinutes } from '../../time/instants.ts';
import type { BatchOutcome, Outcome } from '../connectors/connector.ts';
import type { Delivery, DeliveryUpdate, Evidence } from './deliveryQueries.ts';
import { mostAttempts, pauseMinutes } from './retry.ts';

/** The database may have been restored, or the HR system takes another record for this one. */
const neverSent =
  'The HR system says it already has this record, but Rollcall never sent it. Check it there, then retry';

type Refused =
  | Extract<Outcome, { kind: 'rejected' | 'later' }>
  /** It was not sent, and cannot be. */
  | { readonly kind: 'unsendable'; readonly reason: string }
  /** The HR system says that it has what was never sent. */
  | { readonly kind: 'claimed'; readonly reason: string };

/** A duplicate is either accepted or rejected. */
export type Settled = { readonly kind: 'accepted'; readonly evidence: Evidence; readonly remoteId: string } | Refused;

/** `carrier` is the delivery as it was before this attempt. */
export function outcomeFor(batch: BatchOutcome, { idempotency_key, was_sent, remote_id }: Delivery): Settled {
  if (batch.kind !== 'answered') return batch;
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
  /** When the HR system may be called again, if it asked to wait. */
  readonly resumeAt: Date | undefined;
  readonly now: Date;
  /** From 0 up to 1. */
  readonly chance: number;
}

export function updateAfter(outcome: Settled, { attempts, resumeAt, now, chance }: Attempt): DeliveryUpdate {
  if (outcome.kind === 'accepted') {
    return { state: 'accepted', evidence: outcome.evidence, remoteId: outcome.remoteId };
  }
  if (outcome.kind !== 'later' || attempts >= mostAttempts) {
    return { state: 'retryNeeded', error: outcome.reason, isClear: outcome.kind === 'rejected' };
  }
  const ownPause = plusMinutes(now, pauseMinutes(attempts, chance));
  const nextTry = resumeAt && resumeAt > ownPause ? resumeAt : ownPause;
  return { state: 'retry', error: outcome.reason, nextTry };
}
