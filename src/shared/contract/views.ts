// Saved views: screens with the filters that somebody wants to find again.

import type { Calls } from './call.ts';
import { atMost, unlessLeftOut } from './checks.ts';
import { type Decoded, integer, list, maybe, nonEmptyText, nothing, object, optional, text } from './decode.ts';
import { ids, ifGiven, ifUnderstood } from './decodeRecords.ts';
import { setSchema } from './schema.ts';
import { type Check, required, textOf } from './validate.ts';

/** Named view of a screen: its path, and its query without the '?'. */
export const savedView = object({
  id: integer,
  name: nonEmptyText,
  path: nonEmptyText,
  query: text,
  /** Role whose holders have it among their own views. Each sees only the records that they may see. */
  shared_with: optional(object({ id: integer, name: nonEmptyText })),
  /** Name of the owner, if that is somebody else. */
  owner: optional(text),
});
export type SavedView = Decoded<typeof savedView>;

/** Accepts one path segment, which is all that any screen has. */
const screenPath: Check = (value) =>
  /^\/[a-z-]{0,40}$/.test(textOf(value)) ? undefined : 'This must be the path of a screen';
setSchema(screenPath, () => ({ minLength: 1, pattern: '^/[a-z-]{0,40}$' }));

export const viewRules = {
  name: [required('Name is required'), atMost(80)],
  path: [screenPath],
  query: [atMost(2_000)],
};

const viewEdit = { feature: 'saved_views', touches: ['GET /views'] } as const;
const viewSave = {
  ...viewEdit,
  answer: ifUnderstood(savedView),
  done: 'View saved',
  failed: 'Failed to save view',
} as const;

export const calls = {
  'GET /views': {
    feature: 'saved_views',
    answer: list(savedView),
    failed: 'Failed to fetch saved views',
  },
  'POST /views': { ...viewSave, body: object({ name: text, path: text, query: text }), rules: viewRules },
  'PUT /views/{id}': {
    ...viewSave,
    /** Fields that are left out stay as they are. */
    body: object({ name: ifGiven(text), query: ifGiven(text) }),
    rules: { name: viewRules.name.map(unlessLeftOut), query: viewRules.query },
  },
  'PUT /views/{id}/role': {
    ...viewSave,
    needs: 'roles.edit',
    feature: 'shared_views',
    /** Null ends the sharing. */
    body: object({ role_id: maybe(integer) }),
    failed: 'Failed to share view',
  },
  'DELETE /views/{id}': {
    ...viewEdit,
    answer: nothing,
    done: 'View deleted',
    failed: 'Failed to delete view',
  },
  'PUT /views/order': {
    ...viewEdit,
    /** Views that are not named follow, in their previous order. */
    body: object({ ids }),
    answer: ifUnderstood(list(savedView)),
    done: 'Order of views saved',
    failed: 'Failed to save the order of views',
  },
} satisfies Calls;
