// What somebody did, for those who are told of it.

import type { BusinessTime } from '../../platform/time/businessTime.ts';
import type { StoredCorrection } from './storedRows.ts';

/** 'Ada added a check-out at 17:00' */
export function describeCorrection(correction: StoredCorrection, businessTime: BusinessTime): string {
  const { author, kind, state, event_type: type, occurred_at } = correction;
  const event = `${type} at ${businessTime.wallClock(occurred_at).slice(11, 16)}`;
  const asked = state === 'waiting';
  switch (kind) {
    case 'add':
      return asked ? `${author} asked to add a ${event}` : `${author} added a ${event}`;
    case 'set_aside':
      return asked ? `${author} asked to set aside the ${event}` : `${author} set aside the ${event}`;
    case 'change_direction':
      return asked
        ? `${author} asked to change the direction of the ${event}`
        : `${author} changed the direction of the ${event}`;
    case 'as_is':
      return asked ? `${author} asked to leave the ${event} as it is` : `${author} left the ${event} as it is`;
    case 'undo':
      return asked
        ? `${author} asked to undo a correction of the ${event}`
        : `${author} undid a correction of the ${event}`;
  }
}

/** 'Olga asked to add a check-out at 17:00, which Ada approved' */
export const describeApproval = (correction: StoredCorrection, businessTime: BusinessTime): string =>
  `${describeCorrection({ ...correction, state: 'waiting' }, businessTime)}, which ${correction.decider} approved`;
