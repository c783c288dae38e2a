const format = new Intl.NumberFormat('en-US');

/** '1,234' */
export const groupDigits = (count: number): string => format.format(count);
