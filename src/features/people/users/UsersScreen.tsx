// The screen of users, with the API tokens of all of them.
import { useState } from 'react';
import { FilterSelect } from '../../../platform/ui/filters/FilterSelect.tsx';
import { type ListedUser, textsOfUser, usersQuery } from '../../../shared/contract/people.ts';
import type { RecordKind } from '../../../platform/lists/recordKind.ts';
import { CrudScreen } from '../../../platform/lists/CrudScreen.tsx';
import { useListSource } from '../../../platform/lists/useListSource.ts';
import { lazyPart, usePreloadWhen } from '../../../platform/hooks/lazyPart.tsx';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import type { ScreensFor } from '../rights/effectiveAccess.ts';
import { UserCard } from './UserCard.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { readQuery } from '../../../shared/contract/queries.ts';
import { inView, rememberedView } from '../../../platform/lists/listView.ts';
import { listing } from '../../../platform/lists/listing.ts';
import { listCall } from '../../../platform/hooks/searchParams.ts';

const UsersTable = lazyPart('The list', async () => (await import('./UsersTable.tsx')).UsersTable);
const UserDialog = lazyPart('The form', async () => (await import('./UserDialog.tsx')).UserDialog);
const UserTokensPart = lazyPart(
  'The API tokens',
  async () => (await import('../../signIn/credentials/Tokens.tsx')).UserTokensDialog,
);
const lazyParts = [UsersTable, UserDialog];

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
      columns={async () => (await import('./UsersTable.tsx')).userColumns}
      editor={(user, controls) => <UserDialog user={user} screensFor={screensFor} {...controls} />}
      card={(user, actions) => (
        <UserCard user={user} sendsMail={invitations?.sends_mail} screensFor={screensFor} {...actions} />
      )}
      table={(list) => <UsersTable {...list} />}
    />
  );
}

/** Opens the API tokens of all users, for administrators who may revoke them. */
function UserTokensButton() {
  const maySee = useCanCall()('GET /user-api-tokens');
  const [isOpen, setOpen] = useState(false);
  if (!maySee) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>API Tokens</Button>
      {isOpen && <UserTokensPart onClose={() => setOpen(false)} />}
    </>
  );
}

interface InvitedFilterProps {
  /** How many have not signed in yet; undefined as long as it is not known. */
  waiting: number | undefined;
  value: string;
  onChange(value: string): void;
}

/** Hidden unless it finds somebody, or is set. */
function InvitedFilter({ waiting, value, onChange }: InvitedFilterProps) {
  if (!waiting && value === '') return null;
  return (
    <FilterSelect
      label="Sign-in"
      value={value}
      options={[
        { value: '', label: 'All Users' },
        { value: '1', label: `Not Yet Signed In${waiting === undefined ? '' : ` (${waiting})`}` },
      ]}
      onChange={onChange}
    />
  );
}

/** The specification's call has no page parameter, so the first page is requested without one. */
const usersList = listCall(
  'GET /users',
  () => ({ ...listing, invited: '', view: rememberedView('users') }),
  ({ page, ...params }) => ({
    query: readQuery(usersQuery, { ...inView(params), page: page > 1 ? page : '' }),
  }),
);
