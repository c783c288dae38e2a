// How long ago something was, counting on. The tooltip has the time itself.

import { ago } from '../../shared/words/ago.ts';
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
