// Signs in, which all other checks need, and out again.

import type { Kit, SignedIn } from '../kit.ts';
import { succeeds } from '../verdicts.ts';

const login = 'POST /auth/login';

/** Undefined if the account cannot sign in. */
export async function signIn(kit: Kit): Promise<SignedIn | undefined> {
  const group = kit.findings.group('Sign in');
  const result = await kit.anonymous.call(login, { body: kit.options.account });
  if (!succeeds(group, login, 'The account can sign in', result) || !result.ok) return undefined;
  const { token, user } = result.data;
  return { ...kit, token, user, client: kit.withToken(token) };
}

export async function signOut({ findings, client }: SignedIn): Promise<void> {
  const group = findings.group('Sign out');
  const result = await client.call('POST /auth/logout', {});
  succeeds(group, 'POST /auth/logout', 'The account can sign out', result);
  const after = await client.call('GET /auth/user', {});
  group.expect('GET /auth/user', 'The token is refused after sign-out', !after.ok, {
    detail: 'The token still works; make sign-out revoke it',
    shown: 'A session still open to anyone who copied the token',
  });
}
