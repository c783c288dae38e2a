// The mode first_last: only the first check-in and the last check-out of a day are sent.

import type { Hold, HrRecord, TimeOf } from './types.ts';

/** Check-outs before the day's first check-in close the shift of the day before, if there was one. */
export function holdBetweenFirstAndLast(
  events: readonly HrRecord[],
  isInAtStart: boolean,
  hold: Hold,
  timeOf: TimeOf,
): void {
  const start = events.findIndex(({ event_type }) => event_type === 'check-in');
  const before = start < 0 ? events : events.slice(0, start);
  const today = start < 0 ? [] : events.slice(start);

  if (isInAtStart) holdAllButLast(before, hold, timeOf);
  else for (const out of before) hold(out, 'orphan_check_out', 'No check-in precedes this check-out');
  holdAllButFirst(
    today.filter(({ event_type }) => event_type === 'check-in'),
    hold,
    timeOf,
  );
  holdAllButLast(
    today.filter(({ event_type }) => event_type === 'check-out'),
    hold,
    timeOf,
  );
}

function holdAllButFirst([first, ...others]: readonly HrRecord[], hold: Hold, timeOf: TimeOf): void {
  for (const record of others) {
    if (first) hold(record, 'not_first', `Only the first check-in (${timeOf(first)}) is sent`);
  }
}

function holdAllButLast(outs: readonly HrRecord[], hold: Hold, timeOf: TimeOf): void {
  const last = outs.at(-1);
  for (const record of outs.slice(0, -1)) {
    if (last) hold(record, 'not_last', `Only the last check-out (${timeOf(last)}) is sent`);
  }
}
