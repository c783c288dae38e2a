// Warnings about check-ins without a check-out and the other way round.

import type { HrRecord, TimeOf } from './types.ts';

export function findWarnings(
  events: readonly HrRecord[],
  isInAtStart: boolean,
  isDayOver: boolean,
  timeOf: TimeOf,
): string[] {
  const warnings: string[] = [];
  let isIn = isInAtStart;
  for (const event of events) {
    const isCheckIn = event.event_type === 'check-in';
    if (isCheckIn && isIn) warnings.push(`The check-in at ${timeOf(event)} follows another check-in`);
    if (!isCheckIn && !isIn) warnings.push(`The check-out at ${timeOf(event)} has no check-in before it`);
    isIn = isCheckIn;
  }
  const last = events.at(-1);
  if (last && isIn && isDayOver) warnings.push(`No check-out follows the check-in at ${timeOf(last)}`);
  return warnings;
}
