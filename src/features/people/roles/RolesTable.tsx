// Roles as a list, and the columns of their export.

import type { ListColumn } from '../../../platform/export/list/listFile.ts';
import { type RecordColumn, RecordTable } from '../../../platform/lists/RecordTable.tsx';
import type { RecordList } from '../../../platform/records/recordKind.ts';
import type { Role } from '../../../shared/contract/people.ts';
import { plural } from '../../../shared/words/plural.ts';
import { lockedReason, modulesOf, nameOf, RoleKind, RoleSecondFactor } from './roleParts.tsx';

const columns: readonly RecordColumn<Role>[] = [
  { id: 'display', header: 'Display Name', rowHeader: true, sortsBy: 'name', cell: nameOf },
  { id: 'name', header: 'Name', cell: ({ name }) => name },
  { id: 'kind', header: 'Type', cell: (role) => <RoleKind role={role} /> },
  { id: 'description', header: 'Description', cell: ({ description }) => description },
  {
    id: 'permissions',
    header: 'Permissions',
    cell: ({ permissions }) => plural(permissions.length, 'permission'),
  },
  { id: 'modules', header: 'Modules', cell: (role) => modulesOf(role).join(', ') },
];

const actionsOf = (role: Role) => <RoleSecondFactor role={role} asIcon />;

export default function RolesTable(list: RecordList<Role>) {
  return (
    <RecordTable
      {...list}
      caption="Roles"
      nameOf={nameOf}
      columns={columns}
      lockedReason={lockedReason}
      actions={actionsOf}
    />
  );
}

export const roleColumns: readonly ListColumn<Role>[] = [
  { title: 'Name', text: ({ name }) => name },
  { title: 'Display Name', text: ({ display_name }) => display_name },
  { title: 'Description', text: ({ description }) => description },
  { title: 'Type', text: ({ is_system }) => (is_system ? 'System Role' : 'Custom Role') },
  { title: 'Permissions', text: ({ permissions }) => permissions.map(({ name }) => name).join(', ') },
];
