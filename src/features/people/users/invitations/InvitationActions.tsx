// Sends the invitation of a user again, or takes it back.

import { useState } from 'react';
import type { ListedUser } from '../../../../shared/contract/entities/invitations.ts';
import { useAction } from '../../../../platform/hooks/useAction.ts';
import { useCanCall } from '../../../../platform/session/permissions.ts';
import { Button } from '../../../../platform/ui/Button.tsx';
import { Confirm } from '../../../../platform/ui/overlays/Confirm.tsx';

export function InvitationActions({ user: { id, name, invitation } }: { user: ListedUser }) {
  const canCall = useCanCall();
  const [isAsking, setAsking] = useState(false);
  const sending = useAction('POST /users/{id}/invitation', { report: 'toast' });
  const ending = useAction('DELETE /users/{id}/invitation', { after: () => setAsking(false) });
  if (!invitation) return null;

  function close() {
    ending.clear();
    setAsking(false);
  }
  return (
    <>
      {canCall('POST /users/{id}/invitation') && (
        <Button
          size="small"
          aria-label={invitation.ended ? `Invite Again: ${name}` : `Send Again to ${name}`}
          busy={sending.busy}
          onClick={() => void sending.run({ id })}
        >
          {invitation.ended ? 'Invite Again' : 'Send Again'}
        </Button>
      )}
      {!invitation.ended && canCall('DELETE /users/{id}/invitation') && (
        <Button size="small" aria-label={`Take Back the invitation of ${name}`} onClick={() => setAsking(true)}>
          Take Back
        </Button>
      )}
      {isAsking && (
        <Confirm
          title="Take back the invitation"
          message={`The link that was mailed to ${name} will not work any more, and they cannot sign in.`}
          confirmLabel="Take Back"
          tone="danger"
          busy={ending.busy}
          error={ending.error}
          onConfirm={() => void ending.run({ id })}
          onClose={close}
        >
          <p>The user stays, with roles and companies. You can invite them again, or delete the user.</p>
        </Confirm>
      )}
    </>
  );
}
