// The columns of exported roles.

import type { Role } from '../../../shared/contract/people.ts';
import type { ListColumn } from '../../../platform/export/list/listFile.ts';

export const roleColumns: readonly ListColumn<Role>[] = [
  { title: 'Name', text: ({ name }) => name },
  { title: 'Display Name', text: ({ display_name }) => display_name },
  { title: 'Description', text: ({ description }) => description },
  { title: 'Type', text: ({ is_system }) => (is_system ? 'System Role' : 'Custom Role') },
  { title: 'Permissions', text: ({ permissions }) => permissions.map(({ name }) => name).join(', ') },
];
