// Shows which second factors a user has, and resets them for somebody who lost them.

import { useResource } from '../../../platform/hooks/useResource.ts';
import { useUser } from '../../../platform/session/session.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { Facts } from '../../../platform/ui/data/CardGrid.tsx';
import { ResourceView } from '../../../platform/ui/data/ResourceView.tsx';
import { ConfirmCall } from '../../../platform/ui/overlays/Confirm.tsx';
import { Dialog } from '../../../platform/ui/overlays/Dialog.tsx';
import { DialogButton } from '../../../platform/ui/overlays/DialogButton.tsx';
import type { SecondFactors } from '../../../shared/contract/signIn.ts';
import { dateTitle } from '../../../shared/words/dates.ts';
import { plural } from '../../../shared/words/plural.ts';

export default function SecondFactorDialog({ user, onClose }: { user: { id: number; name: string }; onClose(): void }) {
  const factors = useResource('GET /users/{id}/second-factors', { id: user.id });
  const self = useUser();
  const why = disabledReason(factors.data, user.id === self.id);
  return (
    <Dialog
      title={`Second factor of ${user.name}`}
      size="small"
      onClose={onClose}
      footer={(requestClose) => (
        <>
          <Button onClick={requestClose}>Close</Button>
          <DialogButton kind="danger" disabledReason={why} label="Reset">
            {(close) => (
              <ConfirmCall
                call="POST /users/{id}/second-factors/reset"
                args={{ id: user.id }}
                title="Reset the second factor"
                message={`${user.name} will sign in with the password alone, and can set up a new one. All their sessions end, and a mail tells them.`}
                confirmLabel="Reset"
                tone="danger"
                onDone={onClose}
                onClose={close}
              >
                <p>
                  Make sure that the request really comes from them: after this, the password alone is enough to sign
                  in.
                </p>
              </ConfirmCall>
            )}
          </DialogButton>
        </>
      )}
    >
      <ResourceView resource={factors} loading="Loading second factors…" lines={3}>
        {({ authenticator_app: app, passkeys, recovery_codes, is_required }) => (
          <Facts
            items={[
              { label: 'Asked for by a role', value: is_required ? 'Yes' : 'No' },
              { label: 'Authenticator app', value: app ? `Since ${dateTitle(app.created_at)}` : 'None' },
              { label: 'Passkeys', value: passkeys.map(({ name }) => name).join(', ') || 'None' },
              { label: 'Recovery codes', value: `${plural(recovery_codes, 'code')} left` },
            ]}
          />
        )}
      </ResourceView>
    </Dialog>
  );
}

function disabledReason(factors: SecondFactors | undefined, isSelf: boolean): string | undefined {
  if (isSelf) return 'You change your own on your profile';
  if (!factors) return 'It is not known yet what there is';
  return factors.authenticator_app || factors.passkeys.length > 0 ? undefined : 'There is none';
}
