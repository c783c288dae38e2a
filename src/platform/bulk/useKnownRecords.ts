// Keeps a selection to its list: it ends when the filters change, and what was not gathered from all pages with its page.

import { useLayoutEffect, useState } from 'react';
import { createKnownRecords, type KnownRecords } from './knownRecords.ts';
import type { Selection } from './selection.ts';

const none: ReadonlySet<number> = new Set();

/** `filters` and `page` name what the list shows. */
export function useKnownRecords<T extends { id: number }>(
  selection: Selection,
  filters: string,
  page: string | number,
  records: readonly T[],
): KnownRecords<T> {
  const [known] = useState(() => createKnownRecords<T>(selection));
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters end the selection.
  useLayoutEffect(() => () => selection.replace(none), [selection, filters]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page ends what was selected on this one.
  useLayoutEffect(() => () => known.keepTo([]), [known, page]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: until the other page has loaded, these are still shown.
  useLayoutEffect(() => known.keepTo(records), [known, records, page]);
  return known;
}
