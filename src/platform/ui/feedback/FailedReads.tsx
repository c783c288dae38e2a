// Says which of several reads, shown together, could not be loaded, with Retry.

import { unreadNote } from '../../../shared/words/plural.ts';
import type { Resource } from '../../hooks/useResource.ts';
import { Button } from '../Button.tsx';
import { Banner } from './Banner.tsx';

interface FailedReadsProps {
  /** What they make together, such as 'all figures'. */
  whole: string;
  reads: readonly Resource<unknown>[];
}

/** A server may lack a call: its 404 is not a failure. */
export const failedOf = (reads: readonly Resource<unknown>[]) =>
  reads.filter(({ error }) => error && error.kind !== 'notFound');

export function FailedReads({ whole, reads }: FailedReadsProps) {
  const failed = failedOf(reads);
  if (!failed[0]) return null;
  function reloadFailed() {
    for (const { reload } of failed) reload();
  }
  return (
    <Banner tone="bad" onRetry={reloadFailed}>
      Not {whole} could be loaded. {failed[0].error?.message}
    </Banner>
  );
}

/** Hint of a field whose options could not be loaded. */
export const retryHint = (failure: string | undefined, onRetry: () => void) =>
  failure && (
    <>
      {failure}{' '}
      <Button
        size="small"
        onClick={({ currentTarget }) => {
          focusField(currentTarget);
          onRetry();
        }}
      >
        Retry
      </Button>
    </>
  );

/** Focuses the field that the hint describes, as the button disappears. */
function focusField(button: Element) {
  const notes = button.closest('[id]');
  document.querySelector<HTMLElement>(`[aria-describedby="${notes?.id}"]`)?.focus();
}

/** Says in a field that its options are loading, or why some are missing, with Retry. `what` names them: 'employees'. */
export function missingOptions(
  what: string,
  { loading, error, unread, reload }: Resource<unknown>,
  whileLoading = `Loading ${what}…`,
) {
  const failure = error ? `The ${what} could not be loaded. ${error.message}` : unreadNote(unread);
  return { missing: loading ? whileLoading : failure, hint: retryHint(failure, reload) };
}
