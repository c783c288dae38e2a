// A list page by page: placeholders while it loads, the reason if that failed, what is said of an empty one, the note on
// paper, the records, and the way to the other pages. Each screen states only what is special about its list.

import type { ReactNode } from 'react';
import type { Page } from '../../shared/contract/decode.ts';
import type { Resource } from '../hooks/useResource.ts';
import { Pager } from '../ui/data/Pager.tsx';
import { PrintNote } from '../ui/layout/PrintNote.tsx';
import { FoundCount } from './FoundCount.tsx';
import { type Placeholder, ResourceView } from './ResourceView.tsx';
import * as layout from '../ui/layout/layout.module.css';

/** The first three are the `pages` of useList. */
type PagedListProps<T extends Page<unknown>> = Placeholder & {
  list: Resource<T>;
  page: number;
  onPage(page: number): void;
  /** Replaces the records where there are none. */
  empty: ReactNode;
  /** Filters of the list, noted on paper. */
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
