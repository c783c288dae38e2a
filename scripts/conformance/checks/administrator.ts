// Checks the permissions of the main account by name: the console hides and locks what the specification names.

import type { CallKey } from '../../../src/shared/contract/calls.ts';
import type { User } from '../../../src/shared/contract/session.ts';
import type { Permission } from '../../../src/shared/contract/permissions.ts';
import type { Fault } from '../findings.ts';
import type { Explored } from '../kit.ts';

export const permissionsOf = ({ roles }: User): ReadonlySet<string> =>
  new Set(roles.flatMap(({ permissions }) => permissions.map(({ name }) => name)));

/** One of these shows Roles, Users, HR Sync and Settings in the sidebar. */
const administrative = ['roles.view', 'users.view', 'settings.view'] as const satisfies readonly Permission[];
const changeNumber = 'employees.edit_id' satisfies Permission;

export function checkAdministrator({ findings, user, answers }: Explored): void {
  const group = findings.group('Permissions');
  const current = answers['GET /auth/user'];
  // After a reload the console has the user of this call.
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
