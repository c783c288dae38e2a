import type { ListedUser } from '../../../shared/contract/entities/invitations.ts';
import { textsOfUser } from '../../../shared/contract/searchedTexts.ts';
import type { RecordKind } from '../../../platform/lists/recordKind.ts';
import { CrudScreen } from '../../../platform/lists/CrudScreen.tsx';
import { useListSource } from '../../../platform/lists/useListSource.ts';
import { UserTokensButton } from '../../signIn/credentials/UserTokensButton.tsx';
import { lazyPart, usePreloadWhen } from '../../../platform/hooks/lazyPart.tsx';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { InvitedFilter } from './invitations/InvitedFilter.tsx';
import type { ScreensFor } from '../rights/sight.ts';
import { usersList } from './list.ts';
import { UserCard } from './UserCard.tsx';
import { UserDialog } from './UserDialog.tsx';

const UsersTable = lazyPart('The list', () => import('./UsersTable.tsx').then((part) => part.UsersTable));
const lazyParts = [UsersTable];

const kind: RecordKind<ListedUser> = {
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

export default function UsersScreen({ screensFor }: { screensFor: ScreensFor }) {
  const users = useListSource(usersList);
  const hasInvitations = useCanCall()('GET /invitations');
  const { data: invitations } = useResource('GET /invitations', hasInvitations ? {} : null);
  const { invited } = users.params;
  const isFiltered = invited !== '';
  usePreloadWhen(users.list.data !== undefined, lazyParts);
  return (
    <CrudScreen
      kind={kind}
      {...users}
      filters={
        <InvitedFilter
          waiting={invitations?.waiting}
          value={invited}
          onChange={(next) => users.change({ invited: next })}
        />
      }
      activeFilters={isFiltered ? [{ label: 'Sign-in', value: 'Not Yet Signed In' }] : []}
      empty={isFiltered ? { title: 'Everybody has signed in' } : undefined}
      actions={<UserTokensButton />}
      columns={async () => (await import('./exportColumns.ts')).userColumns}
      editor={(user, controls) => <UserDialog user={user} screensFor={screensFor} {...controls} />}
      card={(user, actions) => (
        <UserCard user={user} sendsMail={invitations?.sends_mail} screensFor={screensFor} {...actions} />
      )}
      table={(list) => <UsersTable {...list} />}
    />
  );
}
