// Tools above the records of a list: search and order, which cover all pages, filters, and the choice between cards and
// rows.
import type { ReactNode } from 'react';
import type { ListFormat } from '../export/list/listFile.ts';
import type { ChangeParams } from '../hooks/useListParams.ts';
import { ViewSwitch } from '../ui/data/ViewSwitch.tsx';
import { FilterSelect } from '../ui/filters/FilterSelect.tsx';
import { SearchBox } from '../ui/forms/SearchBox.tsx';
import { FilterRow } from './FilterRow.tsx';
import { ExportButton } from './listExport/ExportButton.tsx';
import type { ExportedSource } from './listExport/useListExport.ts';
import { type Listing, rememberView } from './listView.ts';
import type { SearchedList } from './search/useSearchedList.ts';
import * as layout from '../ui/layout/layout.module.css';
import * as s from './CrudScreen.module.css';

/** Parameters of the address. `view` only exists if there is a choice of views. */
export type ListAddress = Pick<Listing, 'page' | 'q' | 'sort'> & { view?: string };

export interface ViewOption {
  value: string;
  label: string;
}

interface ListToolsProps extends Pick<SearchedList<unknown>, 'search'> {
  kind: { many: string };
  exported: ExportedSource<ListFormat>;
  params: ListAddress;
  change: ChangeParams<ListAddress>;
  filters?: ReactNode;
  /** Whether a filter is set. */
  isNarrowed: boolean;
  /** Whether there are records. Otherwise, only filters that may hide some are shown. */
  hasRecords: boolean;
  /** Views to choose from; empty if there is only one. */
  views: readonly ViewOption[];
}

export function ListTools({ kind, exported, search, params, change, filters, ...rest }: ListToolsProps) {
  const { isNarrowed, hasRecords, views } = rest;
  if (!hasRecords && !isNarrowed) return null;
  function choose(view: string) {
    rememberView(kind.many, view);
    change({ view }, { replace: true });
  }
  return (
    <FilterRow label={`Tools of ${kind.many}`} className={`${layout.unlabelled} ${s.tools}`} isSet={isNarrowed}>
      {hasRecords && (
        <>
          <SearchBox
            label={`Search ${kind.many}`}
            value={params.q}
            onChange={(q) => change({ q }, { replace: true })}
          />
          <FilterSelect
            label="Sort by"
            value={params.sort}
            options={search.isByName ? orders : plainOrders}
            onChange={(sort) => change({ sort })}
          />
        </>
      )}
      {filters}
      {hasRecords && <ExportButton source={exported} />}
      {hasRecords && views.length > 0 && (
        <ViewSwitch options={views} value={params.view ?? 'cards'} onChange={choose} />
      )}
    </FilterRow>
  );
}

const byName = 'Name, A to Z';
const others = [
  { value: '-name', label: 'Name, Z to A' },
  { value: '-created', label: 'Newest first' },
  { value: 'created', label: 'Oldest first' },
];
const orders = [{ value: '', label: byName }, ...others];
/** Orders for a server whose default order is unknown. */
const plainOrders = [{ value: '', label: 'Default order' }, { value: 'name', label: byName }, ...others];
