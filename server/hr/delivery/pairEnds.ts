// A pair may have several ends that wait: a later check-out came while the HR system could not be reached. They go out
// one after another, because the first one creates the pair there and the others change it.

import type { Shipment } from './shipments.ts';

/** The first round has the first end of each pair, and all other records. The start goes with the first end only. */
export function roundsOf(shipments: readonly Shipment[]): Shipment[][] {
  const ofStart = Map.groupBy(shipments, startOf);
  const endsBefore = (shipment: Shipment): number => {
    const start = startOf(shipment);
    const ends = start === null ? [] : (ofStart.get(start) ?? []);
    return ends.filter((other) => endOf(other) < endOf(shipment)).length;
  };
  const [first = [], ...others] = [...Map.groupBy(shipments, endsBefore)]
    .sort(([one], [other]) => one - other)
    .map(([, round]) => round);
  return [first, ...others.map((round) => round.map(withoutStart))];
}

const startOf = ({ deliveries: [carrier] }: Shipment): number | null => carrier.pair_start_id;
const endOf = ({ deliveries: [carrier] }: Shipment): string => carrier.occurred_at;
const withoutStart = ({ item, deliveries: [carrier] }: Shipment): Shipment => ({ item, deliveries: [carrier] });

export interface PairEnds {
  /** The id under which the HR system has the pair; undefined if it did not take this end. */
  note(shipment: Shipment, remoteId: string | undefined): void;
  /** How it goes out after the ends before it; undefined if one of them was not taken. */
  following(shipment: Shipment): Shipment | undefined;
}

export function createPairEnds(): PairEnds {
  const remoteIds = new Map<number, string | undefined>();
  return {
    note(shipment, remoteId) {
      const start = startOf(shipment);
      if (start !== null) remoteIds.set(start, remoteId);
    },
    following({ item, deliveries }) {
      const start = startOf({ item, deliveries });
      if (item.kind === 'event' || start === null || !remoteIds.has(start)) return { item, deliveries };
      const remoteId = remoteIds.get(start);
      return remoteId === undefined ? undefined : { item: { ...item, remoteId }, deliveries };
    },
  };
}
