// Finds the user for the provider's person, or creates one where the settings allow it, and gives them the mapped
// roles. Call it in a transaction: it throws if somebody may not come in, and then nothing has changed.

import type { User } from '../../../../src/shared/contract/session.ts';
import type { MappedRole, SingleSignOnSettings } from '../../../../src/shared/contract/singleSignOn.ts';
import { noPassword } from '../../../platform/access/passwords.ts';
import { audit, type Received, signedOutActor } from '../../../platform/audit/auditLog.ts';
import { exists, one, type Queries, scalars, sql } from '../../../platform/db/db.ts';
import { singleLine } from '../../../platform/log/log.ts';
import { searchedKinds, storeWords } from '../../../platform/records/search/searchIndex.ts';
import { instantOf } from '../../../platform/time/clock.ts';
import { type Credentials, emergencyAccounts, findCredentials, hasPassword } from '../../people/credentialQueries.ts';
import { administratorsRemain } from '../../people/grantRules.ts';
import { countInvitations, deleteInvitation, findInvited } from '../../people/invitations.ts';
import { administratorRole, findRoles, lockRights, roleId } from '../../people/roleQueries.ts';
import { hasSameIds, insertUser, loadUser, setRoles } from '../../people/userQueries.ts';
import { claimOf, type ProviderClaims, valuesOf, verifiedEmail } from './claims.ts';
import { SingleSignOnError } from './provider.ts';

interface Admission extends Received {
  readonly claims: ProviderClaims;
  readonly settings: SingleSignOnSettings;
  readonly verifiedClaim: string;
}

export async function admit(queries: Queries, arrival: Omit<Admission, 'settings'>): Promise<User> {
  const settings = await readLockedSettings(queries);
  const admission = { ...arrival, settings };
  const { claims, now } = admission;
  const roles = settings.maps_roles ? mappedRoles(admission) : undefined;
  const link = sql`issuer = ${claims.issuer} and subject = ${claims.subject}`;
  const [linked] = await scalars(
    queries,
    sql`update single_sign_on_links set last_used_at = ${instantOf(now)} where ${link} returning user_id`,
  );
  const user = await userById(queries, linked ?? (await findByEmail(queries, admission, roles)));
  if (roles?.length === 0)
    throw new SingleSignOnError('no_role', 'no value of the claim leads to a role', { userId: user.id });
  if (roles && linked === undefined) await assertNotPrepared(queries, user, roles);
  if (roles) await giveRoles(queries, admission, user, roles);
  return user;
}

/**
 * Refuses to link an account that has a password and would gain permissions: its maker may know the password, and would
 * gain permissions that they cannot give.
 */
async function assertNotPrepared(queries: Queries, user: User, mapped: readonly number[]): Promise<void> {
  const held = user.roles.flatMap(({ permissions }) => permissions.map(({ name }) => name));
  const given = (await findRoles(queries, mapped)).flatMap(({ permissions }) => permissions);
  const further = given.find(({ name }) => !held.includes(name));
  if (!further || !(await hasPassword(queries, user.id))) return;
  const detail = `the user has a password, but not yet the permission ${further.name}`;
  throw new SingleSignOnError('taken', detail, { userId: user.id, email: user.email });
}

type Flags = Pick<SingleSignOnSettings, 'maps_roles' | 'roles_claim' | 'creates_users' | 'closes_passwords'>;

export async function findSettings(queries: Queries): Promise<SingleSignOnSettings> {
  const flags = await one<Flags>(
    queries,
    sql`select maps_roles, roles_claim, creates_users, closes_passwords from single_sign_on_settings where id = 1`,
    ['maps_roles', 'creates_users', 'closes_passwords'],
  );
  const mapping = await queries.all<MappedRole>(
    sql`select claim_value, role_id from single_sign_on_roles order by claim_value, role_id`,
  );
  const accounts = await scalars(queries, sql`${emergencyAccounts} order by user_id`);
  return { ...flags, mapping, emergency_accounts: accounts };
}

/** Reads the settings under the lock on rights, so that a mapping being changed gives nobody its former roles. */
async function readLockedSettings(queries: Queries): Promise<SingleSignOnSettings> {
  const settings = await findSettings(queries);
  if (!settings.maps_roles) return settings;
  await lockRights(queries);
  return findSettings(queries);
}

function mappedRoles({ claims, settings: { mapping, roles_claim } }: Admission): readonly number[] {
  const values = new Set(valuesOf(claims, roles_claim));
  return [...new Set(mapping.filter((row) => values.has(row.claim_value)).map((row) => row.role_id))];
}

/** Finds or creates the user for somebody who signs in by single sign-on for the first time, and links them. */
async function findByEmail(
  queries: Queries,
  admission: Admission,
  roles: readonly number[] | undefined,
): Promise<number> {
  const { claims, verifiedClaim } = admission;
  const email = verifiedEmail(claims, verifiedClaim);
  if (email === undefined)
    throw new SingleSignOnError(
      'unverified',
      `the provider does not say with ${verifiedClaim} that the e-mail is verified`,
    );
  const credentials = await findCredentials(queries, email);
  if (credentials) {
    if (!(await mayLink(queries, credentials, admission.now)))
      throw new SingleSignOnError('unknown', 'the invitation of this user is not open', {
        userId: credentials.id,
        email,
      });
    return link(queries, admission, { id: credentials.id, email });
  }
  if (!admission.settings.creates_users)
    throw new SingleSignOnError('unknown', 'no user has the e-mail of this person', { email });
  if (!roles?.length) throw new SingleSignOnError('no_role', 'no value of the claim leads to a role', { email });
  return link(queries, admission, { id: await createUser(queries, admission, email, roles), email });
}

/** An invitation that was taken back or has expired lets nobody in. */
async function mayLink(queries: Queries, { id, email, password_hash }: Credentials, now: Date): Promise<boolean> {
  if (password_hash !== noPassword || (await findInvited(queries, email, now))) return true;
  return (await countInvitations(queries, sql`user_id = ${id}`)) === 0;
}

export const isLinked = (queries: Queries, issuer: string, userId: number): Promise<boolean> =>
  exists(queries, sql`select user_id from single_sign_on_links where issuer = ${issuer} and user_id = ${userId}`);

async function link(queries: Queries, admission: Admission, user: Pick<User, 'id' | 'email'>): Promise<number> {
  const { issuer, subject } = admission.claims;
  const { id, email } = user;
  if (await isLinked(queries, issuer, id))
    throw new SingleSignOnError('taken', 'the user is linked with another person of the provider', {
      userId: id,
      email,
    });
  const now = instantOf(admission.now);
  // From then on, the e-mail does not matter.
  await queries.run(
    sql`insert into single_sign_on_links (issuer, subject, user_id, linked_at, last_used_at)
      values (${issuer}, ${subject}, ${id}, ${now}, ${now})`,
  );
  await deleteInvitation(queries, id);
  const details = { subjectId: id, after: { issuer, subject } };
  await audit(queries, signedOutActor(admission, user), 'users.link', 'users', details);
  return id;
}

async function createUser(
  queries: Queries,
  admission: Admission,
  email: string,
  roles: readonly number[],
): Promise<number> {
  const named = claimOf(admission.claims, 'name');
  const name = (typeof named === 'string' && singleLine(named)) || email;
  const user = { name, email, passwordHash: noPassword, roles, companies: [] };
  const id = await insertUser(queries, user, admission.now);
  await storeWords(queries, searchedKinds.users, id);
  const details = { subjectId: id, after: await userById(queries, id) };
  await audit(queries, signedOutActor(admission, { id: null, email }), 'users.create', 'users', details);
  return id;
}

async function userById(queries: Queries, id: number): Promise<User> {
  const user = await loadUser(queries, id);
  if (!user) throw new Error(`There is no user ${id}`);
  return user;
}

/** Replaces the user's roles by the mapped ones. The last administrator stays one. */
async function giveRoles(queries: Queries, admission: Admission, user: User, mapped: readonly number[]): Promise<void> {
  const { id } = user;
  const before = user.roles.map((role) => role.id);
  if (hasSameIds(before, mapped)) return;
  await setRoles(queries, id, mapped);
  const kept = (await administratorsRemain(queries)) ? mapped : [...mapped, await roleId(queries, administratorRole)];
  if (kept !== mapped) await setRoles(queries, id, kept);
  if (hasSameIds(before, kept)) return;
  const names = async (ids: readonly number[]) => (await findRoles(queries, ids)).map((role) => role.name);
  await audit(queries, signedOutActor(admission, user), 'users.map_roles', 'users', {
    subjectId: id,
    before: { roles: await names(before) },
    after: { roles: await names(kept) },
  });
}
