// How far a device's clock is from the right time, in words.

import { plural } from '../../shared/words/plural.ts';

/** Less than this an event takes on its way. In seconds. */
const unnoticed = 10;

/** 'Right', '45 seconds behind', '1 hour 5 minutes ahead'; empty while it is not known. */
export function driftInWords(seconds: number | null): string {
  if (seconds === null) return '';
  const size = Math.abs(Math.round(seconds));
  if (size < unnoticed) return 'Right';
  return `${durationInWords(size)} ${seconds < 0 ? 'behind' : 'ahead'}`;
}

/** '45 seconds', '1 hour 5 minutes', '3 days' */
export function durationInWords(seconds: number): string {
  if (seconds < 120) return plural(seconds, 'second');
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return plural(minutes, 'minute');
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours >= 48) return plural(Math.round(hours / 24), 'day');
  return [plural(hours, 'hour'), ...(rest > 0 ? [plural(rest, 'minute')] : [])].join(' ');
}
