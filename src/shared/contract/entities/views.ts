import { type Decoded, integer, nonEmptyText, object, text } from '../decode.ts';

/** A screen as someone wants to find it again, under a name: its path, and its query without the '?'. */
export const savedView = object({ id: integer, name: nonEmptyText, path: nonEmptyText, query: text });
export type SavedView = Decoded<typeof savedView>;
