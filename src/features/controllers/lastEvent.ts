// When a controller last sent something: 'Last event 09:12', or the day if that was not today.

import type { AccessController } from '../../shared/contract/controllers.ts';
import { today } from '../../shared/words/days.ts';
import { formatTime } from '../../shared/words/time.ts';

/** Nothing from a server that does not say. */
export function lastEvent({ last_event_at: timestamp }: AccessController): string | undefined {
  if (timestamp === undefined) return undefined;
  if (timestamp === '') return 'No event yet';
  const [day = '', time = ''] = formatTime(timestamp).split(' ');
  return `Last event ${day === today() ? time.slice(0, 5) : day}`;
}
