// Asks the server what the link's token is for: who is invited, by whom.

import { useCallback, useEffect, useState } from 'react';
import { asApiError, describeFailure } from '../../../platform/api/errors.ts';
import type { Answer } from '../../../shared/contract/endpoints.ts';
import { invitationMessages } from '../../../shared/contract/messages/invitation.ts';
import { useConnection } from '../../../platform/session/session.tsx';

type Opened =
  | { status: 'loading' }
  | { status: 'open'; invitation: Answer<'POST /auth/invitation'> }
  /** The link was used, has expired or was taken back. */
  | { status: 'dead'; message: string }
  | { status: 'failed'; message: string };

export function useInvitation(token: string): Opened & { retry(): void; die(message: string): void } {
  const { api } = useConnection();
  const [opened, setOpened] = useState<Opened>({ status: 'loading' });

  const open = useCallback(
    async (signal?: AbortSignal) => {
      try {
        const { data } = await api('POST /auth/invitation', { body: { token } }, { signal });
        setOpened({ status: 'open', invitation: data });
      } catch (error) {
        if (signal?.aborted) return;
        const failure = asApiError(error);
        const message = describeFailure(failure, invitationMessages['POST /auth/invitation'].failed);
        setOpened({ status: failure.kind === 'invalid' ? 'dead' : 'failed', message });
      }
    },
    [api, token],
  );

  useEffect(() => {
    const leaving = new AbortController();
    void open(leaving.signal);
    return () => leaving.abort();
  }, [open]);

  return {
    ...opened,
    die: (message) => setOpened({ status: 'dead', message }),
    retry() {
      setOpened({ status: 'loading' });
      void open();
    },
  };
}
