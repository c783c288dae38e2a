// How long ago something was, counting on. The tooltip has the time itself.

import { ago } from '../format/ago.ts';
import { formatTime } from '../format/time.ts';
import { useNow } from '../hooks/useNow.ts';

export function TimeAgo({ at }: { at: string }) {
  const words = ago(at, useNow());
  return (
    <time dateTime={at} title={formatTime(at)}>
      {words}
    </time>
  );
}
