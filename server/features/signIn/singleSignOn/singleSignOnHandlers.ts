// The settings of single sign-on, a test of the provider, and the last step of a sign-in, which exchanges the ticket
// for a session.

import type {
  MappedRole,
  ProviderTest,
  SingleSignOn,
  SingleSignOnSettings,
} from '../../../../src/shared/contract/singleSignOn.ts';
import type { Caller } from '../../../platform/access/caller.ts';
import { countAttempt, forgiveAttempt, type Limit, networkOf } from '../../../platform/access/rateLimit.ts';
import { audit, signedOutActor } from '../../../platform/audit/auditLog.ts';
import { hashOfToken } from '../../../platform/crypto/hashes.ts';
import { type Queries, rowsOf, scalar, sql } from '../../../platform/db/db.ts';
import { invalid } from '../../../platform/domainErrors.ts';
import { edit, versionOf } from '../../../platform/records/edit.ts';
import type { Handlers, Services } from '../../../platform/records/endpoint.ts';
import { findAdministrators } from '../../people/credentialQueries.ts';
import { assertMayAssignRoles, lockRightsFor } from '../../people/grantRules.ts';
import { lockRights } from '../../people/roleQueries.ts';
import { staleTicket, takeTicket } from '../../people/tickets.ts';
import { loadUser } from '../../people/userQueries.ts';
import { continueSignIn } from '../continueSignIn.ts';
import { findSettings, isLinked } from './admit.ts';
import { callbackUrlOf, describeProvider, providerClientOf, SingleSignOnError } from './provider.ts';

const ticketLimits = (address: string): Limit[] => [
  { key: `single sign-on ticket ${networkOf(address)}`, attempts: 100, minutes: 15 },
];

export const singleSignOnHandlers = {
  async 'POST /auth/single-sign-on'(request) {
    const { db, body, address, now } = request;
    const limits = ticketLimits(address);
    await countAttempt(db, limits, now);
    const reply = await db.tx(async (queries) => {
      const ticket = await takeTicket(queries, body.ticket, 'single_sign_on', now);
      // A stolen ticket is useless without the text that the page keeps.
      const user = ticket?.data === hashOfToken(body.verifier) && (await loadUser(queries, ticket.userId ?? 0));
      if (!user) return undefined;
      await forgiveAttempt(queries, limits, now);
      return continueSignIn(queries, request, user, 'single_sign_on');
    });
    if (reply) return reply;
    const details = { after: { reason: 'expired' } };
    await db.tx((queries) => audit(queries, signedOutActor(request), 'auth.single_sign_on_failed', 'users', details));
    throw staleTicket();
  },

  'GET /single-sign-on': (request) => describeSingleSignOn(request.db, request),

  async 'PUT /single-sign-on'(request) {
    const edited = {
      key: settingsEdit,
      action: 'single_sign_on.update',
      subject: 'single_sign_on',
      lock: lockRights,
      find: shownSettings,
    } as const;
    await edit(request, edited, async (queries, before) => {
      const caller = await lockRightsFor(queries, request);
      await changeSettings(queries, { ...request, caller }, before, request.body);
    });
    return describeSingleSignOn(request.db, request);
  },

  async 'POST /single-sign-on/test'(request) {
    const { db } = request;
    const test = await testProvider(request);
    const details = { after: { is_good: test.is_good } };
    await db.tx((queries) => audit(queries, request, 'single_sign_on.test', 'single_sign_on', details));
    return test;
  },
} satisfies Partial<Handlers>;

const settingsEdit = 'PUT /single-sign-on';

async function shownSettings(queries: Queries): Promise<SingleSignOn['settings']> {
  const settings = await findSettings(queries);
  return { ...settings, version: versionOf(settingsEdit, settings) };
}

type Context = Pick<Services, 'publicUrl' | 'identityProvider'> & { readonly caller: Caller };

/** Keeps callers from giving rights that they lack, and from closing the last way in. Requires the lock on rights. */
async function changeSettings(
  queries: Queries,
  { caller, identityProvider }: Context,
  before: SingleSignOnSettings,
  settings: SingleSignOnSettings,
): Promise<void> {
  const after = tidy(settings);
  await assertMayAssignRoles(queries, caller, rolesThatOthersGet(before, after));
  const able = (await findAdministrators(queries)).filter(({ has_password }) => has_password);
  if (!after.emergency_accounts.every((id) => able.some((administrator) => administrator.id === id)))
    throw invalid({ emergency_accounts: 'Choose administrators who have a password' });
  if (after.closes_passwords && !before.closes_passwords) {
    if (!identityProvider) throw invalid({ closes_passwords: 'This server has no single sign-on yet' });
    const { issuer, name } = identityProvider;
    if (!(await isLinked(queries, issuer, caller.id)))
      throw invalid({ closes_passwords: `Sign in with ${name} once yourself first, to see that it works` });
  }
  await queries.run(
    sql`update single_sign_on_settings set maps_roles = ${after.maps_roles}, roles_claim = ${after.roles_claim},
        creates_users = ${after.creates_users}, closes_passwords = ${after.closes_passwords}
      where id = 1`,
  );
  await queries.run(sql`delete from single_sign_on_roles`);
  const rows = rowsOf({ claim_value: 'text', role_id: 'bigint' }, after.mapping);
  await queries.run(
    sql`insert into single_sign_on_roles (claim_value, role_id) select claim_value, role_id from ${rows}`,
  );
  await queries.run(sql`delete from emergency_accounts`);
  await queries.run(
    sql`insert into emergency_accounts (user_id) select id from users where id in (${after.emergency_accounts})`,
  );
}

/** Includes every mapped role if the claim changes, because anyone who can set that claim then gets them. */
function rolesThatOthersGet(before: SingleSignOnSettings, after: SingleSignOnSettings): readonly number[] {
  const isAnotherClaim = after.roles_claim !== before.roles_claim || (after.maps_roles && !before.maps_roles);
  const changed = [...without(after.mapping, before.mapping), ...without(before.mapping, after.mapping)];
  return (isAnotherClaim ? [...before.mapping, ...after.mapping] : changed).map((row) => row.role_id);
}

function tidy({ mapping, ...settings }: SingleSignOnSettings): SingleSignOnSettings {
  const rows = mapping.map(({ claim_value, role_id }) => ({ claim_value: claim_value.trim(), role_id }));
  return {
    ...settings,
    roles_claim: settings.roles_claim.trim(),
    // Users created without a role from the claim could do nothing.
    creates_users: settings.maps_roles && settings.creates_users,
    mapping: rows
      .filter(({ claim_value, role_id }) => claim_value && role_id)
      .filter((row, index, all) => all.findIndex((other) => isSame(row, other)) === index),
    emergency_accounts: [...new Set(settings.emergency_accounts)],
  };
}

const isSame = (one: MappedRole, other: MappedRole) =>
  one.claim_value === other.claim_value && one.role_id === other.role_id;

const without = (rows: readonly MappedRole[], others: readonly MappedRole[]) =>
  rows.filter((row) => !others.some((other) => isSame(row, other)));

/** Leaves out the client secret. */
async function describeSingleSignOn(
  queries: Queries,
  { caller, publicUrl, identityProvider }: Context,
): Promise<SingleSignOn> {
  const issuer = identityProvider?.issuer ?? '';
  return {
    settings: await shownSettings(queries),
    provider: identityProvider
      ? {
          name: identityProvider.name,
          issuer,
          client_id: identityProvider.clientId,
          callback_url: callbackUrlOf({ publicUrl }),
        }
      : null,
    roles: await queries.all(sql`select id, display_name from roles order by id`),
    administrators: await findAdministrators(queries),
    linked_users: await scalar(queries, sql`select count(*) from single_sign_on_links where issuer = ${issuer}`),
    is_caller_linked: await isLinked(queries, issuer, caller.id),
  };
}

/** Reads the provider's description, and tells whether it suffices to sign in. */
async function testProvider(services: Services): Promise<ProviderTest> {
  try {
    const described = await describeProvider(providerClientOf(services));
    const missing = (['token_endpoint', 'jwks_uri'] as const).filter((name) => !described[name]);
    if (missing.length > 0) return bad(`The provider's description has no ${missing.join(' and no ')}`);
    return { is_good: true, sentence: 'The provider answers as it should', notes: notesAbout(described) };
  } catch (error) {
    if (!(error instanceof SingleSignOnError)) throw error;
    return bad(error.message);
  }
}

const bad = (sentence: string): ProviderTest => ({ is_good: false, sentence, notes: [] });

function notesAbout(described: Awaited<ReturnType<typeof describeProvider>>): string[] {
  const { code_challenge_methods_supported: methods, claims_supported: claims } = described;
  const notes = [`It signs with ${described.id_token_signing_alg_values_supported?.join(', ') ?? 'RS256'}.`];
  if (!methods?.includes('S256')) notes.push('It does not say that it knows PKCE, which protects the code on its way.');
  if (Array.isArray(claims) && !claims.includes('email_verified'))
    notes.push('It does not list the claim email_verified, without which no one is matched by e-mail.');
  return notes;
}
