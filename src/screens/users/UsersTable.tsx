import type { User } from '../../contract/entities/people.ts';
import { CompanyNames } from '../../crud/CompanyBadges.tsx';
import type { RecordList } from '../../crud/recordKind.ts';
import { asWideAsText, type RecordColumn, RecordTable } from '../../crud/RecordTable.tsx';
import { formatDay } from '../../format/time.ts';
import { RoleBadges } from './RoleBadges.tsx';

const columns: readonly RecordColumn<User>[] = [
  { id: 'name', header: 'Name', rowHeader: true, sortsBy: 'name', cell: ({ name }) => name },
  { id: 'email', header: 'Email', cell: ({ email }) => email },
  { id: 'roles', header: 'Roles', cell: (user) => <RoleBadges user={user} /> },
  { id: 'companies', header: 'Companies', cell: (user) => <CompanyNames user={user} /> },
  { id: 'joined', header: 'Joined', ...asWideAsText, sortsBy: 'created', cell: (user) => formatDay(user.created_at) },
];

const nameOf = ({ name }: User) => name;

export function UsersTable(list: RecordList<User>) {
  return <RecordTable {...list} caption="Users" nameOf={nameOf} columns={columns} />;
}
