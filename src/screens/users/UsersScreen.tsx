// The people who use this console, what roles they have and which companies they see.

import type { User } from '../../contract/entities/people.ts';
import { useListParams } from '../../hooks/useListParams.ts';
import { useRemembered } from '../../hooks/useResource.ts';
import type { RecordKind } from '../../crud/recordKind.ts';
import { RecordScreen } from '../../crud/CrudScreen.tsx';
import { useDeletion } from '../../crud/useDeletion.ts';
import { CardGrid } from '../../ui/data/CardGrid.tsx';
import { UserCard } from './UserCard.tsx';
import { UserDialog } from './UserDialog.tsx';

const defaults = { page: 1, q: '' };

const kind: RecordKind<User> = {
  title: 'Users',
  subtitle: 'Manage who may sign in',
  many: 'users',
  addLabel: 'Add User',
  empty: { title: 'No users found', hint: 'Get started by adding your first user' },
  nameOf: (user) => user.name,
  wordsOf: ({ name, email, roles, companies }) => [
    name,
    email,
    ...roles.map((role) => role.display_name || role.name),
    ...companies.map((company) => company.name),
  ],
};

export default function UsersScreen() {
  const [params, change] = useListParams(defaults);
  const list = useRemembered('GET /users', { query: params.page > 1 ? { page: params.page } : {} });
  const deletion = useDeletion('DELETE /users/{id}', (id) => ({ id }));

  return (
    <RecordScreen
      kind={kind}
      list={list}
      params={params}
      change={change}
      deletion={deletion}
      editor={(user, controls) => <UserDialog user={user} {...controls} />}
    >
      {(users, actionsOf) => (
        <CardGrid label="Users">
          {users.map((user) => (
            <UserCard key={user.id} user={user} {...actionsOf(user)} />
          ))}
        </CardGrid>
      )}
    </RecordScreen>
  );
}
