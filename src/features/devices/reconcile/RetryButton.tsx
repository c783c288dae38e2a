// Sends records to HR again that it has not accepted.

import { useRetryHr } from '../../hr/useRetryHr.ts';
import { Button } from '../../../platform/ui/Button.tsx';

interface RetryButtonProps {
  records: readonly number[];
  label: string;
  /** Where several have the same label. */
  name?: string;
}

export function RetryButton({ records, label, name }: RetryButtonProps) {
  const { mayRetry, busy, retry } = useRetryHr();
  if (!mayRetry) return null;
  return (
    <Button size="small" aria-label={name} busy={busy} onClick={() => retry(records)}>
      {label}
    </Button>
  );
}
