// Checks what the kit's own user can do, who has no roles and one company.

import type { Explored, SignedIn } from '../kit.ts';
import { faultOf } from '../uses.ts';
import { isRateLimited, refuses, succeeds } from '../verdicts.ts';
import { accountOf } from './adminKinds.ts';
import { knownCompanies, without } from './limited.ts';
import { checkWithoutRole } from './permissions.ts';
import type { Writing } from './records.ts';
import { checkScope } from './scope.ts';
import { openSession } from './signIn.ts';

/** Whether the company was assigned. */
export async function assignCompany({ client, group }: Writing, id: number, companyId: number): Promise<boolean> {
  const assign = 'POST /users/{id}/assign-companies';
  const result = await client.call(assign, { id, body: { companies: [companyId] } });
  if (!succeeds(group, assign, 'Companies can be assigned', result)) return false;
  const assigned = await client.call('GET /users/{id}/companies', { id });
  const isThere = assigned.ok && assigned.data.some((company) => company.id === companyId);
  group.expect('GET /users/{id}/companies', 'The assigned companies are returned', isThere, {
    detail: `Company ${companyId} is missing`,
  });
  return isThere;
}

export async function signInOwn(kit: Explored, { group, mark }: Writing): Promise<SignedIn | undefined> {
  const session = await openSession(kit, group, 'The new user', accountOf(mark));
  return session && { ...kit, ...session };
}

/** A server may let everyone read something, but only of their own companies. */
export async function checkReads(kit: Explored, { client }: SignedIn, companyId: number | undefined): Promise<void> {
  const group = kit.findings.group('Permissions');
  await checkWithoutRole(kit, group, client);
  if (companyId === undefined) return;
  const own = [{ id: companyId, name: 'the one of the kit' }];
  const foreign = without(await knownCompanies(kit), own);
  await checkScope(kit, group, { who: 'A user without roles', client, own, foreign });
}

/** Returns the password that is right afterwards. */
export async function checkPassword(kit: Explored, { group, mark }: Writing, { client }: SignedIn): Promise<string> {
  const account = accountOf(mark);
  const password = `${account.password} changed`;
  const key = 'POST /auth/change-password';
  kit.secrets.know(password);
  const change = (current_password: string) =>
    client.call(key, { body: { current_password, password, password_confirmation: password } });
  const wrong = await change('not the password');
  if (!wrong.ok && wrong.error.kind === 'notFound') {
    group.note(key, 'The server has this call', faultOf(key, wrong));
    return account.password;
  }
  refuses(group, key, 'A wrong current password is refused', wrong, ['invalid', 'forbidden', 'refused']);
  const accepted = await change(account.password);
  const claim = 'A new password is accepted';
  if (isRateLimited(accepted)) {
    group.skip(key, claim, 'Too many attempts from this address; try again later');
    return account.password;
  }
  if (!succeeds(group, key, claim, accepted)) return account.password;
  const again = await kit.anonymous.call('POST /auth/login', { body: { ...account, password } });
  succeeds(group, 'POST /auth/login', 'The user can sign in with the new password', again);
  return password;
}
