// The selection of a screen of records: a checkbox for each, and the bar of what can be done with those selected.

import { useCallback, useState, type ComponentType, type ReactNode } from 'react';
import type { Pick } from '../bulk/PickBox.tsx';
import type { RecordBulkProps } from '../bulk/RecordBulk.tsx';
import { createSelection, type Selection } from '../bulk/selection.ts';
import type { Page } from '../../shared/contract/decode.ts';
import type { WriteKey } from '../../shared/contract/calls.ts';
import { AfterDelay } from '../hooks/lazyPart.tsx';
import { useCanCall } from '../session/permissions.ts';
import type { ListAddress } from './ListTools.tsx';
import type { SearchedList } from './search/useSearchedList.ts';
import type { AddressedList } from './useListSource.ts';

/** Actions of a screen for many records. */
export interface Bulk<T extends { id: number }> {
  /** Calls of the actions: a person who may make none of them selects nothing. */
  calls: readonly WriteKey[];
  /** Loaded after the list. */
  Part: ComponentType<RecordBulkProps<T>>;
}

interface RecordSelection<T> {
  around: Selection<{ id: number }>['around'];
  /** Must stay the same function. */
  pickOf(record: T): Pick | undefined;
  bar: ReactNode;
}

export function useRecordBulk<T extends { id: number }>(
  bulk: Bulk<T> | undefined,
  { name, ask, searches, params }: AddressedList<Page<T>, ListAddress>,
  { list, search }: SearchedList<T>,
): RecordSelection<T> {
  const [selection] = useState(createSelection<T>);
  const canCall = useCanCall();
  const canSelect = bulk?.calls.some(canCall) ?? false;
  const pickOf = useCallback(({ id }: T) => (canSelect ? { id, picks: selection } : undefined), [canSelect, selection]);
  const isInBrowser = !searches && params.q.trim() !== '';
  return {
    around: selection.around,
    pickOf,
    bar: bulk && canSelect && list.data && (
      <AfterDelay>
        <bulk.Part
          selection={selection}
          list={list.data}
          page={`${params.page} ${params.sort}`}
          filters={`${name} ${params.q}`}
          ask={ask}
          found={isInBrowser ? search.whole.index?.find(params.q, params.sort) : undefined}
        />
      </AfterDelay>
    ),
  };
}
