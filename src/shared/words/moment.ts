// Moments in words: 'today 08:12', or just '08:12' where 'today' goes without saying, as after 'since'.

import { dateTitle, shortDate } from './dates.ts';
import { today as todayHere, wallClock } from './days.ts';
import { clockTime, formatDay, formatTime } from './time.ts';

/** Half a year, beyond which day and month alone could mean another year. */
const nearMs = 180 * 86_400_000;

/** 'today 08:12', '22 Nov 08:12' on another day than `today`, '22 Nov 2026' half a year away. Days have no clock. */
export function moment(timestamp: string, today = todayBy(timestamp)): string {
  const day = formatDay(timestamp);
  const isNear = Math.abs(Date.parse(day) - Date.parse(today)) < nearMs;
  if (!isNear) return dateTitle(day);
  const clock = day === timestamp ? '' : ` ${clockTime(timestamp)}`;
  return `${day === today ? 'today' : shortDate(day)}${clock}`;
}

/** Returns today by the timestamp's offset, or on the console's clock, whose offset may have changed since. */
function todayBy(timestamp: string): string {
  const offset = /T.*[+-]\d\d:\d\d$/.test(timestamp) && timestamp.slice(-6);
  const time = Date.parse(timestamp);
  const isOurs = !Number.isNaN(time) && wallClock(new Date(time)) === formatTime(timestamp);
  if (!offset || isOurs) return todayHere();
  const ahead = -Date.parse(`1970-01-01T00:00${offset}`);
  return new Date(Date.now() + ahead).toISOString().slice(0, 10);
}

/** '08:12', '22 Nov 08:12' on another day than `today`, '22 Nov 2026' half a year away. */
export const shortMoment = (timestamp: string, today?: string): string =>
  moment(timestamp, today).replace('today ', '');
