// The columns of exported users.

import type { User } from '../../contract/entities/people.ts';
import type { ListColumn } from '../../export/list/listFile.ts';
import { formatDay } from '../../format/time.ts';
import { can } from '../../session/permissions.ts';

export const userColumns: readonly ListColumn<User>[] = [
  { title: 'Name', text: ({ name }) => name },
  { title: 'Email', text: ({ email }) => email },
  { title: 'Roles', text: ({ roles }) => roles.map((role) => role.display_name || role.name).join(', ') },
  { title: 'Companies', text: companiesOf },
  { title: 'Joined', text: ({ created_at }) => formatDay(created_at) },
];

function companiesOf(user: User): string {
  if (can(user, 'companies.all')) return 'All Companies';
  return user.companies.map(({ name }) => name).join(', ');
}
