// An edit of a record that somebody else has changed meanwhile. Where a server announces 'versions', a record that can
// be edited has a version, and an edit that names the version it began with is refused once the record has another one.

import { type Decoded, type Decoder, isObject, list, object, refuse, text, within } from './decode.ts';
import { setSchema } from './schema.ts';

export const secretField = 'secret';

/** Somebody's edit of a record. */
const earlierEdit = object({
  at: text,
  /** Empty if it is not known any more. */
  who: text,
  /** Field names as in the call; `secretField` for one whose value nobody may read. */
  fields: list(text),
});
export type EarlierEdit = Decoded<typeof earlierEdit>;

/** The data of the refusal of an outdated edit: the record as it is now, and who changed it since, newest first. */
export interface OutdatedEdit<R> {
  readonly record: R;
  readonly edits: readonly EarlierEdit[];
}

/** Takes the decoder of the record. */
export function outdated<R>(record: Decoder<R>): Decoder<OutdatedEdit<R>> {
  const decoder: Decoder<OutdatedEdit<R>> = (value) =>
    isObject(value)
      ? { record: within('record', record, value.record), edits: within('edits', list(earlierEdit), value.edits) }
      : refuse('an object');
  setSchema(decoder, (of) => of(object({ record, edits: list(earlierEdit) })));
  return decoder;
}
