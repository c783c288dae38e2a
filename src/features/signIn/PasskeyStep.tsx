// A passkey: the browser asks for it after a click.

import { useState } from 'react';
import type { PasskeyRequest } from '../../shared/contract/login.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Banner } from '../../platform/ui/feedback/Banner.tsx';
import { askPasskey, PasskeyError } from './askPasskey.ts';
import type { ProofAction } from './proofAction.ts';

export function PasskeyStep({ request, action }: { request: PasskeyRequest; action: ProofAction }) {
  const [failure, setFailure] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const error = failure ?? action.error;

  async function use() {
    setFailure(undefined);
    action.clear();
    setAsking(true);
    try {
      const passkey = await askPasskey(request, 'preferred');
      await action.send({ method: 'passkey', code: '', passkey });
    } catch (caught) {
      if (!(caught instanceof PasskeyError)) throw caught;
      setFailure(caught.message);
    } finally {
      setAsking(false);
    }
  }

  return (
    <>
      {error && <Banner tone="bad">{error}</Banner>}
      <p>Your account has a passkey. Your browser will ask for it.</p>
      <Button kind="primary" busy={isAsking || action.busy} autoFocus data-autofocus onClick={() => void use()}>
        Use a passkey
      </Button>
    </>
  );
}
