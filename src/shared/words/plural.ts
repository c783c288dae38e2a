import { groupDigits } from './groupDigits.ts';

/** '1 record', '2 records' */
export const plural = (count: number, noun: string): string => `${groupDigits(count)} ${noun}${count === 1 ? '' : 's'}`;
