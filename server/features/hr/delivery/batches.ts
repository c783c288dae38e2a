// Which shipments go out in one request.

import type { Connector } from '../connectors/connector.ts';
import type { Shipment } from './shipments.ts';

/** How many items are looked for at once. */
const mostPerSearch = 50;

/** Where the HR system is asked first what it has, it is asked for one of these chunks after another. */
export function chunksOf({ find }: Connector, shipments: readonly Shipment[]): Shipment[][] {
  return inParts(shipments, find ? mostPerSearch : shipments.length);
}

/**
 * What changes a pair comes alone, everything else together. What failed before comes in smaller batches each time, so that
 * a record on which the HR system stumbles is alone in the end, and holds up no other.
 */
export function batchesOf(
  { mostPerRequest }: Connector,
  shipments: readonly Shipment[],
  batchSize = Infinity,
): Shipment[][] {
  const changes = shipments.filter((shipment) => !isCreated(shipment));
  const byAttempts = Map.groupBy(shipments.filter(isCreated), ({ deliveries: [carrier] }) => carrier.attempts);
  const created = [...byAttempts].flatMap(([attempts, tried]) =>
    inParts(tried, Math.ceil(Math.min(batchSize, mostPerRequest) / 2 ** attempts)),
  );
  return [...created, ...changes.map((shipment) => [shipment])];
}

export const isCreated = ({ item }: Shipment): boolean => item.kind === 'event' || item.remoteId === '';

const inParts = (shipments: readonly Shipment[], size: number): Shipment[][] =>
  Array.from({ length: Math.ceil(shipments.length / Math.max(size, 1)) }, (_, index) =>
    shipments.slice(index * size, (index + 1) * size),
  );
