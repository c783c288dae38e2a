// Shows a resource: a placeholder while it loads, the reason and Retry if that fails, and a banner above old data that
// could not be refreshed or a list that lacks rows.

import type { ReactNode } from 'react';
import { unreadNote } from '../../../shared/words/plural.ts';
import { describeFailure } from '../../api/errors.ts';
import type { Resource } from '../../hooks/useResource.ts';
import { Banner } from '../feedback/Banner.tsx';
import { LoadFailed } from '../feedback/LoadFailed.tsx';
import { LineSkeleton, TableSkeleton } from '../feedback/Skeletons.tsx';
import { lazyPart } from '../lazyPart.tsx';

const Forbidden = lazyPart('The explanation', () => import('./Forbidden.tsx'));

/** Shown until there is data: lines of text or rows of a table. `loading` says what they stand for. */
export type Placeholder =
  | { loading: string; lines?: number; rows?: number; skeleton?: undefined }
  | { skeleton: ReactNode; loading?: undefined };

type ResourceViewProps<T> = Placeholder & {
  resource: Resource<T>;
  /** Message for a failure, if not the call's own. */
  failed?: string;
  children: (data: T) => ReactNode;
};

export function ResourceView<T>({
  resource,
  failed = resource.failed,
  children,
  ...placeholder
}: ResourceViewProps<T>) {
  const { data, unread, error, loading, reload } = resource;
  if (error?.kind === 'forbidden') return <Forbidden message={error.fromServer ? error.message : undefined} />;
  if (error && data === undefined)
    return <LoadFailed message={describeFailure(error, failed)} onRetry={reload} busy={loading} />;
  if (data === undefined) return <Loading {...placeholder} />;
  return (
    <>
      {error && (
        <Banner tone="bad" onRetry={reload}>
          {describeFailure(error, failed)}
        </Banner>
      )}
      {unread.length > 0 && <Banner tone="warning">{unreadNote(unread)}</Banner>}
      {unread.length > 0 && isEmpty(data) ? null : children(data)}
    </>
  );
}

function Loading(placeholder: Placeholder) {
  if (placeholder.loading === undefined) return placeholder.skeleton;
  const { loading, lines, rows } = placeholder;
  return rows ? <TableSkeleton label={loading} rows={rows} /> : <LineSkeleton label={loading} lines={lines} />;
}

/** Used to avoid calling a list empty whose rows could not be read. */
function isEmpty(data: unknown): boolean {
  const rows = typeof data === 'object' && data !== null && 'data' in data ? data.data : data;
  return Array.isArray(rows) && rows.length === 0;
}
