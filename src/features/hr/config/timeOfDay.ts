import { formatTime } from '../../../shared/words/time.ts';

/** 'HH:MM:SS' of a timestamp: a test is about one day. */
export const timeOfDay = (timestamp: string): string => formatTime(timestamp).slice(11) || timestamp;
