// Accounts other than the administrator with which the kit calls, and which must not write everywhere: the limited one,
// the kit's own user without roles, and its own user who may only view.

import { access } from '../../../src/shared/contract/access.ts';
import type { Rights } from '../../../src/shared/contract/call.ts';
import type { CallKey } from '../../../src/shared/contract/calls.ts';
import type { User } from '../../../src/shared/contract/session.ts';
import type { KitClient, Result } from '../client.ts';
import type { Explored, Fault, Group } from '../kit.ts';
import { faultOf } from '../verdicts.ts';
import { accountOf, find, named, newMark, roleName, roles, users } from './kinds.ts';
import { readWhole } from './lists.ts';
import { permissionsOf } from './permissions.ts';
import { openSession } from './signIn.ts';

export interface Named {
  id: number;
  name: string;
}

/** An account, and which companies it may see. */
export interface Scope {
  /** Name in reports, such as 'The limited account'. */
  who: string;
  client: KitClient;
  own: readonly Named[];
  foreign: readonly Named[];
}

export interface Limited extends Scope {
  user: User;
}

/** Returns undefined if there is no limited account, or it cannot sign in. */
export async function openLimited(kit: Explored): Promise<Limited | undefined> {
  const group = kit.group('Permissions');
  const { limited } = kit.options;
  if (!limited) {
    const reason = 'No second account was given (--limited-email and --limited-password, or --limited-token)';
    group.skip('GET *', 'A limited account gets its own companies only', reason);
    return undefined;
  }
  const who = 'The limited account';
  const session = await openSession(kit, group, who, limited);
  if (!session) return undefined;
  const { user, client } = session;
  const known = await knownCompanies(kit);
  const own = permissionsOf(user).has('companies.all') ? known : await companiesOf(kit, client, user);
  return { who, client, user, own, foreign: without(known, own) };
}

export const without = (known: readonly Named[], own: readonly Named[]): readonly Named[] =>
  known.filter(({ id }) => !own.some((each) => each.id === id));

export const knownCompanies = async ({ client, answers, options }: Explored): Promise<readonly Named[]> =>
  answers['GET /companies/all'] ?? (await listedCompanies(client, options.pages));

async function listedCompanies(client: KitClient, pages: number): Promise<readonly Named[]> {
  const listed = await readWhole((query) => client.call('GET /companies', { query }), pages);
  return 'error' in listed ? [] : listed.rows;
}

/** Returns the assigned companies or, if there are none or the server does not say, the ones the account can list. */
async function companiesOf(kit: Explored, client: KitClient, user: User): Promise<readonly Named[]> {
  // A token may be limited to some of its owner's companies.
  if (kit.options.limited && 'token' in kit.options.limited) return listedCompanies(client, kit.options.pages);
  const assigned = await kit.client.call('GET /users/{id}/companies', { id: user.id });
  if (assigned.ok && assigned.data.length > 0) return assigned.data;
  return user.companies.length > 0 ? user.companies : listedCompanies(client, kit.options.pages);
}

export interface Intruder {
  /** Name in reports, such as 'The limited account'. */
  who: string;
  client: KitClient;
  /** Whether a server must refuse the call, for a company that is not the account's or for none. */
  mustNot(key: CallKey, isOfCompany: boolean): boolean;
}

const calls: Readonly<Record<CallKey, Rights>> = access;

/** `known` has the names of the server's permissions. Lacking one means nothing if the server uses another name. */
export function limitedIntruder({ who, client, user, foreign }: Limited, known: ReadonlySet<string>): Intruder {
  const held = permissionsOf(user);
  const mustNot = (key: CallKey, isOfCompany: boolean) => {
    const { needs, orNeeds } = calls[key];
    const lacks = needs !== undefined && known.has(needs) && !held.has(needs) && !(orNeeds && held.has(orNeeds));
    return (isOfCompany && foreign.length > 0) || lacks;
  };
  return { who, client, mustNot };
}

export const withoutRole = (client: KitClient): Intruder => ({
  who: 'A user without roles',
  client,
  mustNot: () => true,
});

export function checkRefused(group: Group, key: CallKey, claim: string, result: Result<unknown>): void {
  group.check(key, claim, intrusionFault(key, result));
}

function intrusionFault(key: CallKey, result: Result<unknown>): Fault | undefined {
  const shown = 'Nothing, but the account can do it with a request of its own';
  if (result.ok) return { detail: 'The call succeeded; answer 403, or 404 for what the account may not see', shown };
  const { kind, status } = result.error;
  // A body that may not name the company can be invalid, and a conflict is also a refusal.
  if (kind === 'forbidden' || kind === 'notFound' || kind === 'invalid' || (kind === 'refused' && status < 500)) {
    return undefined;
  }
  const { detail, shown: words } = faultOf(key, result);
  return { detail: `${detail}; answer 403`, ...(words && { shown: words }) };
}

/** Matches the server's permissions by name. */
const viewing = /[._:-](?:view|read)$/;

/**
 * Passes a user to `use` who may view everything and change nothing, judging by the names of permissions, or undefined
 * if there can be no such user. User and role are deleted in any case.
 */
export async function withViewer(
  kit: Explored,
  { client, group }: { readonly client: KitClient; readonly group: Group },
  companyId: number,
  use: (viewer: Intruder | undefined) => Promise<void>,
): Promise<void> {
  const who = 'A user who may only view';
  const mark = newMark();
  const { email, password } = accountOf(mark);
  kit.secrets.know(password);
  const permissions =
    kit.answers['GET /permissions']?.filter(({ name }) => viewing.test(name)).map(({ id }) => id) ?? [];

  const role = permissions.length > 0 ? await addRole() : undefined;
  const user = role === undefined ? undefined : await addUser(role);
  try {
    const login =
      user === undefined ? undefined : await kit.anonymous.call('POST /auth/login', { body: { email, password } });
    const viewer = login?.ok && 'token' in login.data ? kit.withToken(login.data.token) : undefined;
    if (!viewer) {
      const reason = 'No such user could be added, or no permission of the server ends in .view or .read';
      group.skip('PUT *', `${who} cannot write`, reason);
    }
    await use(viewer && { who, client: viewer, mustNot: () => true });
  } finally {
    if (user !== undefined) await client.call('DELETE /users/{id}', { id: user });
    if (role !== undefined) await client.call('DELETE /roles/{id}', { id: role });
  }

  async function addRole(): Promise<number | undefined> {
    const body = { name: roleName(mark), display_name: named(mark), description: named(mark), permissions };
    await client.call('POST /roles', { body });
    return (await find(roles({ client, mark }), mark))?.id;
  }

  async function addUser(roleId: number): Promise<number | undefined> {
    const body = { name: named(mark), email, password, roles: [roleId], companies: [companyId] };
    await client.call('POST /users', { body });
    return (await find(users({ client, mark }), mark))?.id;
  }
}
