// Users as a list, and the columns of their export.

import type { ListColumn } from '../../../platform/export/list/listFile.ts';
import { CompanyNames } from '../../../platform/lists/CompanyBadges.tsx';
import { type RecordColumn, RecordTable } from '../../../platform/lists/RecordTable.tsx';
import type { RecordList } from '../../../platform/records/recordKind.ts';
import { can } from '../../../platform/session/permissions.ts';
import type { ListedUser } from '../../../shared/contract/people.ts';
import { dateTitle } from '../../../shared/words/dates.ts';
import { formatDay } from '../../../shared/words/time.ts';
import { AccountMenu, badgeWords, InvitationBadge, RoleBadges, stateOf } from './userParts.tsx';

const nameWithState = (user: ListedUser) =>
  user.invitation ? (
    <>
      {user.name} <InvitationBadge user={user} isShort />
    </>
  ) : (
    user.name
  );

const columns: readonly RecordColumn<ListedUser>[] = [
  { id: 'name', header: 'Name', rowHeader: true, sortsBy: 'name', cell: nameWithState },
  { id: 'email', header: 'Email', cell: ({ email }) => email },
  { id: 'roles', header: 'Roles', cell: (user) => <RoleBadges user={user} /> },
  { id: 'companies', header: 'Companies', cell: (user) => <CompanyNames user={user} /> },
  { id: 'joined', header: 'Joined', sortsBy: 'created', cell: (user) => dateTitle(user.created_at) },
];

const nameOf = ({ name }: ListedUser) => name;

const actionsOf = (user: ListedUser) => <AccountMenu user={user} asIcon />;

export default function UsersTable(list: RecordList<ListedUser>) {
  return <RecordTable {...list} caption="Users" nameOf={nameOf} columns={columns} actions={actionsOf} />;
}

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
