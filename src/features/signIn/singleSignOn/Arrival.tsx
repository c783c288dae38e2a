// Sends the browser to the provider, and handles the return: with a ticket, which is exchanged at once, or with the
// reason why there is none.

import { useEffect, useState } from 'react';
import { apiBase } from '../../../platform/boot/siteMeta.ts';
import { Sha256 } from '../../../platform/export/proof/sha256.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { Spinner } from '../../../platform/ui/feedback/Spinner.tsx';
import type { Answer } from '../../../shared/contract/calls.ts';
import type { SingleSignOnFailure } from '../../../shared/contract/singleSignOn.ts';
import { toBase64Url } from '../base64url.ts';
import type { SsoFragment } from '../signInPage.ts';

interface ArrivalProps {
  fragment: SsoFragment;
  provider: string;
  next: string;
  onAnswer(answer: Answer<'POST /auth/single-sign-on'>): void;
}

const key = 'POST /auth/single-sign-on';

export default function Arrival({ fragment, provider, next, onAnswer }: ArrivalProps) {
  const { run, error } = useAction(key, { quiet: true, after: ({ data }) => onAnswer(data) });
  const [verifier] = useState(takeVerifier);
  useEffect(() => {
    if (fragment.kind === 'start') leaveForProvider(next);
    if (fragment.kind === 'ticket') void run({ body: { ticket: fragment.ticket, verifier } });
  }, [fragment, next, verifier, run]);

  if (fragment.kind === 'failure') return <Banner tone="bad">{describeFailure(provider, fragment.reason)}</Banner>;
  if (error !== undefined) return <Banner tone="bad">{error}</Banner>;
  return <Spinner label={fragment.kind === 'start' ? `Loading ${provider}…` : 'Loading your account…'} />;
}

const words = (provider: string): Readonly<Record<SingleSignOnFailure, string>> => ({
  unreachable: `${provider} could not be reached, or did not answer as it should. Please try again later.`,
  refused: `${provider} did not let you sign in.`,
  expired: 'The sign-in took too long, was already used, or began in another browser. Please try again.',
  untrusted: `What ${provider} said about you could not be trusted. Please tell your administrator.`,
  unverified: `${provider} does not say that your e-mail is your own. Please confirm it there, or ask your administrator.`,
  unknown: 'You have no account here yet. Please ask your administrator to invite you.',
  taken: `Your e-mail belongs to an account here that is not linked with you at ${provider}. Please ask your administrator.`,
  no_role: `Nothing at ${provider} gives you access here. Please ask your administrator.`,
  busy: 'Too many attempts. Please try again later.',
  disabled: 'This server does not offer single sign-on. Please sign in by password.',
  failed: 'Signing in did not work. Please try again.',
});

/** Describes a failure for a reason that only a newer server knows. */
function describeFailure(provider: string, reason: string): string {
  const messages: Readonly<Record<string, string>> = words(provider);
  return (Object.hasOwn(messages, reason) ? messages[reason] : undefined) ?? words(provider).failed;
}

/** The key in the tab's own storage, which is gone with the tab. */
const verifierKey = 'sign-in verifier';

/**
 * Sends the browser to the provider. The page stores a random text and sends its hash along: the ticket that the
 * browser brings back works only with that text.
 */
function leaveForProvider(next: string): void {
  const verifier = toBase64Url(crypto.getRandomValues(new Uint8Array(32)).buffer);
  sessionStorage.setItem(verifierKey, verifier);
  const challenge = new Sha256().update(verifier).hex();
  location.assign(`${apiBase()}/auth/oidc/start?${new URLSearchParams({ next, challenge })}`);
}

/** Returns the verifier and removes it, since it is used once. */
function takeVerifier(): string {
  const verifier = sessionStorage.getItem(verifierKey) ?? '';
  sessionStorage.removeItem(verifierKey);
  return verifier;
}
