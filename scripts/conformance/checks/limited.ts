// The limited account: which companies it has, and that it gets nothing of others.

import type { KitClient } from '../client.ts';
import type { Explored, Named, Scope, SignedIn } from '../kit.ts';
import { readWhole } from '../pages.ts';
import { permissionsOf } from './administrator.ts';
import { checkScope } from './scope.ts';
import { openSession } from './signIn.ts';
import { checkStatistics } from './statistics.ts';
import { checkTimesheetsOf } from './timesheets.ts';

const who = 'The limited account';

export interface Limited extends Scope {
  user: SignedIn['user'];
}

/** Undefined if there is no limited account, or if it cannot sign in. */
export async function openLimited(kit: Explored): Promise<Limited | undefined> {
  const group = kit.findings.group('Permissions');
  const { limited } = kit.options;
  if (!limited) {
    const reason = 'No second account was given (--limited-email and --limited-password, or --limited-token)';
    group.skip('GET *', 'A limited account gets its own companies only', reason);
    return undefined;
  }
  const session = await openSession(kit, group, who, limited);
  if (!session) return undefined;
  const { user, client } = session;
  const known = await knownCompanies(kit);
  const own = permissionsOf(user).has('companies.all') ? known : await companiesOf(kit, client, user);
  return { who, client, user, own, foreign: without(known, own) };
}

/** Compares statistics with the list. `sound` are the filters that work. */
export async function checkLimited(
  kit: Explored,
  limited: Limited,
  sound: ReadonlySet<string> | undefined,
): Promise<void> {
  const group = kit.findings.group('Permissions');
  if (limited.foreign.length === 0) {
    const reason = 'It may see every company; use an account that is assigned to some of them';
    return group.skip('GET *', `${who} gets its own companies only`, reason);
  }
  await checkTimesheetsOf(group, kit, limited);
  const lists = await checkScope(kit, group, limited);
  if (sound && lists.has('GET /attendance')) {
    await checkStatistics(group, limited.client, sound, ' of the limited account');
  }
}

export const without = (known: readonly Named[], own: readonly Named[]): readonly Named[] =>
  known.filter(({ id }) => !own.some((each) => each.id === id));

export const knownCompanies = async ({ client, answers, options }: Explored): Promise<readonly Named[]> =>
  answers['GET /companies/all'] ?? (await listedCompanies(client, options.pages));

async function listedCompanies(client: KitClient, pages: number): Promise<readonly Named[]> {
  const listed = await readWhole((query) => client.call('GET /companies', { query }), pages);
  return 'error' in listed ? [] : listed.rows;
}

/** As assigned; if none is assigned, or the server does not tell, those that the account itself can list. */
async function companiesOf(kit: Explored, client: KitClient, user: SignedIn['user']): Promise<readonly Named[]> {
  // A token may be for some of the companies of its owner.
  if (kit.options.limited && 'token' in kit.options.limited) return listedCompanies(client, kit.options.pages);
  const assigned = await kit.client.call('GET /users/{id}/companies', { id: user.id });
  if (assigned.ok && assigned.data.length > 0) return assigned.data;
  return user.companies.length > 0 ? user.companies : listedCompanies(client, kit.options.pages);
}
