import { plural } from './plural.ts';

/** '2 records could not be read: id is not a number.'; undefined if all could. */
export function unreadNote(unread: readonly string[]): string | undefined {
  if (unread.length === 0) return undefined;
  return `${plural(unread.length, 'record')} could not be read: ${[...new Set(unread)].join(', ')}.`;
}
