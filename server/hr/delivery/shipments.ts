// What goes out as one: a record by itself, or two that form a pair. A pair is carried by its end, and settles its start
// too, unless that ends a pair of its own.

import type { Connector, Item } from '../connectors/connector.ts';
import type { Delivery } from './deliveryQueries.ts';

export interface Shipment {
  readonly item: Item;
  /** Those whose state its outcome decides; the first one carries it. */
  readonly deliveries: readonly [Delivery, ...Delivery[]];
}

export interface Shipments {
  /** By attempts and time, as they were read. */
  readonly toSend: readonly Shipment[];
  /** Each with the reason why it cannot go out. */
  readonly unsendable: readonly { readonly shipment: Shipment; readonly reason: string }[];
}

export function shipmentsOf(connector: Connector, deliveries: readonly Delivery[]): Shipments {
  const { name, takes, people } = connector;
  const paired = takes === 'pair' ? pairShipments(deliveries) : deliveries.map(eventShipment);
  const settled = new Set(paired.flatMap((shipment) => shipment.deliveries));
  const unpaired = deliveries.filter((delivery) => !settled.has(delivery)).map(eventShipment);
  const unknown = people ? paired.filter(({ item }) => item.personId === '') : [];
  return {
    toSend: paired.filter((shipment) => !unknown.includes(shipment)),
    unsendable: [
      ...unpaired.map((shipment) => ({ shipment, reason: `${name} takes only pairs, and this record has none` })),
      ...unknown.map((shipment) => ({ shipment, reason: unmatchedSentence(name, shipment.item.employeeNumber) })),
    ],
  };
}

export const unmatchedSentence = (system: string, employeeNumber: string): string =>
  `Nobody in ${system} is matched with employee ${employeeNumber}`;

function pairShipments(deliveries: readonly Delivery[]): Shipment[] {
  const byId = new Map(deliveries.map((delivery) => [delivery.attendance_id, delivery]));
  const carriers = deliveries.filter(({ pair_start_id }) => pair_start_id !== null);
  return carriers.map((carrier) => {
    const start = byId.get(carrier.pair_start_id ?? 0);
    const settlesStart = start !== undefined && start.pair_start_id === null;
    return { item: pairOf(carrier), deliveries: settlesStart ? [carrier, start] : [carrier] };
  });
}

const eventShipment = (delivery: Delivery): Shipment => ({
  item: { kind: 'event', ...employeeOf(delivery), eventType: delivery.event_type, at: delivery.occurred_at },
  deliveries: [delivery],
});

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
