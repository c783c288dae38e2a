import { dayTitle, todayBy } from './days.ts';
import { formatTime } from './time.ts';

/** '16:05' today, '26 Nov 16:05' on another day: for what is true now, where seconds and years would hide the rest. */
export function nearTime(timestamp: string, now = todayBy(timestamp)): string {
  const [day = '', clock = ''] = formatTime(timestamp).split(' ');
  const time = clock.slice(0, 5);
  if (!time || day === now) return time || timestamp;
  return `${dayTitle(day).slice(5, 11)} ${time}`;
}
