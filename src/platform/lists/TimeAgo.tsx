// How long ago something was, counting on. The tooltip has the time itself.
import { formatTime } from '../../shared/words/time.ts';
import { useNow } from '../hooks/useNow.ts';

export function TimeAgo({ at }: { at: string }) {
  const words = ago(at, useNow());
  return (
    <time dateTime={at} title={formatTime(at)}>
      {words}
    </time>
  );
}

const units = [
  { seconds: 86_400, one: 'day', many: 'days' },
  { seconds: 3_600, one: 'h', many: 'h' },
  { seconds: 60, one: 'min', many: 'min' },
];

/** '12 s ago', '5 min ago', '3 h ago', '2 days ago'. `now` is in milliseconds. A clock that differs a little from the server's makes nothing later than now. */
function ago(timestamp: string, now: number): string {
  const time = Date.parse(timestamp);
  if (Number.isNaN(time)) return timestamp;
  const seconds = Math.max(0, Math.floor((now - time) / 1_000));
  const unit = units.find((each) => seconds >= each.seconds);
  if (!unit) return `${seconds} s ago`;
  const count = Math.floor(seconds / unit.seconds);
  return `${count} ${count === 1 ? unit.one : unit.many} ago`;
}
