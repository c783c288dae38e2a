// Shows at a glance which role has which permission. The first row and column stay in place as it scrolls.

import { useId } from 'react';
import type { ListRows } from '../../../platform/export/list/listFile.ts';
import { useResource } from '../../../platform/hooks/useResource.ts';
import type { RecordList } from '../../../platform/records/recordKind.ts';
import { FailedReads } from '../../../platform/ui/feedback/FailedReads.tsx';
import { TableSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { VisuallyHidden } from '../../../platform/ui/layout/VisuallyHidden.tsx';
import { StatusIcon } from '../../../platform/ui/StatusIcon.tsx';
import type { PermissionEntry, Role } from '../../../shared/contract/people.ts';
import { inWords } from '../../../shared/words/inWords.ts';
import { nameOf } from './roleParts.tsx';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './RolesMatrix.module.css';

export default function RolesMatrix({ records: roles }: Pick<RecordList<Role>, 'records'>) {
  const captionId = useId();
  const modules = useResource('GET /permissions/by-module', {});
  if (modules.loading && !modules.data) return <TableSkeleton label="Loading permissions…" rows={12} />;
  return (
    <div className={layout.page}>
      <FailedReads whole="all permissions" reads={[modules]} />
      <div role="region" aria-labelledby={captionId} tabIndex={0} className={`${layout.box} ${s.scroller}`}>
        <table className={s.matrix}>
          <caption id={captionId}>
            <VisuallyHidden>Roles by permissions</VisuallyHidden>
          </caption>
          <thead>
            <tr>
              <th scope="col" className={s.corner}>
                Permission
              </th>
              {roles.map((role) => (
                <th key={role.id} scope="col" className={s.role}>
                  {nameOf(role)}
                </th>
              ))}
            </tr>
          </thead>
          {/* If permissions cannot be listed, the matrix still has those of the roles. */}
          {moduleRows(modules.data ?? {}, roles).map((rows) => (
            <Module key={rows.title} rows={rows} roles={roles} />
          ))}
        </table>
      </div>
    </div>
  );
}

function Module({ rows: { title, permissions }, roles }: { rows: ModuleRows; roles: readonly Role[] }) {
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={roles.length + 1} className={s.module}>
          <span className={s.title}>{title}</span>
        </th>
      </tr>
      {permissions.map((permission) => (
        <tr key={permission.name} className={s.row}>
          <th scope="row" title={permission.name} className={s.permission}>
            {labelOf(permission)}
          </th>
          {roles.map((role) => (
            <td key={role.id} data-role={nameOf(role)} className={s.cell}>
              {holds(role, permission) && <StatusIcon name="check" className={s.held} />}
              <VisuallyHidden>{holds(role, permission) ? 'Yes' : 'No'}</VisuallyHidden>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

interface ModuleRows {
  title: string;
  permissions: readonly PermissionEntry[];
}

type ByModule = Readonly<Record<string, readonly PermissionEntry[]>>;

/**
 * Makes the rows of the matrix, by module, for the screen and its export. They include permissions that only roles
 * name, since another server may not list them all.
 */
export function moduleRows(byModule: ByModule, roles: readonly Role[]): readonly ModuleRows[] {
  const listed = Object.entries(byModule).flatMap(([module, entries]) =>
    entries.map((entry) => ({ ...entry, module })),
  );
  const listedNames = new Set(listed.map(({ name }) => name));
  const others = roles.flatMap(({ permissions }) => permissions).filter(({ name }) => !listedNames.has(name));
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
