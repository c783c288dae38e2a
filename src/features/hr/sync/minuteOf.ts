import { formatTime } from '../../../shared/words/time.ts';

/** '2026-05-12 18:30': seconds say nothing about a sync. */
export const minuteOf = (timestamp: string): string => formatTime(timestamp).replace(/(\d\d:\d\d):\d\d$/, '$1');
