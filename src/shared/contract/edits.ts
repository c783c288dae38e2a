// Edits of a record that somebody else has changed meanwhile. Where a server announces 'versions', editable records
// have a version, and an edit that names the version it began with is refused once the record has another.

import { type Decoded, type Decoder, isObject, list, object, refuse, text, within } from './decode.ts';
import { setSchema } from './schema.ts';

export const secretField = 'secret';

/** Somebody's edit of a record. */
const earlierEdit = object({
  at: text,
  /** Empty if no longer known. */
  who: text,
  /** Field names as in the call; `secretField` for a field that nobody may read. */
  fields: list(text),
});
export type EarlierEdit = Decoded<typeof earlierEdit>;

/** Data in the refusal of an outdated edit: the record as it is now, and who has changed it since, newest first. */
export interface OutdatedEdit<R> {
  readonly record: R;
  readonly edits: readonly EarlierEdit[];
}

/** Returns the decoder of the refusal, given that of the record. */
export function outdated<R>(record: Decoder<R>): Decoder<OutdatedEdit<R>> {
  const decoder: Decoder<OutdatedEdit<R>> = (value) =>
    isObject(value)
      ? { record: within('record', record, value.record), edits: within('edits', list(earlierEdit), value.edits) }
      : refuse('an object');
  setSchema(decoder, (of) => of(object({ record, edits: list(earlierEdit) })));
  return decoder;
}
