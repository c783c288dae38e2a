// What judges corrections: by what, for whom, and how it refuses one.

import type { Caller } from '../access/caller.ts';
import type { BusinessTime } from '../time/businessTime.ts';
import type { Matter } from './matters.ts';
import type { StoredCorrection } from './stored.ts';
import type { World } from './world.ts';

export interface Judge {
  readonly world: World;
  readonly caller: Caller;
  readonly businessTime: BusinessTime;
  readonly now: Date;
  /** The waiting correction that is decided about. */
  readonly decided?: StoredCorrection;
}

export interface Complaint {
  /** Of the correction: 'timestamp' */
  readonly field: string;
  readonly message: string;
}

export const complaint = (field: string, message: string): Complaint => ({ field, message });

/** To the minute, as times are shown and added. */
export const isSameEvent = (eventType: string, occurredAt: string, matter: Matter): boolean =>
  eventType === matter.eventType && occurredAt.slice(0, 16) === matter.occurredAt.slice(0, 16);
