// The time of day of a record: a test is about one day.

import { formatTime } from '../../format/time.ts';

export const clock = (timestamp: string): string => formatTime(timestamp).slice(11) || timestamp;
