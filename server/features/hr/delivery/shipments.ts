// Shipments: each is one record, or two that form a pair. A pair is carried by its end and also settles its start,
// unless that ends a pair of its own.

import type { Connector, Item } from '../connectors/connector.ts';
import type { Settled } from './attempts.ts';
import type { Delivery } from './deliveryQueries.ts';

export interface Shipment {
  readonly item: Item;
  /** Deliveries that the outcome settles; the first one carries the item. */
  readonly deliveries: readonly [Delivery, ...Delivery[]];
}

interface Shipments {
  /** Sorted by attempts and time, as read. */
  readonly toSend: readonly Shipment[];
  readonly unsendable: readonly { readonly shipment: Shipment; readonly outcome: Settled }[];
  /** Further ends of pairs that are sent now; they come in the next round. */
  readonly followers: readonly Delivery[];
  /** Waiting to learn whether the HR system has their pair with another end. */
  readonly blocked: readonly Delivery[];
}

export function shipmentsOf(connector: Connector, deliveries: readonly Delivery[]): Shipments {
  const { toSend, unsendable, ...others } =
    connector.takes === 'pair'
      ? pairShipments(connector, deliveries)
      : { toSend: deliveries.map(eventShipment), unsendable: [], followers: [], blocked: [] };
  const impossible = new Map(
    toSend.flatMap((shipment) => {
      const outcome = refusalOf(connector, shipment.item);
      return outcome ? [[shipment, outcome] as const] : [];
    }),
  );
  return {
    ...others,
    toSend: toSend.filter((shipment) => !impossible.has(shipment)),
    unsendable: [...unsendable, ...[...impossible].map(([shipment, outcome]) => ({ shipment, outcome }))],
  };
}

function refusalOf({ name, people, takesBreaks }: Connector, item: Item): Settled | undefined {
  // A former HR system may have taken breaks, and somebody may retry what it rejected.
  if (!takesBreaks && item.kind === 'pair' && item.purpose === 'break')
    return { kind: 'rejected', reason: `${name} takes no breaks between pairs` };
  if (people && item.personId === '')
    return { kind: 'unsendable', reason: unmatchedSentence(name, item.employeeNumber) };
  return undefined;
}

export const unmatchedSentence = (system: string, employeeNumber: string): string =>
  `No person in ${system} is matched with employee ${employeeNumber}`;

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

/** Picks the end that the HR system may already have, or else the last one. */
function leaderOf(ends: readonly Delivery[]): Delivery | undefined {
  const unclear = ends.find(({ is_unclear }) => is_unclear);
  if (unclear || ends.some(({ has_unclear_sibling }) => has_unclear_sibling)) return unclear;
  return ends.reduce((last, end) => (end.occurred_at > last.occurred_at ? end : last));
}

function pairShipment(carrier: Delivery, start: Delivery | undefined): Shipment {
  const settlesStart = start !== undefined && start.pair_start_id === null;
  const item: Item = {
    kind: 'pair',
    ...employeeOf(carrier),
    purpose: carrier.event_type === 'check-out' ? 'work' : 'break',
    from: carrier.pair_start_at ?? '',
    until: carrier.occurred_at,
    remoteId: carrier.remote_id ?? '',
  };
  return { item, deliveries: settlesStart ? [carrier, start] : [carrier] };
}

function eventShipment(delivery: Delivery): Shipment {
  const { event_type: eventType, occurred_at: at, latitude, longitude } = delivery;
  const place = latitude === null || longitude === null ? null : { latitude, longitude };
  return { item: { kind: 'event', ...employeeOf(delivery), eventType, at, place }, deliveries: [delivery] };
}

const employeeOf = (delivery: Delivery) => ({
  key: delivery.idempotency_key,
  employeeNumber: delivery.employee_number,
  crmEmployeeId: delivery.crm_employee_id,
  personId: delivery.person_id ?? '',
  controller: delivery.controller,
});
