// Paged list: placeholders while it loads, the reason if loading fails, a message if it is empty, a note on paper, the
// records, and links to other pages. Each screen only states what is special about its list.

import type { ReactNode } from 'react';
import type { Page } from '../../shared/contract/decode.ts';
import type { Resource } from '../hooks/useResource.ts';
import { Pager } from '../ui/data/Pager.tsx';
import { type Placeholder, ResourceView } from '../ui/data/ResourceView.tsx';
import { PrintNote } from '../ui/layout/PrintNote.tsx';
import { FoundCount } from './FoundCount.tsx';
import * as layout from '../ui/layout/layout.module.css';

/** The first three are the `pages` of useList. */
type PagedListProps<T extends Page<unknown>> = Placeholder & {
  list: Resource<T>;
  page: number;
  onPage(page: number): void;
  /** Shown if there are no records. */
  empty: ReactNode;
  /** Filters of the list, for the note on paper. */
  onPaper?: readonly { label: string; value: string }[];
  children(shown: T): ReactNode;
};

export function PagedList<T extends Page<unknown>>(props: PagedListProps<T>) {
  const { list, page, onPage, empty, onPaper, children, ...placeholder } = props;
  return (
    <>
      <FoundCount total={list.data?.total} />
      <ResourceView resource={list} {...placeholder}>
        {(shown) => {
          const { data, last_page, total } = shown;
          if (data.length === 0) return empty;
          return (
            <div className={layout.page}>
              {onPaper && (
                <PrintNote list={{ page, lastPage: last_page, shown: data.length, total }} filters={onPaper} />
              )}
              {children(shown)}
              <Pager page={page} lastPage={last_page} busy={list.loading} onPage={onPage} />
            </div>
          );
        }}
      </ResourceView>
    </>
  );
}
