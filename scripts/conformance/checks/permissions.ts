// Rights: what can be read without a token and by users without roles, and the permissions that the console knows by
// name.

import { failureMessages } from '../../../src/platform/api/client.ts';
import type { CallKey, ReadKey } from '../../../src/shared/contract/calls.ts';
import type { Permission } from '../../../src/shared/contract/permissions.ts';
import type { User } from '../../../src/shared/contract/session.ts';
import { plural } from '../../../src/shared/words/plural.ts';
import type { KitClient, Result } from '../client.ts';
import type { Explored, Fault, Group } from '../kit.ts';
import { askAs, readKeys, rowsOf } from '../reads.ts';
import { faultOf } from '../verdicts.ts';

/** Only names, options and the caller's own data, which an account without permissions may safely read. */
const harmless: readonly ReadKey[] = [
  'GET /auth/user',
  'GET /settings/public',
  'GET /settings/url-types',
  'GET /settings/{keyOrId}',
  'GET /permissions',
  'GET /permissions/by-module',
  'GET /users/permissions',
  'GET /sessions',
  'GET /api-tokens',
];

export async function checkTokens(kit: Explored): Promise<void> {
  const group = kit.group('Permissions');
  await checkUnauthenticated(kit, group, 'Without a token', kit.anonymous);
  await checkUnauthenticated(kit, group, 'With an invented token', kit.withToken('conformance-invented-token'));
}

/** Repeats the calls that succeeded for the main account. */
async function* repeatReads(kit: Explored, who: KitClient): AsyncGenerator<{ key: ReadKey; result: Result<unknown> }> {
  for (const key of readKeys) {
    if (kit.answers[key] === undefined) continue;
    const result = await askAs(who, key, kit.examples);
    if (result) yield { key, result };
  }
}

async function checkUnauthenticated(kit: Explored, group: Group, how: string, who: KitClient): Promise<void> {
  for await (const { key, result } of repeatReads(kit, who)) {
    if (key === 'GET /settings/public') continue;
    group.check(key, `${how} it answers 401`, unauthenticatedFault(key, result));
  }
}

function unauthenticatedFault(key: CallKey, result: Result<unknown>): Fault | undefined {
  if (result.ok)
    return { detail: 'It returned data; require a valid token', shown: 'The data, even without signing in' };
  if (result.error.kind === 'unauthenticated' && result.error.message !== failureMessages.html) return undefined;
  const { detail, shown } = faultOf(key, result);
  return { detail, shown: `${shown ?? ''}, and no dialog to sign in again`.replace(/^, /, '') };
}

/** The specification does not say what to refuse to users without roles. Other companies are checked separately. */
export async function checkWithoutRole(kit: Explored, who: KitClient): Promise<void> {
  const group = kit.group('Permissions');
  for await (const { key, result } of repeatReads(kit, who)) {
    if (harmless.includes(key)) continue;
    const claim = 'A user without roles gets no records';
    const rows = result.ok ? rowsOf(result.data).filter((row) => 'id' in row) : [];
    const isOwn = key.startsWith('GET /users') && rows.length === 1;
    if (rows.length === 0 || isOwn) group.check(key, claim);
    else
      group.note(key, claim, {
        detail: `It returned ${plural(rows.length, 'record')} to a user without roles; answer 403 if a permission is needed`,
        shown: 'The data, to everyone who can sign in',
      });
  }
}

export const permissionsOf = ({ roles }: User): ReadonlySet<string> =>
  new Set(roles.flatMap(({ permissions }) => permissions.map(({ name }) => name)));

/** One of these shows Roles, Users, HR Sync and Settings in the sidebar. */
const administrative = ['roles.view', 'users.view', 'settings.view'] as const satisfies readonly Permission[];
const changeNumber = 'employees.edit_id' satisfies Permission;

/** The console hides and locks what the specification names. */
export function checkAdministrator(kit: Explored): void {
  const { user, answers } = kit;
  const group = kit.group('Permissions');
  const current = answers['GET /auth/user'];
  // After a reload, the console has the user from this call.
  if (current) checkUser('GET /auth/user', current, '');
  if (!current || permissionsOf(current).size !== permissionsOf(user).size) {
    checkUser('POST /auth/login', user, 'user.');
  }

  function checkUser(key: CallKey, whose: User, prefix: string): void {
    const fault = administrativeFault(whose, prefix);
    group.check(key, `The user has one of ${administrative.join(', ')}`, fault);
    if (fault || permissionsOf(whose).has(changeNumber)) return;
    group.note(key, `The user has ${changeNumber}`, {
      field: `${prefix}roles`,
      detail: `No permission of the user is named ${changeNumber}`,
      shown: 'Edit Employee: a locked Employee ID',
    });
  }
}

function administrativeFault(user: User, prefix: string): Fault | undefined {
  const held = permissionsOf(user);
  if (administrative.some((name) => held.has(name))) return undefined;
  const shown = 'A sidebar without Roles, Users, HR Sync and Settings';
  if (user.roles.length === 0) {
    return { field: `${prefix}roles`, detail: 'It is empty or missing; send the roles with their permissions', shown };
  }
  if (held.size === 0) {
    const detail = 'It is empty or missing; send the permissions of each role as [{ "name": "roles.view" }, …]';
    return { field: `${prefix}roles.0.permissions`, detail, shown };
  }
  const some = [...held].slice(0, 5).join(', ');
  const detail = `The names are ${some}${held.size > 5 ? ' …' : ''}; give administrators one of these three as well`;
  return { field: `${prefix}roles.0.permissions.0.name`, detail, shown };
}
