// Roles by permissions: the rows of the matrix, by module, as the screen shows and exports them.

import type { PermissionEntry, Role } from '../../../../shared/contract/people.ts';
import type { ListRows } from '../../../../platform/export/list/listFile.ts';
import { inWords } from '../../../../shared/words/inWords.ts';
import { nameOf } from '../roleText.ts';

export interface ModuleRows {
  title: string;
  permissions: readonly PermissionEntry[];
}

type ByModule = Readonly<Record<string, readonly PermissionEntry[]>>;

/** With permissions that only roles name: another server may not list them all. */
export function moduleRows(byModule: ByModule, roles: readonly Role[]): readonly ModuleRows[] {
  const listed = Object.entries(byModule).flatMap(([module, entries]) =>
    entries.map((entry) => ({ ...entry, module })),
  );
  const known = new Set(listed.map(({ name }) => name));
  const others = roles.flatMap(({ permissions }) => permissions).filter(({ name }) => !known.has(name));
  const all = [...new Map([...listed, ...others].map((entry) => [entry.name, entry])).values()];
  return [...Map.groupBy(all, ({ module }) => module)].map(([module, permissions]) => ({
    title: inWords(module || 'other'),
    permissions,
  }));
}

export const labelOf = ({ display_name, name }: PermissionEntry): string => display_name || name;

export const holds = (role: Role, permission: PermissionEntry): boolean =>
  role.permissions.some(({ name }) => name === permission.name);

export function matrixRows(byModule: ByModule, roles: readonly Role[]): ListRows {
  const rows = moduleRows(byModule, roles).flatMap(({ title, permissions }) =>
    permissions.map((permission) => [
      title,
      labelOf(permission),
      permission.name,
      ...roles.map((role) => (holds(role, permission) ? 'Yes' : '')),
    ]),
  );
  return [['Module', 'Permission', 'Name', ...roles.map(nameOf)], ...rows];
}
