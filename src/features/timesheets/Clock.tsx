// A time of a working day, with the days since the day began: 06:12 and a small +1.

import { shortClockOn } from '../../shared/words/workedTime.ts';

export function Clock({ day, timestamp }: { day: string; timestamp: string }) {
  const [clock, daysLater] = shortClockOn(day, timestamp).split(' ');
  return (
    <span>
      {clock}
      {daysLater && <sup>{daysLater}</sup>}
    </span>
  );
}
