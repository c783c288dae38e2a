// What can be done with the selected records of a screen. Loaded after its list.

import { useMemo, type RefObject } from 'react';
import { BulkActions } from '../../bulk/BulkActions.tsx';
import { askKnown } from '../../bulk/useKnownRecords.ts';
import type { BulkAction } from '../../bulk/bulkAction.ts';
import type { Selection } from '../../bulk/selection.ts';
import type { Page } from '../../../shared/contract/decode.ts';
import type { RecordKind } from '../recordKind.ts';
import { asWideAsPossible } from '../../export/read/wide.ts';
import type { ListSource } from '../useListSource.ts';

export interface RecordBulkProps<T extends { id: number }> {
  selection: Selection;
  /** The element around the checkboxes. */
  around: RefObject<HTMLElement | null>;
  /** The page shown. */
  list: Page<T>;
  /** Names the page, and what is filtered and searched for. */
  page: string;
  filters: string;
  ask: ListSource<Page<T>>['ask'];
  /** What a search in the browser has found: all of it. */
  found: readonly T[] | undefined;
}

interface KnownBulkProps<T extends { id: number }> extends RecordBulkProps<T> {
  kind: Pick<RecordKind<T>, 'one' | 'many'>;
  actions: readonly BulkAction<T>[];
}

export function RecordBulk<T extends { id: number }>(props: KnownBulkProps<T>) {
  const { kind, ask, found, filters, ...shown } = props;
  const { many } = kind;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `filters` stands for `ask`, which is new in each render.
  const source = useMemo(
    () => ({ ask: found ? askKnown(found) : asWideAsPossible(ask), filters, many }),
    [found, filters, many],
  );
  return <BulkActions {...shown} noun={kind.one} source={source} />;
}
