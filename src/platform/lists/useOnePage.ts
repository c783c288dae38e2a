// A list that is not paged, as the only page of one. The console searches and sorts it.

import { useMemo } from 'react';
import type { Page } from '../../shared/contract/decode.ts';
import type { AddressedList } from './useListSource.ts';

export function useOnePage<T, P>({ list, ask, ...source }: AddressedList<T[], P>): AddressedList<Page<T>, P> {
  const data = useMemo(() => list.data && pageOf(list.data), [list.data]);
  return {
    ...source,
    searches: false,
    asked: '',
    list: { ...list, data },
    async ask(...given) {
      const { data: rows, ...rest } = await ask(...given);
      return { ...rest, data: pageOf(rows) };
    },
  };
}

const pageOf = <T>(data: T[]): Page<T> => ({
  data,
  total: data.length,
  last_page: 1,
  current_page: 1,
  per_page: data.length,
});
