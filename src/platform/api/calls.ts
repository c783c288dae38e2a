// Messages and stale reads of a call that was made, whose domain has loaded by then unless that failed.

import { failedMessageOf, filled } from '../../shared/contract/call.ts';
import type { CallKey, EditEntry, EditKey, Entry, ReadKey, WriteKey } from '../../shared/contract/calls.ts';

export type Entries = { readonly [K in CallKey]?: Entry<K> };
export type Edits = { readonly [K in EditKey]?: EditEntry<K> };

/** Calls of the domains that have loaded, see loadCall.ts. */
export const loaded: Entries & Edits = {};

/** Message for a failed call if the server sends none. */
export const failedMessage = (key: CallKey): string => failedMessageOf(loaded[key]);

export const doneMessage = (key: WriteKey, answer: unknown): string => filled(loaded[key]?.done ?? '', answer);

export const touchedBy = (key: WriteKey): readonly ReadKey[] => loaded[key]?.touches ?? [];
