// Signs in by a passkey alone, on the login page.

import { useState } from 'react';
import { useAction } from '../../platform/hooks/useAction.ts';
import { useConnection } from '../../platform/session/session.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { Banner } from '../../platform/ui/feedback/Banner.tsx';
import { askPasskey, hasPasskeys, PasskeyError } from './passkeys.ts';

export default function PasskeySignIn() {
  const { session } = useConnection();
  const [failure, setFailure] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const begin = useAction('POST /auth/passkey/begin', { quiet: true });
  const finish = useAction('POST /auth/passkey', {
    quiet: true,
    after: ({ data }) => 'token' in data && session.enter(data),
  });
  const error = failure ?? begin.error ?? finish.error;
  if (!hasPasskeys()) return null;

  async function signIn() {
    setFailure(undefined);
    setAsking(true);
    try {
      const begun = await begin.run({});
      if (!begun.ok) return;
      const { ticket, passkey: request } = begun.answered.data;
      await finish.run({ body: { ticket, passkey: await askPasskey(request, 'required') } });
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
      <Button busy={isAsking} onClick={() => void signIn()}>
        Sign in with a passkey
      </Button>
    </>
  );
}
