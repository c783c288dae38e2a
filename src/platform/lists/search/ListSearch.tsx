// The search of a list and its order, kept in the address. Both reach over all pages.

import type { ChangeParams } from '../../hooks/useListParams.ts';
import { FilterSelect } from '../../ui/filters/FilterSelect.tsx';
import { SearchBox } from '../../ui/filters/SearchBox.tsx';
import type { Listing } from '../listing.ts';
import type { SearchedList } from './useSearchedList.ts';

type Address = Pick<Listing, 'q' | 'sort'>;

interface ListSearchProps extends Pick<SearchedList<unknown>, 'search'> {
  /** In the plural: 'employees'. */
  many: string;
  params: Address;
  change: ChangeParams<Address>;
}

const byName = 'Name, A to Z';
const others = [
  { value: '-name', label: 'Name, Z to A' },
  { value: '-created', label: 'Newest first' },
  { value: 'created', label: 'Oldest first' },
];
const orders = [{ value: '', label: byName }, ...others];
/** Of a server that does not say how it sorts. */
const plainOrders = [{ value: '', label: 'Server’s order' }, { value: 'name', label: byName }, ...others];

export function ListSearch({ many, search, params, change }: ListSearchProps) {
  return (
    <>
      <SearchBox label={`Search ${many}`} value={params.q} onChange={(q) => change({ q }, { replace: true })} />
      <FilterSelect
        label="Sort by"
        value={params.sort}
        options={search.isByName ? orders : plainOrders}
        onChange={(sort) => change({ sort })}
      />
    </>
  );
}
