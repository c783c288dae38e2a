// The address of a device that says by a secret in it whose it is. The server shows the secret once, when it is made.

import { useState, type ReactNode } from 'react';
import type { DeviceKind } from '../../../../shared/contract/deviceKinds.ts';
import type { DeviceSetup } from '../../../../shared/contract/devices.ts';
import { useAction } from '../../../../platform/hooks/useAction.ts';
import { Button } from '../../../../platform/ui/Button.tsx';
import { Banner } from '../../../../platform/ui/feedback/Banner.tsx';
import { Confirm } from '../../../../platform/ui/overlays/Confirm.tsx';
import { useMadeSecrets } from '../madeSecrets.ts';

interface SecretAddressProps {
  controllerId: number;
  setup: DeviceSetup;
  kind: DeviceKind;
  /** What the secret is part of: 'address'. */
  noun: string;
  /** `secret` is undefined while it is not known here. */
  children(secret: string | undefined): ReactNode;
}

export function SecretAddress({ controllerId, setup, kind, noun, children }: SecretAddressProps) {
  const { madeFor, keep } = useMadeSecrets();
  const [isAsking, setAsking] = useState(false);
  const making = useAction('POST /access-controllers/{id}/device/pairing', {
    quiet: true,
    after({ data }) {
      keep(controllerId, kind, data.secret);
      setAsking(false);
    },
  });
  const secret = madeFor(controllerId, kind);
  const make = () => void making.run({ id: controllerId, body: { kind, new_secret: true } });
  return (
    <>
      {secret ? (
        <Banner tone="warning">
          This {noun} is shown only now. Enter it in {kind === 'webhook' ? 'your gateway' : 'the device'} before you
          leave this page, and keep it to yourself: whoever knows it can send events.
        </Banner>
      ) : (
        <Banner
          tone="warning"
          action={
            <Button size="small" busy={making.busy} onClick={setup.has_secret ? () => setAsking(true) : make}>
              {setup.has_secret ? `New Secret…` : 'Generate'}
            </Button>
          }
        >
          {setup.has_secret
            ? `The ${noun} was shown when its secret was made. If it is lost, make a new one.`
            : `There is no secret yet, so nobody can send events.`}
        </Banner>
      )}
      {making.error && !isAsking && <Banner tone="bad">{making.error}</Banner>}
      {children(secret)}
      {isAsking && (
        <Confirm
          title="Make a new secret?"
          message="What uses the old one is refused from then on, until the new one is entered there."
          confirmLabel="Make a New Secret"
          busy={making.busy}
          error={making.error}
          onConfirm={make}
          onClose={() => {
            making.clear();
            setAsking(false);
          }}
        />
      )}
    </>
  );
}
