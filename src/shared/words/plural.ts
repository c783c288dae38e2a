/** '1,234'. Avoids Intl.NumberFormat, as creating one takes longer than rendering the screen with the first count. */
export const groupDigits = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** '1 record', '2 records' */
export const plural = (count: number, noun: string): string => `${groupDigits(count)} ${noun}${count === 1 ? '' : 's'}`;

/** '2 records could not be read: id is not a number.'; undefined if all could. */
export function unreadNote(unread: readonly string[]): string | undefined {
  if (unread.length === 0) return undefined;
  return `${plural(unread.length, 'record')} could not be read: ${[...new Set(unread)].join(', ')}.`;
}
