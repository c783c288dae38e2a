import { useState } from 'react';
import { asApiError, describeFailure } from '../../../platform/api/errors.ts';
import { loadFailedMessage } from '../../../shared/contract/messages/reads.ts';
import { useConnection } from '../../../platform/session/session.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { toast } from '../../../platform/ui/feedback/toasts.ts';
import { Icon } from '../../../platform/ui/Icon.tsx';

export function RefreshSession() {
  const { session } = useConnection();
  const [busy, setBusy] = useState(false);

  async function run() {
    setBusy(true);
    try {
      await session.refresh();
      toast.good('Session refreshed successfully! Please refresh the page to see updated permissions.');
    } catch (error) {
      toast.bad(describeFailure(asApiError(error), loadFailedMessage('GET /auth/user')));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button icon={<Icon name="refresh" />} busy={busy} onClick={() => void run()}>
      Refresh Session
    </Button>
  );
}
