// Which role has which permission, at a glance. Its first row and column stay as it scrolls.

import { useId } from 'react';
import type { Role } from '../../../../shared/contract/people.ts';
import type { RecordList } from '../../../../platform/lists/recordKind.ts';
import { useResource } from '../../../../platform/hooks/useResource.ts';
import { StatusIcon } from '../../../../platform/ui/StatusIcon.tsx';
import { TableSkeleton } from '../../../../platform/ui/feedback/Skeletons.tsx';
import { VisuallyHidden } from '../../../../platform/ui/layout/VisuallyHidden.tsx';
import { nameOf } from '../roleText.ts';
import { holds, labelOf, type ModuleRows, moduleRows } from './matrix.ts';
import * as s from './RolesMatrix.module.css';

export function RolesMatrix({ records: roles }: Pick<RecordList<Role>, 'records'>) {
  const captionId = useId();
  const modules = useResource('GET /permissions/by-module', {});
  if (modules.loading && !modules.data) return <TableSkeleton label="Loading permissions…" rows={12} />;
  return (
    <div role="region" aria-labelledby={captionId} tabIndex={0} className={s.scroller}>
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
        {/* Where they cannot be listed, those that the roles have still are. */}
        {moduleRows(modules.data ?? {}, roles).map((rows) => (
          <Module key={rows.title} rows={rows} roles={roles} />
        ))}
      </table>
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
            <td key={role.id} className={s.cell}>
              {holds(role, permission) ? <Held /> : <VisuallyHidden>No</VisuallyHidden>}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

const Held = () => (
  <>
    <StatusIcon name="check" className={s.held} />
    <VisuallyHidden>Yes</VisuallyHidden>
  </>
);
