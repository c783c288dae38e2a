// Loads the signed-in person anew; the sidebar follows at once.

import { useState } from 'react';
import { asApiError, describe } from '../../api/errors.ts';
import { loadFailedMessage } from '../../contract/messages/reads.ts';
import { useSession } from '../../session/SessionProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/feedback/toasts.ts';
import { Icon } from '../../ui/Icon.tsx';

export function RefreshSession() {
  const { refresh } = useSession();
  const [busy, setBusy] = useState(false);

  async function run() {
    setBusy(true);
    try {
      await refresh();
      toast.good('Session refreshed successfully! Please refresh the page to see updated permissions.');
    } catch (error) {
      toast.bad(describe(asApiError(error), loadFailedMessage('GET /auth/user')));
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
