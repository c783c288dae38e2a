/**
 * '1,234'. By hand: creating an Intl.NumberFormat takes longer than rendering the screen that shows the first count.
 */
export const groupDigits = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** '1 record', '2 records' */
export const plural = (count: number, noun: string): string => `${groupDigits(count)} ${noun}${count === 1 ? '' : 's'}`;
