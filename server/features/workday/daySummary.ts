// A working day in short, for the audit and for what would change.

import { figuresOf } from '../../../src/shared/day/figures.ts';
import type { WorkedDay } from '../../../src/shared/day/types.ts';
import type { BusinessTime } from '../../platform/time/businessTime.ts';
import { type StoredEvent, timeIn } from './storedEvents.ts';

export function daySummary(day: WorkedDay<StoredEvent> | undefined, businessTime: BusinessTime) {
  if (!day) return { first_in: '', last_out: '', worked_minutes: 0 };
  const { first_in, last_out, worked_minutes } = figuresOf(day, timeIn(businessTime));
  return { first_in, last_out, worked_minutes };
}
