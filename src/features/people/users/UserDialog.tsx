import type { ListedUser } from '../../../shared/contract/entities/invitations.ts';
import type { User } from '../../../shared/contract/entities/people.ts';
import { editUserRules } from '../../../shared/contract/rules.ts';
import { EditDialog } from '../../../platform/lists/EditDialog.tsx';
import type { EditorControls } from '../../../platform/lists/recordKind.ts';
import { useCompanies } from '../../../platform/lists/useCompanies.ts';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { unreadNote } from '../../../shared/words/unreadNote.ts';
import { grants, hasFeature } from '../../../platform/session/permissions.ts';
import { useConfirming } from '../../signIn/useConfirming.tsx';
import { useConnection, useUser } from '../../../platform/session/session.tsx';
import { Badge } from '../../../platform/ui/data/Badge.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { ChecklistField } from '../../../platform/ui/forms/ChecklistField.tsx';
import { FieldGrid } from '../../../platform/ui/forms/FieldGrid.tsx';
import { PasswordField } from '../../../platform/ui/forms/PasswordField.tsx';
import { TextField } from '../../../platform/ui/forms/TextField.tsx';
import type { ScreensFor } from '../rights/sight.ts';
import { CompaniesField } from './CompaniesField.tsx';
import { SignInFields } from './invitations/SignInFields.tsx';
import { addUserRules, newUser } from './newUser.ts';
import { Preview } from './Preview.tsx';

/** Roles and companies that the user has stay among the options, even if the list lacks them. */
function withAssigned<T extends { id: number }>(known: readonly T[], assigned: readonly T[]): readonly T[] {
  return [...assigned.filter(({ id }) => !known.some((other) => other.id === id)), ...known];
}

interface UserDialogProps extends EditorControls {
  user?: ListedUser;
  screensFor: ScreensFor;
}

export function UserDialog({ user, saved, screensFor, ...controls }: UserDialogProps) {
  const roles = useResource('GET /roles', { query: { per_page: 100 } });
  const companies = useCompanies();
  const self = useUser();
  const { session } = useConnection();
  const canInvite = hasFeature(self, 'invitations');
  const { confirming, question } = useConfirming(
    'You sign in with the new e-mail address, and a forgotten password is mailed to it. Please confirm first that it is you.',
  );
  const missingRoles = roles.error ? `The roles could not be loaded: ${roles.error.message}` : unreadNote(roles.unread);
  const roleOptions = withAssigned(roles.data?.data.map(roleOption) ?? [], user?.roles.map(roleOption) ?? []);
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
          args: ({ id }, { password, signIn: _, ...values }, version, confirmation) => ({
            id,
            body: { ...values, ...(password && { password }), version, ...(confirmation && { confirmation }) },
          }),
          read: async (api, { id }) => (await api('GET /users/{id}', { id })).data,
          secret: 'password',
        }}
        confirming={confirming}
        saved={(createdId) => {
          // The header shows one's own name, and the sidebar what one's own roles allow.
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
        {!user && <SignInFields canInvite={canInvite} />}
        {missingRoles && <Banner tone="warning">{missingRoles}</Banner>}
        <ChecklistField
          name="roles"
          label="Roles"
          groups={[
            {
              options: roleOptions.map(({ id, label, description, is_system, seesAllCompanies }) => ({
                value: id,
                label,
                description,
                badge: roleBadge({ is_system, seesAllCompanies }),
              })),
            },
          ]}
        />
        {companies.error && <Banner tone="warning">{companies.error}</Banner>}
        <CompaniesField roles={roleOptions} companies={companyOptions} />
        <Preview roles={roleOptions} companies={companyOptions} screensFor={screensFor} />
      </EditDialog>
      {question}
    </>
  );
}

function roleOption(role: User['roles'][number] & { description?: string }) {
  return {
    id: role.id,
    label: role.display_name || role.name,
    description: role.description,
    is_system: role.is_system,
    permissions: role.permissions,
    name: role.name,
    display_name: role.display_name,
    seesAllCompanies: grants(role, 'companies.all'),
  };
}

function roleBadge({
  is_system,
  seesAllCompanies,
}: Pick<ReturnType<typeof roleOption>, 'is_system' | 'seesAllCompanies'>) {
  return (
    <>
      {seesAllCompanies && <Badge tone="warning">Every company</Badge>}
      {is_system && <Badge tone="accent">System</Badge>}
    </>
  );
}
