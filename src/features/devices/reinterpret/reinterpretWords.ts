// What another reading of events comes to, in words.

import type { Reinterpretation } from '../../../shared/contract/deviceEvents.ts';
import { plural } from '../../../shared/words/plural.ts';

type Counts = Pick<Reinterpretation, 'events' | 'changed' | 'kept'>;

/** 'Of 120 events, 3 would change. 1 would differ, but stays as it is.' */
export function plannedInWords({ events, changed, kept }: Counts): string {
  if (events === 0) return 'There are no events in this period.';
  if (changed === 0 && kept === 0) return `None of ${plural(events, 'event')} would change.`;
  const stays = kept > 0 ? ` ${kept} would differ, but ${kept === 1 ? 'stays as it is' : 'stay as they are'}.` : '';
  return `Of ${plural(events, 'event')}, ${changed} would change.${stays}`;
}

/** 'Changed 3 of 120 events, 2026-11-09 to 2026-11-15. 1 stays as it was.' */
export function doneInWords({ events, changed, kept }: Counts, period: string): string {
  const stays = kept > 0 ? ` ${kept} ${kept === 1 ? 'stays as it was' : 'stay as they were'}.` : '';
  return `Changed ${changed} of ${plural(events, 'event')}, ${period}.${stays}`;
}
