// A list that is not paged, as the only page of one. The console searches and sorts it.

import { useMemo } from 'react';
import type { Page } from '../../shared/contract/decode.ts';
import { onlyPage } from '../bulk/onlyPage.ts';
import type { AddressedList } from './useListSource.ts';

export function useOnePage<T, P>({ list, ask, ...source }: AddressedList<T[], P>): AddressedList<Page<T>, P> {
  const data = useMemo(() => list.data && onlyPage(list.data), [list.data]);
  return {
    ...source,
    searches: false,
    asked: '',
    list: { ...list, data },
    async ask(...given) {
      const { data: rows, ...rest } = await ask(...given);
      return { ...rest, data: onlyPage(rows) };
    },
  };
}
