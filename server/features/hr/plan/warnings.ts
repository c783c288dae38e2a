// Warnings about check-ins without a check-out and the other way round.

import { longestShiftHours, type Stretch } from '../../../../src/shared/day/pairEvents.ts';
import { type DayPairing, isOfDay, type Punch } from './pairing.ts';
import type { HrDay, TimeOf } from './types.ts';

export function findWarnings({ stretches }: DayPairing, day: HrDay, isDayOver: boolean, timeOf: TimeOf): string[] {
  const warningOf = (stretch: Stretch<Punch>, index: number): string | undefined => {
    const next = stretches[index + 1]?.in;
    switch (stretch.kind) {
      case 'pair':
      case 'begun':
        return undefined;
      case 'noCheckIn':
        return `The check-out at ${timeOf(stretch.out.record)} has no check-in before it`;
      case 'tooLong':
        return `The check-out at ${timeOf(stretch.out.record)} comes more than ${longestShiftHours} hours after its check-in`;
      case 'open':
      case 'noCheckOut':
        if (!isOfDay(stretch.in, day)) return undefined;
        if (next) return `The check-in at ${timeOf(next.record)} follows another check-in`;
        return isDayOver ? `No check-out follows the check-in at ${timeOf(stretch.in.record)}` : undefined;
    }
  };
  return stretches.map(warningOf).filter((warning) => warning !== undefined);
}
