// Actions for one company: sync it, cancel that, reload its status.

import { useAction } from '../../../platform/hooks/useAction.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Icon } from '../../../platform/ui/Icon.tsx';
import type { Company } from '../../../shared/contract/companies.ts';
import type { CompanyStatus } from './condition.ts';

interface CompanyActionsProps {
  company: Pick<Company, 'id' | 'name'>;
  status: CompanyStatus;
  busy: boolean;
  isAnyRunning: boolean;
  onSync(): void;
  onReload(): void;
  /** Moves the focus, since the pressed button disappears. */
  onGone(): void;
}

export function CompanyActions({ company, status, busy, isAnyRunning, onGone, ...actions }: CompanyActionsProps) {
  const { name } = company;
  const canCall = useCanCall();
  const cancel = useAction('POST /hr-sync/companies/{id}/cancel', { report: 'toast' });
  const isRunning = typeof status === 'object' && status.is_running;
  const reason = disabledReasonOf(status, isAnyRunning);

  function leaveAnd(work: () => void) {
    onGone();
    work();
  }

  return (
    <div>
      {status === 'unavailable' && (
        <Button
          size="small"
          icon={<Icon name="refresh" />}
          aria-label={`Load the status of ${name} again`}
          onClick={() => leaveAnd(actions.onReload)}
        >
          Load Again
        </Button>
      )}
      {isRunning && canCall('POST /hr-sync/companies/{id}/cancel') && (
        <Button
          size="small"
          icon={<Icon name="close" />}
          aria-label={`Cancel the sync of ${name}`}
          busy={cancel.busy}
          onClick={() => leaveAnd(() => void cancel.run({ id: company.id }))}
        >
          Cancel
        </Button>
      )}
      {canCall('POST /hr-sync/companies/{id}') && (
        <Button
          size="small"
          icon={<Icon name="sync" />}
          aria-label={`Sync ${name}`}
          busy={busy}
          disabledReason={busy ? undefined : reason}
          onClick={actions.onSync}
        >
          Sync
        </Button>
      )}
    </div>
  );
}

function disabledReasonOf(status: CompanyStatus, isAnyRunning: boolean): string | undefined {
  if (status === undefined) return 'The status is still loading';
  if (status === 'unavailable') return 'The status is unavailable';
  if (!status.has_hr_url) return 'No HR URL is configured';
  return isAnyRunning || status.is_running ? 'A sync is running' : undefined;
}
