// Shipments: each is one record, or two that form a pair. A pair is carried by its end and settles its start too,
// unless that ends a pair of its own. The answer to a shipment decides what is stored for its records.

import { plusMinutes } from '../../../platform/time/clock.ts';
import type { BatchOutcome, Connector, Item, Outcome } from '../connectors/connector.ts';
import type { DeliveryUpdate } from './attempts.ts';
import type { Delivery, Evidence } from './deliveryQueries.ts';
import { pauseMinutes } from './retry.ts';

export interface Shipment {
  readonly item: Item;
  /** Deliveries that the outcome settles; the first one carries the item. */
  readonly deliveries: readonly [Delivery, ...Delivery[]];
}

interface Shipments {
  /** Sorted by attempts and time, as read. */
  readonly toSend: readonly Shipment[];
  readonly unsendable: readonly Unsendable[];
  /** Further ends of pairs that are sent now; they come in the next round. */
  readonly followers: readonly Delivery[];
  /** They wait for the answer whether the HR system has their pair with another end. */
  readonly blocked: readonly Delivery[];
}

interface Unsendable {
  readonly shipment: Shipment;
  readonly outcome: Settled;
}

export function shipmentsOf(connector: Connector, deliveries: readonly Delivery[]): Shipments {
  const { people } = connector;
  const { toSend, ...others } =
    connector.takes === 'pair'
      ? pairShipments(connector, deliveries)
      : { toSend: deliveries.map(eventShipment), unsendable: [], followers: [], blocked: [] };
  const unknown = people ? toSend.filter(({ item }) => item.personId === '') : [];
  return {
    ...others,
    toSend: toSend.filter((shipment) => !unknown.includes(shipment)),
    unsendable: [
      ...others.unsendable,
      ...unknown.map((shipment): Unsendable => {
        const reason = unmatchedSentence(connector.name, shipment.item.employeeNumber);
        return { shipment, outcome: { kind: 'unsendable', reason } };
      }),
    ],
  };
}

export const unmatchedSentence = (system: string, employeeNumber: string): string =>
  `Nobody in ${system} is matched with employee ${employeeNumber}`;

/** SQL pattern that matches every such sentence. */
export const unmatchedPattern = unmatchedSentence('%', '%');

function pairShipments({ name }: Connector, deliveries: readonly Delivery[]): Shipments {
  const byId = new Map(deliveries.map((delivery) => [delivery.attendance_id, delivery]));
  const carriers = deliveries.filter(({ pair_start_id }) => pair_start_id !== null);
  const ends = [...Map.groupBy(carriers, ({ pair_start_id }) => pair_start_id).values()];
  const leaders = new Set(ends.flatMap((ofPair) => leaderOf(ofPair) ?? []));
  const toSend = carriers
    .filter((carrier) => leaders.has(carrier))
    .map((carrier) => pairShipment(carrier, byId.get(carrier.pair_start_id ?? 0)));
  const settled = new Set(toSend.flatMap((shipment) => shipment.deliveries));
  const rest = deliveries.filter((delivery) => !settled.has(delivery));
  const leading = new Set([...leaders].map(({ pair_start_id }) => pair_start_id));
  const isFollower = ({ pair_start_id }: Delivery) => pair_start_id !== null && leading.has(pair_start_id);
  const isBlocked = (delivery: Delivery) =>
    !isFollower(delivery) && (delivery.pair_start_id !== null || delivery.starts_waiting);
  return {
    toSend,
    followers: rest.filter(isFollower),
    blocked: rest.filter(isBlocked),
    unsendable: rest
      .filter((delivery) => !isFollower(delivery) && !isBlocked(delivery))
      .map(eventShipment)
      .map((shipment) => ({ shipment, outcome: { kind: 'rejected', reason: pairless(name) } })),
  };
}

const pairless = (system: string) => `${system} takes only pairs, and this record has none`;

/** Picks the end that the HR system may have already, or else the last. */
function leaderOf(ends: readonly Delivery[]): Delivery | undefined {
  const unclear = ends.find(({ is_unclear }) => is_unclear);
  if (unclear || ends.some(({ has_unclear_sibling }) => has_unclear_sibling)) return unclear;
  return ends.reduce((last, end) => (end.occurred_at > last.occurred_at ? end : last));
}

function pairShipment(carrier: Delivery, start: Delivery | undefined): Shipment {
  const settlesStart = start !== undefined && start.pair_start_id === null;
  return { item: pairOf(carrier), deliveries: settlesStart ? [carrier, start] : [carrier] };
}

const eventShipment = (delivery: Delivery): Shipment => ({
  item: {
    kind: 'event',
    ...employeeOf(delivery),
    eventType: delivery.event_type,
    at: delivery.occurred_at,
    place: placeOf(delivery),
  },
  deliveries: [delivery],
});

const placeOf = ({ latitude, longitude }: Delivery) =>
  latitude === null || longitude === null ? null : { latitude, longitude };

const pairOf = (carrier: Delivery): Item => ({
  kind: 'pair',
  ...employeeOf(carrier),
  purpose: carrier.event_type === 'check-out' ? 'work' : 'break',
  from: carrier.pair_start_at ?? '',
  until: carrier.occurred_at,
  remoteId: carrier.remote_id ?? '',
});

const employeeOf = (delivery: Delivery) => ({
  key: delivery.idempotency_key,
  employeeNumber: delivery.employee_number,
  crmEmployeeId: delivery.crm_employee_id,
  personId: delivery.person_id ?? '',
  controller: delivery.controller,
});

/** The database may have been restored, or the HR system mistakes another record for this one. */
const neverSent =
  'The HR system says it already has this record, but Rollcall never sent it. Check it there, then retry';

type Refused =
  | Extract<Outcome, { kind: 'rejected' | 'later' }>
  /** The HR system failed without a word about the record, which goes out once its company need not wait. */
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
}

/** Rejects a record only after a clear refusal; unclear ones are tried again without limit. */
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
