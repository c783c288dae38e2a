// Shows what a resource has: a skeleton while it loads, the reason and Retry if that failed, and a banner over old data
// that could not be refreshed or over a list that lacks rows.

import type { ReactNode } from 'react';
import { describeFailure } from '../api/errors.ts';
import { lazyPart } from '../hooks/lazyPart.tsx';
import type { Resource } from '../hooks/useResource.ts';
import { unreadNote } from '../../shared/words/unreadNote.ts';
import { Banner } from '../ui/feedback/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { LoadFailed } from '../ui/feedback/LoadFailed.tsx';

const Forbidden = lazyPart('The explanation', async () => (await import('./Forbidden.tsx')).Forbidden);

interface ResourceViewProps<T> {
  resource: Resource<T>;
  /** Words for a failure, if not the call's own. */
  failed?: string;
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}

export function ResourceView<T>({ resource, failed = resource.failed, skeleton, children }: ResourceViewProps<T>) {
  const { data, unread, error, loading, reload } = resource;
  if (error?.kind === 'forbidden') return <Forbidden message={error.fromServer ? error.message : undefined} />;
  if (error && data === undefined)
    return <LoadFailed message={describeFailure(error, failed)} onRetry={reload} busy={loading} />;
  if (data === undefined) return skeleton;
  return (
    <>
      {error && (
        <Banner
          tone="bad"
          action={
            <Button size="small" onClick={reload}>
              Retry
            </Button>
          }
        >
          {describeFailure(error, failed)}
        </Banner>
      )}
      {unread.length > 0 && <Banner tone="warning">{unreadNote(unread)}</Banner>}
      {unread.length > 0 && isEmpty(data) ? null : children(data)}
    </>
  );
}

/** A list whose rows could not be read must not be called empty. */
function isEmpty(data: unknown): boolean {
  const rows = typeof data === 'object' && data !== null && 'data' in data ? data.data : data;
  return Array.isArray(rows) && rows.length === 0;
}
