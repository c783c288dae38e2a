// Decodes the refusal of an outdated edit, typed by the call.

import { calls, type EditEntry, type EditedRecord, type EditKey } from '../../../src/shared/contract/calls.ts';
import type { Decoder } from '../../../src/shared/contract/decode.ts';
import { type OutdatedEdit, outdated } from '../../../src/shared/contract/edits.ts';

const edits: { readonly [K in EditKey]: EditEntry<K> } = calls;

export const outdatedEdit = <K extends EditKey>(key: K): Decoder<OutdatedEdit<EditedRecord<K>>> =>
  outdated(edits[key].editedRecord);
