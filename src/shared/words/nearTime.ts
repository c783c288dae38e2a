import { dayTitle, today } from './days.ts';
import { formatTime } from './time.ts';

/** '16:05' today, '26 Nov 16:05' on another day: for what is true now, where seconds and years would hide the rest. */
export function nearTime(timestamp: string, now = todayOf(timestamp)): string {
  const [day = '', clock = ''] = formatTime(timestamp).split(' ');
  const time = clock.slice(0, 5);
  if (!time || day === now) return time || timestamp;
  return `${dayTitle(day).slice(5, 11)} ${time}`;
}

/** Today by the clock that wrote the timestamp, if it says which. */
function todayOf(timestamp: string): string {
  const [, sign, hours, minutes] = /T.*([+-])(\d\d):(\d\d)$/.exec(timestamp) ?? [];
  if (sign === undefined) return today();
  const ahead = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes));
  return new Date(Date.now() + ahead * 60_000).toISOString().slice(0, 10);
}
