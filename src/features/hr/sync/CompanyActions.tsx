// Actions for one company: sync it, cancel that, reload its status.

import { useAction } from '../../../platform/hooks/useAction.ts';
import { useCanCall, useHasFeature } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Icon } from '../../../platform/ui/Icon.tsx';
import type { Company } from '../../../shared/contract/companies.ts';
import type { CompanyStatus } from './condition.ts';
import type { Sync } from './useSync.ts';

interface CompanyActionsProps {
  company: Pick<Company, 'id' | 'name'>;
  status: CompanyStatus;
  sync: Sync;
  onReload(): void;
  /** Moves the focus, since the pressed button disappears. */
  onGone(): void;
}

export function CompanyActions({ company, status, sync, onReload, onGone }: CompanyActionsProps) {
  const { name } = company;
  const canCall = useCanCall();
  const mayRetry = useHasFeature('hr_connectors') && canCall('POST /hr-sync/companies/{id}/retry');
  const cancel = useAction('POST /hr-sync/companies/{id}/cancel', { report: 'toast' });
  const isRunning = typeof status === 'object' && status.is_running;
  const busy = sync.underWay === company.id;
  const reason = disabledReasonOf(status, sync.underWay !== undefined);

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
          onClick={() => leaveAnd(onReload)}
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
          onClick={() => sync.company(company, mayRetry && typeof status === 'object' ? status.waiting : 0)}
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
