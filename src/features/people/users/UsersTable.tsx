import type { ListedUser } from '../../../shared/contract/people.ts';
import { CompanyNames } from '../../../platform/lists/CompanyBadges.tsx';
import type { RecordList } from '../../../platform/lists/recordKind.ts';
import { asWideAsText, type RecordColumn, RecordTable } from '../../../platform/lists/RecordTable.tsx';
import { formatDay } from '../../../shared/words/time.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { InvitationBadge } from './invitations/InvitationBadge.tsx';
import { RoleBadges } from './RoleBadges.tsx';

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
  { id: 'joined', header: 'Joined', ...asWideAsText, sortsBy: 'created', cell: (user) => formatDay(user.created_at) },
];

const nameOf = ({ name }: ListedUser) => name;

const actionsOf = (user: ListedUser) => <AccountMenu user={user} asIcon />;

export function UsersTable(list: RecordList<ListedUser>) {
  return <RecordTable {...list} caption="Users" nameOf={nameOf} columns={columns} actions={actionsOf} />;
}
