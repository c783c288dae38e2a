// Signing in and out: everything else needs a token, and a token that was given back is worth nothing.

import type { Kit, SignedIn } from '../kit.ts';
import { succeeds } from '../verdicts.ts';

const login = 'POST /auth/login';

/** Nothing where the account cannot sign in. */
export async function signIn(kit: Kit): Promise<SignedIn | undefined> {
  const group = kit.findings.group('Sign in');
  const heard = await kit.nobody.ask(login, { body: kit.options.account });
  if (!succeeds(group, login, 'The account signs in', heard) || !heard.ok) return undefined;
  const { token, user } = heard.data;
  return { ...kit, token, user, me: kit.as(token) };
}

export async function signOut({ findings, me }: SignedIn): Promise<void> {
  const group = findings.group('Sign out');
  const heard = await me.ask('POST /auth/logout', {});
  succeeds(group, 'POST /auth/logout', 'The account signs out', heard);
  const after = await me.ask('GET /auth/user', {});
  group.expect('GET /auth/user', 'A token that was given back is refused', !after.ok, {
    detail: 'It still opens the account',
    shown: 'Whoever copied the token stays signed in',
  });
}
