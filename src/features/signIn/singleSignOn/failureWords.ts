import type { SingleSignOnFailure } from '../../../shared/contract/singleSignOn.ts';

const words = (provider: string): Readonly<Record<SingleSignOnFailure, string>> => ({
  unreachable: `${provider} could not be reached, or did not answer as it should. Please try again later.`,
  refused: `${provider} did not let you sign in.`,
  expired: 'The sign-in took too long, was already used, or began in another browser. Please try again.',
  untrusted: `What ${provider} said about you could not be trusted. Please tell your administrator.`,
  unverified: `${provider} does not say that your e-mail is your own. Please confirm it there, or ask your administrator.`,
  unknown: 'You have no account here yet. Please ask your administrator to invite you.',
  taken: `Your e-mail belongs to another account of ${provider} here. Please ask your administrator.`,
  no_role: `Nothing at ${provider} gives you access here. Please ask your administrator.`,
  busy: 'Too many attempts. Please try again later.',
  disabled: 'This server does not offer single sign-on. Please sign in by password.',
  failed: 'Signing in did not work. Please try again.',
});

/** A newer server may know further reasons. */
export function describeFailure(provider: string, reason: string): string {
  const known: Readonly<Record<string, string>> = words(provider);
  return (Object.hasOwn(known, reason) ? known[reason] : undefined) ?? words(provider).failed;
}
