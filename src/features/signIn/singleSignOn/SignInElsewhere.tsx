// Single sign-on over a screen: in a tab of its own, so that nothing on the screen is lost. The session is in the
// browser, so this tab notices when it is there.

import { paths } from '../../../platform/boot/paths.ts';
import { ExternalLink } from '../../../platform/ui/layout/ExternalLink.tsx';
import { startFragment } from '../signInPage.ts';

export function SignInElsewhere({ base, provider }: { base: string; provider: string }) {
  const login = `${location.origin}${base}${paths.login}${startFragment}`;
  return (
    <p>
      <ExternalLink href={login}>Sign in with {provider}</ExternalLink> in a new tab. This one goes on as soon as you
      are signed in there.
    </p>
  );
}
