/**
 * '1,234'. By hand: creating an Intl.NumberFormat takes longer than rendering the screen that shows the first count.
 */
export const groupDigits = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
