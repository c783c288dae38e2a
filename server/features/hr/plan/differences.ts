// Where what the HR system has is no longer what the day says, because somebody corrected the day. Such a record is
// never sent by itself: the HR system would have two of what can be only one. What the day got later, guessedEnds.ts finds.

import type { EventType } from '../../../../src/shared/contract/queries.ts';
import type { HrRecord, TimeOf } from './types.ts';

export interface Difference {
  /** What the HR system has, or what is on its way to it. */
  readonly given: HrRecord;
  /** What the day has instead; undefined if nothing. */
  readonly instead: HrRecord | undefined;
  /** Without a full stop. */
  readonly sentence: string;
}

/**
 * `chosen` are the records that the day's first check-in and last check-out are now, `chosenBefore` those that they
 * would be without corrections.
 */
export function findDifferences(
  records: readonly HrRecord[],
  chosen: readonly HrRecord[],
  chosenBefore: ReadonlySet<number>,
  timeOf: TimeOf,
): Difference[] {
  const given = records.filter(({ delivery }) => delivery === 'accepted' || delivery === 'waiting');
  const replaced = given.filter((record) => !chosen.includes(record));
  const differences = chosen
    .filter(({ id, delivery }) => delivery === 'none' && !chosenBefore.has(id))
    .flatMap((instead) => {
      const old = replacedBy(replaced, instead.event_type);
      return old ? [difference(old, instead, timeOf)] : [];
    });
  const named = new Set(differences.map((each) => each.given));
  const rest = given.filter((record) => record.isSetAside && !named.has(record));
  return [...differences, ...rest.map((record) => difference(record, undefined, timeOf))];
}

/** Of several, the one that counts for an HR system: the first check-in, the last check-out. */
function replacedBy(replaced: readonly HrRecord[], type: EventType): HrRecord | undefined {
  const alike = replaced.filter(({ event_type }) => event_type === type);
  return type === 'check-in' ? alike[0] : alike.at(-1);
}

function difference(given: HrRecord, instead: HrRecord | undefined, timeOf: TimeOf): Difference {
  const has = given.delivery === 'accepted' ? 'The HR system has' : 'The HR system is being sent';
  const now = instead ? `; the day now says ${timeOf(instead)}` : ', which was set aside';
  return { given, instead, sentence: `${has} the ${given.event_type} at ${timeOf(given)}${now}` };
}
