// Signs in with a passkey alone, on the login page.

import { useAction } from '../../platform/hooks/useAction.ts';
import { useConnection } from '../../platform/session/session.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { Banner } from '../../platform/ui/feedback/Banner.tsx';
import { askPasskey, hasPasskeys, usePasskeyRequest } from './passkeys.ts';

export default function PasskeySignIn() {
  const { session } = useConnection();
  const { ask, isAsking, failure } = usePasskeyRequest();
  const begin = useAction('POST /auth/passkey/begin', { quiet: true });
  const finish = useAction('POST /auth/passkey', {
    quiet: true,
    after: ({ data }) => 'token' in data && session.enter(data),
  });
  const error = failure ?? begin.error ?? finish.error;
  if (!hasPasskeys()) return null;

  async function signIn() {
    const begun = await begin.run({});
    if (!begun.ok) return;
    const { ticket, passkey: request } = begun.answered.data;
    await finish.run({ body: { ticket, passkey: await askPasskey(request, 'required') } });
  }

  return (
    <>
      {error && <Banner tone="bad">{error}</Banner>}
      <Button busy={isAsking} onClick={() => void ask(signIn)}>
        Sign in with a passkey
      </Button>
    </>
  );
}
