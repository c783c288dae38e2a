// Shows a moment, counting up during its first hour without announcing it to screen readers. The tooltip has the time.
import { moment } from '../../../shared/words/moment.ts';
import { formatTime } from '../../../shared/words/time.ts';
import { useNow } from '../../hooks/useNow.ts';

export function TimeAgo({ at }: { at: string }) {
  const words = ago(at, useNow());
  return (
    <time dateTime={at} title={formatTime(at)} aria-live="off">
      {words}
    </time>
  );
}

/** '12 s ago', '5 min ago', 'today 08:12'. Never negative, even if this clock is slightly behind the server's. */
function ago(timestamp: string, now: number): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(timestamp)) / 1_000));
  if (seconds < 60) return `${seconds} s ago`;
  return seconds < 3_600 ? `${Math.floor(seconds / 60)} min ago` : moment(timestamp);
}
