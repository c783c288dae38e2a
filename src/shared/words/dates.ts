// Days in words, shorter than `dayTitle`.

import { dayTitle } from './time.ts';

/** '22 Nov 2026', for a day or a timestamp. */
export const dateTitle = (timestamp: string): string => dayTitle(timestamp).replace(/^\w+, /, '');

/** '22 Nov' */
export const shortDate = (day: string): string => dateTitle(day).replace(yearAtEnd, '');

/** 'Sun, 22 Nov', where the year is known. */
export const shortDayTitle = (day: string): string => dayTitle(day).replace(yearAtEnd, '');

const yearAtEnd = / \d{4}$/;
