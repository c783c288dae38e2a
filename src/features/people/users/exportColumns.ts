// The columns of exported users.

import type { ListedUser } from '../../../shared/contract/people.ts';
import type { ListColumn } from '../../../platform/export/list/listFile.ts';
import { formatDay } from '../../../shared/words/time.ts';
import { badgeWords, stateOf } from './invitations/invitationWords.ts';
import { can } from '../../../platform/session/permissions.ts';

export const userColumns: readonly ListColumn<ListedUser>[] = [
  { title: 'Name', text: ({ name }) => name },
  { title: 'Email', text: ({ email }) => email },
  { title: 'Roles', text: ({ roles }) => roles.map((role) => role.display_name || role.name).join(', ') },
  { title: 'Companies', text: companiesOf },
  { title: 'Sign-in', text: ({ invitation }) => (invitation ? badgeWords[stateOf(invitation)].words : '') },
  { title: 'Second factor', text: ({ has_second_factor: has }) => (has === null ? '' : has ? 'Yes' : 'None') },
  { title: 'Joined', text: ({ created_at }) => formatDay(created_at) },
];

function companiesOf(user: ListedUser): string {
  if (can(user, 'companies.all')) return 'All Companies';
  return user.companies.map(({ name }) => name).join(', ');
}
