// Shared by the login page and the dialog that signs in over a screen: the name of the provider, the fragment that
// single sign-on begins or ends with, and the second step, whose code loads when it is needed.
import { meta } from '../../platform/boot/siteMeta.ts';
import { lazyPart } from '../../platform/ui/lazyPart.tsx';

/** The fragment of the address. Browsers do not send it, so no log has it. */
export type SsoFragment =
  | { kind: 'ticket'; ticket: string }
  /** The sign-in failed, for this reason. */
  | { kind: 'failure'; reason: string }
  /** The tab was opened to sign in with the provider. */
  | { kind: 'start' };

const name = 'single-sign-on';
const start = 'start';

export function readFragment(hash: string): SsoFragment | undefined {
  const values = new URLSearchParams(hash.slice(1));
  const [ticket, outcome] = [values.get('ticket'), values.get(name)];
  if (ticket) return { kind: 'ticket', ticket };
  if (outcome === start) return { kind: 'start' };
  return outcome ? { kind: 'failure', reason: outcome } : undefined;
}

export const startFragment = `#${name}=${start}`;

/** Removes it, so that nobody else reads it there and Back does not repeat it. */
export const clearFragment = () => history.replaceState(history.state, '', location.pathname + location.search);

/** The name of the provider that people can sign in with; '' if the page names none. */
export const providerName = () => meta(name, '');

export const SignInStepPart = lazyPart(
  'The second step',
  async () => (await import('./SecondFactorStep.tsx')).SignInStep,
);
