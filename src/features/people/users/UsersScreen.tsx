// The screen of users, with the API tokens of all of them.

import { listCall } from '../../../platform/hooks/searchParams.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { useOffered } from '../../../platform/hooks/useOffered.ts';
import { CompanyBadges, seesAllCompanies } from '../../../platform/lists/CompanyBadges.tsx';
import { CrudScreen } from '../../../platform/lists/CrudScreen.tsx';
import { listing, rememberedView, withViewPageSize } from '../../../platform/lists/listView.ts';
import { cardId } from '../../../platform/lists/useCreatedRecord.ts';
import { useListSource } from '../../../platform/lists/useListSource.ts';
import { activityLink } from '../../../platform/records/history/auditAddress.ts';
import { RecordCardActions } from '../../../platform/records/RecordActions.tsx';
import { RecordLinks } from '../../../platform/records/RecordLinks.tsx';
import type { RecordActions, RecordKind } from '../../../platform/records/recordKind.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { useUser } from '../../../platform/session/session.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { CardFacts } from '../../../platform/ui/data/CardFacts.tsx';
import { Card } from '../../../platform/ui/data/CardGrid.tsx';
import { FailedReads } from '../../../platform/ui/feedback/FailedReads.tsx';
import { FilterSelect } from '../../../platform/ui/filters/FilterSelect.tsx';
import { lazyPart, usePreloadWhen } from '../../../platform/ui/lazyPart.tsx';
import { DialogButton } from '../../../platform/ui/overlays/DialogButton.tsx';
import { type Invitation, type ListedUser, textsOfUser, usersQuery } from '../../../shared/contract/people.ts';
import { readQuery } from '../../../shared/contract/queries.ts';
import { dateTitle } from '../../../shared/words/dates.ts';
import { companiesSeen, effectiveAccessOf, type ScreensFor } from '../rights/effectiveAccess.ts';
import { WhatTheySee } from '../rights/WhatTheySee.tsx';
import { AccountMenu, InvitationBadge, RoleBadges, stateOf } from './userParts.tsx';

const UsersTable = lazyPart('The list', () => import('./UsersTable.tsx'));
const UserDialog = lazyPart('The form', () => import('./UserDialog.tsx'));
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
  const canCall = useCanCall();
  const maySeeTokens = canCall('GET /user-api-tokens');
  const invitations = useOffered('GET /invitations', {});
  const { waiting, sends_mail } = invitations.data ?? {};
  const { invited } = users.params;
  const isFiltered = invited !== '';
  usePreloadWhen(users.list.data !== undefined, lazyParts);
  return (
    <CrudScreen
      kind={kind}
      {...users}
      filters={
        (isFiltered || Boolean(waiting)) && (
          <FilterSelect
            label="Sign-in"
            value={invited}
            options={[
              { value: '', label: 'All Users' },
              { value: '1', label: `Not Yet Signed In${waiting === undefined ? '' : ` (${waiting})`}` },
            ]}
            onChange={(next) => users.change({ invited: next })}
          />
        )
      }
      intro={<FailedReads whole="everything about invitations" reads={[invitations]} />}
      activeFilters={isFiltered ? [{ label: 'Sign-in', value: 'Not Yet Signed In' }] : []}
      empty={isFiltered ? { title: 'Everybody has signed in' } : undefined}
      actions={
        maySeeTokens && <DialogButton label="API Tokens">{(close) => <UserTokensPart onClose={close} />}</DialogButton>
      }
      columns={async () => (await import('./UsersTable.tsx')).userColumns}
      editor={(user, controls) => <UserDialog user={user} screensFor={screensFor} {...controls} />}
      card={(user, actions) => <UserCard user={user} sendsMail={sends_mail} screensFor={screensFor} {...actions} />}
      table={(list) => <UsersTable {...list} />}
    />
  );
}

/** The specification's call has no page parameter, so the first page is requested without one. */
const usersList = listCall(
  'GET /users',
  () => ({ ...listing, invited: '', view: rememberedView('users') }),
  ({ page, ...params }) => ({
    query: readQuery(usersQuery, { ...withViewPageSize(params), page: page > 1 ? page : '' }),
  }),
);

// The card of a user, with what they will see.

const ConfirmCall = lazyPart(
  'The question',
  async () => (await import('../../../platform/ui/overlays/Confirm.tsx')).ConfirmCall<'DELETE /users/{id}/invitation'>,
);

/** Number that fits one line of a card; more are shown on demand. */
const companiesOnCard = 2;

interface UserCardProps extends RecordActions {
  user: ListedUser;
  /** Undefined until it is known. */
  sendsMail: boolean | undefined;
  screensFor: ScreensFor;
}

function UserCard({ user, sendsMail, screensFor, ...actions }: UserCardProps) {
  const areWithin = seesAllCompanies(user) || user.companies.length > companiesOnCard;
  const access = effectiveAccessOf(user, useUser(), screensFor);
  const companies = { label: 'Companies', value: <CompanyBadges user={user} />, place: 'wide' } as const;
  return (
    <Card
      id={cardId(user.id)}
      title={user.name}
      more={{
        label: `What they see: ${companiesSeen(access)}`,
        content: (
          <>
            {areWithin && <CardFacts items={[companies]} />}
            <WhatTheySee access={access} />
          </>
        ),
      }}
      badges={user.invitation && <InvitationBadge user={user} />}
      links={<RecordLinks of={user.name} links={[activityLink(user.id)]} />}
      actions={
        <RecordCardActions name={user.name} {...actions}>
          <InvitationActions user={user} />
          <AccountMenu user={user} />
        </RecordCardActions>
      }
    >
      <CardFacts
        items={[
          { label: 'Email', value: user.email, place: 'wide', obvious: true },
          { label: 'Joined', value: dateTitle(user.created_at) },
          {
            label: 'Second factor',
            value: user.has_second_factor === false && 'No second factor',
            place: 'beside',
            obvious: true,
          },
          { label: 'Invitation', value: user.invitation && explain(user.invitation, sendsMail), place: 'wide' },
          { label: 'Roles', value: <RoleBadges user={user} />, place: 'wide' },
          ...(areWithin ? [] : [companies]),
        ]}
      />
    </Card>
  );
}

/** Sends an invitation again, or takes it back. */
function InvitationActions({ user: { id, name, invitation } }: { user: ListedUser }) {
  const canCall = useCanCall();
  const sending = useAction('POST /users/{id}/invitation', { report: 'toast' });
  if (!invitation) return null;
  return (
    <>
      {canCall('POST /users/{id}/invitation') && (
        <Button
          size="small"
          aria-label={invitation.ended ? `Invite Again: ${name}` : `Send Again to ${name}`}
          busy={sending.busy}
          onClick={() => void sending.run({ id })}
        >
          {invitation.ended ? 'Invite Again' : 'Send Again'}
        </Button>
      )}
      {!invitation.ended && canCall('DELETE /users/{id}/invitation') && (
        <DialogButton size="small" aria-label={`Take Back the invitation of ${name}`} label="Take Back">
          {(close) => (
            <ConfirmCall
              call="DELETE /users/{id}/invitation"
              args={{ id }}
              title="Take back the invitation"
              message={`The link that was mailed to ${name} will not work any more, and they cannot sign in.`}
              confirmLabel="Take Back"
              tone="danger"
              onClose={close}
            >
              <p>The user stays, with roles and companies. You can invite them again, or delete the user.</p>
            </ConfirmCall>
          )}
        </DialogButton>
      )}
    </>
  );
}

/** Explains an invitation. `sendsMail` is undefined until it is known. */
function explain(invitation: Invitation, sendsMail?: boolean): string {
  const { expires_at, is_mailed, mail_error } = invitation;
  switch (stateOf(invitation)) {
    case 'ended':
      return 'They cannot sign in: it was taken back, or the e-mail was changed';
    case 'expired':
      return `Expired on ${dateTitle(expires_at)}`;
    case 'open':
      if (is_mailed) return `Valid until ${dateTitle(expires_at)}`;
      if (mail_error) return `Not mailed yet: ${mail_error}`;
      return sendsMail === false ? 'Not mailed: no mail server' : 'Being mailed';
  }
}
