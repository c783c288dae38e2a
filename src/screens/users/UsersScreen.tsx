import type { User } from '../../contract/entities/people.ts';
import { textsOfUser } from '../../contract/searchedTexts.ts';
import type { RecordKind } from '../../crud/recordKind.ts';
import { CrudScreen } from '../../crud/CrudScreen.tsx';
import { useListSource } from '../../crud/useListSource.ts';
import { lazyPart, usePreloadWhen } from '../../hooks/lazyPart.tsx';
import { usersList } from './list.ts';
import { UserCard } from './UserCard.tsx';
import { UserDialog } from './UserDialog.tsx';

const UsersTable = lazyPart('The list', () => import('./UsersTable.tsx').then((part) => part.UsersTable));
const lazyParts = [UsersTable];

const kind: RecordKind<User> = {
  title: 'Users',
  subtitle: 'People who can sign in',
  one: 'user',
  many: 'users',
  addLabel: 'Add User',
  add: 'POST /users',
  edit: 'PUT /users/{id}',
  remove: { key: 'DELETE /users/{id}', args: (id) => ({ id }) },
  nameOf: (user) => user.name,
  textsOf: textsOfUser,
};

export default function UsersScreen() {
  const users = useListSource(usersList);
  usePreloadWhen(users.list.data !== undefined, lazyParts);
  return (
    <CrudScreen
      kind={kind}
      {...users}
      columns={async () => (await import('./exportColumns.ts')).userColumns}
      editor={(user, controls) => <UserDialog user={user} {...controls} />}
      card={(user, actions) => <UserCard user={user} {...actions} />}
      table={(list) => <UsersTable {...list} />}
    />
  );
}
