// The pairs that a fake HR system has which keeps local times to the minute, and its rules about them.

import { instantAt, timeIn } from '../../../server/platform/time/localTime.ts';

/** Times are local, 'YYYY-MM-DDTHH:MM'. */
export interface LocalEntry {
  readonly id: string;
  readonly personId: string;
  readonly purpose: 'work' | 'break';
  readonly from: string;
  readonly until: string;
}

export const overlaps = (one: LocalEntry, other: LocalEntry): boolean =>
  one.id !== other.id && one.personId === other.personId && one.from < other.until && other.from < one.until;

export function instantIn(timeZone: string, local: string): string {
  return instantAt(timeIn(timeZone), local.slice(0, 10), local.slice(11, 16));
}

export const describeEntries = (entries: Iterable<LocalEntry>, timeZone: string): string[] =>
  [...entries]
    .map(({ personId, purpose, from, until }) => {
      return `${personId} ${purpose} ${instantIn(timeZone, from)} to ${instantIn(timeZone, until)}`;
    })
    .sort();
