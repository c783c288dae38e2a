// Signs in, which all other checks need, and out again.

import type { Account } from '../../account.ts';
import { askedForFactor } from '../../askedForFactor.ts';
import type { Group } from '../findings.ts';
import type { Kit, SignedIn } from '../kit.ts';
import { succeeds } from '../verdicts.ts';

const login = 'POST /auth/login';

/** Undefined if the account cannot sign in. */
export async function signIn(kit: Kit): Promise<SignedIn | undefined> {
  const session = await openSession(kit, kit.findings.group('Sign in'), 'The account', kit.options.account);
  return session && { ...kit, ...session };
}

type Session = Pick<SignedIn, 'token' | 'user' | 'client'>;

/** Undefined if `who` cannot sign in. */
export async function openSession(kit: Kit, group: Group, who: string, account: Account): Promise<Session | undefined> {
  if ('token' in account) return withApiToken(kit, group, who, account.token);
  const claim = `${who} can sign in`;
  const result = await kit.anonymous.call(login, { body: account });
  if (result.ok && 'second_factor' in result.data) {
    group.check(login, claim, { detail: askedForFactor });
    return undefined;
  }
  if (!succeeds(group, login, claim, result) || !result.ok || !('token' in result.data)) return undefined;
  const { token, user } = result.data;
  return { token, user, client: kit.withToken(token) };
}

/** A machine does not sign in. */
async function withApiToken(kit: Kit, group: Group, who: string, token: string): Promise<Session | undefined> {
  const key = 'GET /auth/user';
  const client = kit.withToken(token);
  const user = await client.call(key, {});
  if (!succeeds(group, key, `${who} can call with its API token`, user) || !user.ok) return undefined;
  return { token, user: user.data, client };
}

/** Nor out: its token keeps working. */
export async function signOut({ findings, client }: SignedIn, account: Account): Promise<void> {
  const group = findings.group('Sign out');
  if ('token' in account) return group.skip('POST /auth/logout', 'The account can sign out', 'An API token does not');
  const result = await client.call('POST /auth/logout', {});
  succeeds(group, 'POST /auth/logout', 'The account can sign out', result);
  const after = await client.call('GET /auth/user', {});
  group.expect('GET /auth/user', 'The token is refused after sign-out', !after.ok, {
    detail: 'The token still works; make sign-out revoke it',
    shown: 'A session still open to anyone who copied the token',
  });
}
