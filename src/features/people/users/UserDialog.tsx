// The form of a user, with a preview of what they will see.

import clsx from 'clsx';
import { useTextValue } from '../../../platform/hooks/formState.ts';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { useCompanies } from '../../../platform/lists/useCompanies.ts';
import { EditDialog } from '../../../platform/records/EditDialog.tsx';
import type { EditorControls } from '../../../platform/records/recordKind.ts';
import { canCall, hasFeature } from '../../../platform/session/permissions.ts';
import { useConnection, useUser } from '../../../platform/session/session.tsx';
import { Badge } from '../../../platform/ui/data/Badge.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { ChecklistField, useIdsValue } from '../../../platform/ui/forms/ChecklistField.tsx';
import { FieldGrid } from '../../../platform/ui/forms/FieldGrid.tsx';
import { PasswordField } from '../../../platform/ui/forms/PasswordField.tsx';
import { RadioCardsField } from '../../../platform/ui/forms/RadioCardsField.tsx';
import { TextField } from '../../../platform/ui/forms/TextField.tsx';
import { Panel } from '../../../platform/ui/layout/Panel.tsx';
import { StatusIcon } from '../../../platform/ui/StatusIcon.tsx';
import type { Body } from '../../../shared/contract/calls.ts';
import { editUserRules, type ListedUser, newUserRules } from '../../../shared/contract/people.ts';
import type { AssignedCompany, User } from '../../../shared/contract/session.ts';
import type { Check } from '../../../shared/contract/validate.ts';
import { unreadNote } from '../../../shared/words/plural.ts';
import { useConfirming } from '../../signIn/useConfirming.tsx';
import {
  effectiveAccessOf,
  isNotable,
  reachesEveryCompany,
  type ScreensFor,
  summaryOf,
} from '../rights/effectiveAccess.ts';
import { WhatTheySee } from '../rights/WhatTheySee.tsx';
import * as s from './UserDialog.module.css';

/** Keeps the user's roles and companies among the options, even if the list lacks them. */
function withAssigned<T extends { id: number }>(options: readonly T[], assigned: readonly T[]): readonly T[] {
  return [...assigned.filter(({ id }) => !options.some((other) => other.id === id)), ...options];
}

interface UserDialogProps extends EditorControls {
  user?: ListedUser;
  screensFor: ScreensFor;
}

export default function UserDialog({ user, saved, screensFor, ...controls }: UserDialogProps) {
  const self = useUser();
  const mayViewRoles = canCall(self, 'GET /roles');
  const roles = useResource('GET /roles', mayViewRoles ? { query: { per_page: 100 } } : null);
  const companies = useCompanies();
  const { session } = useConnection();
  const canInvite = hasFeature(self, 'invitations');
  const { confirming, question } = useConfirming(
    'You sign in with the new e-mail address, and a forgotten password is mailed to it. Please confirm first that it is you.',
  );
  const missingRoles = roles.error ? `The roles could not be loaded: ${roles.error.message}` : unreadNote(roles.unread);
  // Users who may not view roles can assign their own.
  const known = mayViewRoles ? (roles.data?.data ?? []) : self.roles;
  const roleOptions = withAssigned<KnownRole>(known, user?.roles ?? []);
  const companyOptions = withAssigned(companies.list ?? [], user?.companies ?? []);

  return (
    <>
      <EditDialog
        {...controls}
        noun="User"
        size="large"
        record={user}
        valuesOf={(stored) => ({
          name: stored?.name ?? '',
          email: stored?.email ?? '',
          password: '',
          signIn: stored || !canInvite ? 'password' : 'invite',
          roles: stored?.roles.map(({ id }) => id) ?? [],
          companies: stored?.companies.map(({ id }) => id) ?? [],
        })}
        rules={user ? editUserRules : addUserRules}
        create={['POST /users', (values) => ({ body: newUser(values) })]}
        update={{
          key: 'PUT /users/{id}',
          args: ({ password, signIn: _, ...values }, version, { id }, confirmation) => ({
            id,
            body: { ...values, ...(password && { password }), version, ...(confirmation && { confirmation }) },
          }),
          read: async (api, { id }) => (await api('GET /users/{id}', { id })).data,
          secret: 'password',
        }}
        confirming={confirming}
        saved={(createdId) => {
          // Update the header and the sidebar, which show the user's own name and what their roles allow.
          if (user?.id === self.id) session.refresh().catch(() => {});
          saved(createdId);
        }}
      >
        <FieldGrid>
          <TextField name="name" label="Name" autoComplete="off" required />
          <TextField name="email" label="Email" type="email" autoComplete="off" required />
          {user && (
            <PasswordField
              name="password"
              label="Password"
              hint="Leave blank to keep the current password"
              autoComplete="new-password"
            />
          )}
        </FieldGrid>
        {!user && (canInvite ? <InviteOrPassword /> : password)}
        {missingRoles && (
          <Banner tone="warning" onRetry={roles.reload}>
            {missingRoles}
          </Banner>
        )}
        <ChecklistField
          name="roles"
          label="Roles"
          loading={roles.loading && !roles.data}
          groups={[
            {
              options: roleOptions.map((role) => ({
                value: role.id,
                label: role.display_name || role.name,
                description: role.description,
                badge: (
                  <>
                    {reachesEveryCompany(role) && <Badge tone="warning">Every company</Badge>}
                    {role.is_system && <Badge tone="accent">System</Badge>}
                  </>
                ),
              })),
            },
          ]}
        />
        {companies.error && (
          <Banner tone="warning" onRetry={companies.reload}>
            {companies.error}
          </Banner>
        )}
        <CompaniesField roles={roleOptions} companies={companyOptions} loading={companies.loading && !companies.list} />
        <Preview roles={roleOptions} companies={companyOptions} screensFor={screensFor} />
      </EditDialog>
      {question}
    </>
  );
}

type KnownRole = User['roles'][number] & { description?: string };

interface CompaniesFieldProps {
  roles: readonly KnownRole[];
  companies: readonly AssignedCompany[];
  loading: boolean;
}

/** Offers the companies that a user may be assigned to. They have no effect if a role sees every company. */
function CompaniesField({ roles, companies, loading }: CompaniesFieldProps) {
  const { value: chosen } = useIdsValue('roles');
  const unlimited = roles.find((role) => reachesEveryCompany(role) && chosen.includes(role.id));
  return (
    <ChecklistField
      name="companies"
      label="Companies"
      loading={loading}
      lockedReason={
        unlimited && `${unlimited.display_name || unlimited.name} sees every company; this list has no effect`
      }
      groups={[
        {
          options: companies.map(({ id, name, unique_identifier, contact_email }) => ({
            value: id,
            label: name,
            detail: [unique_identifier, contact_email].filter(Boolean).join(' · '),
          })),
        },
      ]}
    />
  );
}

const requiredUnlessInvited =
  (check: Check): Check =>
  (value, all) =>
    all.signIn === 'invite' ? undefined : check(value, all);

const addUserRules = { ...newUserRules, password: newUserRules.password.map(requiredUnlessInvited) };

type NewUser = Omit<Body<'POST /users'>, 'invite'> & { signIn: string };

/**
 * Makes the body of a new user, who is invited by mail or gets a password from the person who adds them. Without an
 * invitation, it is the specification's.
 */
function newUser({ signIn, password, ...values }: NewUser): Body<'POST /users'> {
  return signIn === 'invite' ? { ...values, password: '', invite: true } : { ...values, password };
}

const password = (
  <PasswordField name="password" label="Password" hint="At least 8 characters" autoComplete="new-password" required />
);

/** Asks how a new user will sign in: by a mailed link, or with a password that is set now. */
function InviteOrPassword() {
  const { value: signIn } = useTextValue('signIn');
  const { data: overview } = useResource('GET /invitations', {});
  const days = overview?.days ?? 7;
  return (
    <>
      <RadioCardsField
        name="signIn"
        label="Sign-in"
        options={[
          {
            value: 'invite',
            label: 'Invite by mail',
            detail: `They get a link that works for ${days} days, and choose their own password`,
          },
          { value: 'password', label: 'Set a password now', detail: 'You choose it, and tell them' },
        ]}
      />
      {signIn === 'password' && password}
      {signIn === 'invite' && overview?.sends_mail === false && (
        <Banner tone="warning">
          This server has no mail server. The invitation will wait in its outbox, where the server's operator can read
          it.
        </Banner>
      )}
    </>
  );
}

interface PreviewProps {
  roles: readonly KnownRole[];
  companies: readonly AssignedCompany[];
  screensFor: ScreensFor;
}

/** Shows what the user will see, as the form is filled in: in a line that stays in sight, and in full below. */
function Preview({ roles, companies, screensFor }: PreviewProps) {
  const { value: name } = useTextValue('name');
  const { value: roleIds } = useIdsValue('roles');
  const { value: companyIds } = useIdsValue('companies');
  const access = effectiveAccessOf(
    {
      roles: roles.filter(({ id }) => roleIds.includes(id)),
      companies: companies.filter(({ id }) => companyIds.includes(id)),
    },
    useUser(),
    screensFor,
  );
  const [before, after] = summaryOf(access, '{}').split('{}');
  return (
    <>
      <p role="status" className={clsx(s.summary, isNotable(access) && s.notable)}>
        {isNotable(access) && <StatusIcon name="warning" />}
        {before}
        {/* Keep the line from being read aloud again with each letter of the name. */}
        <span aria-live="off">{name.trim() || 'This person'}</span>
        {after}
      </p>
      <Panel title={`What will ${name.trim() || 'this person'} see?`}>
        <WhatTheySee access={access} />
      </Panel>
    </>
  );
}
