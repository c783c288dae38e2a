// The mode first_last: only the first check-in and the last check-out of a day are sent.

import type { Hold, HrRecord, TimeOf } from './types.ts';

const isCheckIn = ({ event_type }: HrRecord) => event_type === 'check-in';

/** Check-outs before the day's first check-in close the shift of the day before, if there was one. */
export function holdBetweenFirstAndLast(
  events: readonly HrRecord[],
  isInAtStart: boolean,
  hold: Hold,
  timeOf: TimeOf,
): void {
  const first = events.find(isCheckIn);
  const start = first ? events.indexOf(first) : events.length;
  const before = events.slice(0, start);
  const today = events.slice(start);

  if (isInAtStart) holdAllButLast(before, hold, timeOf);
  else for (const out of before) hold(out, 'orphan_check_out', 'No check-in precedes this check-out');
  holdAllButLast(
    today.filter((record) => !isCheckIn(record)),
    hold,
    timeOf,
  );
  for (const record of today.filter(isCheckIn)) {
    if (first && record !== first) hold(record, 'not_first', `Only the first check-in (${timeOf(first)}) is sent`);
  }
}

function holdAllButLast(outs: readonly HrRecord[], hold: Hold, timeOf: TimeOf): void {
  const last = outs.at(-1);
  for (const out of outs) {
    if (last && out !== last) hold(out, 'not_last', `Only the last check-out (${timeOf(last)}) is sent`);
  }
}
