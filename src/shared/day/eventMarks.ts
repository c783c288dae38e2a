// What is to be said of a single event, whatever other events there are.

import type { ExceptionKind } from '../contract/workday.ts';
import { toleratedMinutesAhead } from './pairEvents.ts';
import type { DayEvent, DayRules } from './types.ts';

const minute = 60_000;
const longestDelay = 366 * 24 * 60 * minute;

/** `day` is the working day that the event belongs to. */
export function eventMarks(event: DayEvent, day: string, { employedFrom, employedUntil }: DayRules): ExceptionKind[] {
  if (event.isSetAside) return ['set_aside'];
  const marks: ExceptionKind[] = [];
  if (event.isManual) marks.push('manual');
  else if (isImplausible(event)) marks.push('implausible_time');
  if ((employedFrom && day < employedFrom) || (employedUntil && day > employedUntil)) marks.push('outside_employment');
  return marks;
}

/** A terminal reports what was, and not years later: otherwise its clock is wrong. */
function isImplausible({ at, arrivedAt }: DayEvent): boolean {
  if (arrivedAt === undefined) return false;
  return at > arrivedAt + toleratedMinutesAhead * minute || at < arrivedAt - longestDelay;
}
