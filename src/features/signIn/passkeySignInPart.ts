import { lazyPart } from '../../platform/hooks/lazyPart.tsx';

export const PasskeySignInPart = lazyPart(
  'Signing in with a passkey',
  async () => (await import('./PasskeySignIn.tsx')).PasskeySignIn,
);

/** Whether the page says that its server takes passkeys. */
export const offersPasskeys = (): boolean => document.querySelector('meta[name="passkeys"]') !== null;
