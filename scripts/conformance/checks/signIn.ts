// Signing in, which all other checks need, signing out, and changing the password.

import { type Account, askedForFactor } from '../../account.ts';
import type { Group, Kit, SignedIn } from '../kit.ts';
import { faultOf, isRateLimited, refuses, succeeds } from '../verdicts.ts';

const login = 'POST /auth/login';

/** Resolves with undefined if the account cannot sign in. */
export async function signIn(kit: Kit): Promise<SignedIn | undefined> {
  const session = await openSession(kit, kit.group('Sign in'), 'The account', kit.options.account);
  return session && { ...kit, ...session };
}

type Session = Pick<SignedIn, 'token' | 'user' | 'client'>;

/** Resolves with undefined if `who` cannot sign in. */
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

/** Uses an API token, which needs no sign-in. */
async function withApiToken(kit: Kit, group: Group, who: string, token: string): Promise<Session | undefined> {
  const key = 'GET /auth/user';
  const client = kit.withToken(token);
  const user = await client.call(key, {});
  if (!succeeds(group, key, `${who} can call with its API token`, user) || !user.ok) return undefined;
  return { token, user: user.data, client };
}

/** Signs out, unless the account is an API token, which keeps working. */
export async function signOut(kit: SignedIn, account: Account): Promise<void> {
  const group = kit.group('Sign out');
  if ('token' in account) return group.skip('POST /auth/logout', 'The account can sign out', 'An API token does not');
  const result = await kit.client.call('POST /auth/logout', {});
  succeeds(group, 'POST /auth/logout', 'The account can sign out', result);
  const after = await kit.client.call('GET /auth/user', {});
  group.expect('GET /auth/user', 'The token is refused after sign-out', !after.ok, {
    detail: 'The token still works; make sign-out revoke it',
    shown: 'A session still open to anyone who copied the token',
  });
}

export async function checkWrongSignIn({ anonymous }: Kit, group: Group): Promise<void> {
  const unknown = 'An unknown e-mail is refused';
  const body = { email: 'nobody@conformance.invalid', password: 'no password at all' };
  const wrong = await anonymous.call(login, { body });
  if (isRateLimited(wrong)) group.skip(login, unknown, 'Too many failed sign-ins from this address; try again later');
  else refuses(group, login, unknown, wrong, ['unauthenticated', 'invalid', 'forbidden']);
  const empty = await anonymous.call(login, { body: { email: '', password: '' } });
  refuses(group, login, 'An empty sign-in is refused', empty, ['invalid', 'unauthenticated', 'refused'], 'email');
}

export async function checkPassword(
  kit: SignedIn,
  group: Group,
  account: { readonly email: string; readonly password: string },
): Promise<void> {
  const password = `${account.password} changed`;
  const key = 'POST /auth/change-password';
  kit.secrets.know(password);
  const change = (current_password: string) =>
    kit.client.call(key, { body: { current_password, password, password_confirmation: password } });
  const wrong = await change('not the password');
  if (!wrong.ok && wrong.error.kind === 'notFound') {
    return group.note(key, 'The server has this call', faultOf(key, wrong));
  }
  refuses(group, key, 'A wrong current password is refused', wrong, ['invalid', 'forbidden', 'refused']);
  const other = await openSession(kit, group, 'The user with another session', account);
  const accepted = await change(account.password);
  const claim = 'A new password is accepted';
  if (isRateLimited(accepted)) {
    return group.skip(key, claim, 'Too many attempts from this address; try again later');
  }
  if (!succeeds(group, key, claim, accepted)) return;
  if (other) {
    const after = await other.client.call('GET /auth/user', {});
    group.expect(key, 'It ends the other sessions of the user', !after.ok, {
      detail: 'The token of another session still works; make a new password revoke it',
      shown: 'Nothing, but whoever knew the old password stays signed in',
    });
  }
  const own = await kit.client.call('GET /auth/user', {});
  succeeds(group, 'GET /auth/user', 'The session that changed the password goes on', own);
  const again = await kit.anonymous.call(login, { body: { ...account, password } });
  succeeds(group, login, 'The user can sign in with the new password', again);
}
