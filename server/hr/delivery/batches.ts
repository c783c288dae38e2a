// Which shipments go out in one request.

import type { Connector } from '../connectors/connector.ts';
import type { Shipment } from './shipments.ts';

/** How many items are looked for at once. */
const mostPerSearch = 50;

/** Where the HR system is asked first what it has, it is asked for one of these chunks after another. */
export function chunksOf({ find }: Connector, shipments: readonly Shipment[]): Shipment[][] {
  return inParts(shipments, find ? mostPerSearch : shipments.length);
}

/** What changes a pair comes alone, everything else together. */
export function batchesOf(
  { mostPerRequest }: Connector,
  shipments: readonly Shipment[],
  batchSize = Infinity,
): Shipment[][] {
  const changes = shipments.filter((shipment) => !isCreated(shipment));
  const created = inParts(shipments.filter(isCreated), Math.min(batchSize, mostPerRequest));
  return [...created, ...changes.map((shipment) => [shipment])];
}

export const isCreated = ({ item }: Shipment): boolean => item.kind === 'event' || item.remoteId === '';

const inParts = (shipments: readonly Shipment[], size: number): Shipment[][] =>
  Array.from({ length: Math.ceil(shipments.length / Math.max(size, 1)) }, (_, index) =>
    shipments.slice(index * size, (index + 1) * size),
  );
