const format = new Intl.NumberFormat('en-US');

/** '1,234' */
export const grouped = (count: number): string => format.format(count);
