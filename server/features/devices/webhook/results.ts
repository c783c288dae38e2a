// What the webhook answers for each event.

import { type ControllerEvent, identityOf } from '../drivers/webhook/readEvent.ts';
import type { StoredEvent } from './eventQueries.ts';

export type EventResult =
  | { status: 'stored'; record_id: number; employee: 'known' | 'unknown' }
  | { status: 'duplicate'; record_id: number | null }
  | { status: 'refused'; reason: string };

type Known = ReadonlyMap<string, StoredEvent>;

/** `read` has the events, or why they are refused; `known` those that were stored before. */
export function resultsOf(read: readonly (ControllerEvent | string)[], stored: Known, known: Known): EventResult[] {
  const reported = new Set<string>();
  return read.map((event) => {
    if (typeof event === 'string') return { status: 'refused', reason: event };
    const identity = identityOf(event);
    const storedEvent = stored.get(identity);
    if (storedEvent && !reported.has(identity)) {
      reported.add(identity);
      const employee = storedEvent.isKnownEmployee ? 'known' : 'unknown';
      return { status: 'stored', record_id: storedEvent.id, employee };
    }
    return resultOfRepeat(event, storedEvent ?? known.get(identity));
  });
}

/** An event id that a controller reuses, say after a reset, must not hide the second event. */
function resultOfRepeat(event: ControllerEvent, first: StoredEvent | undefined): EventResult {
  const isSame =
    !first ||
    (first.employeeCode === event.employeeCode && first.type === event.type && first.occurredAt === event.occurredAt);
  return isSame
    ? { status: 'duplicate', record_id: first?.id ?? null }
    : { status: 'refused', reason: 'event_id already belongs to another event of this controller' };
}
