import type { AssignedCompany, User } from '../../contract/entities/people.ts';
import { editUserRules, newUserRules } from '../../contract/rules.ts';
import { EditDialog } from '../../crud/EditDialog.tsx';
import type { EditorControls } from '../../crud/recordKind.ts';
import { useCompanies } from '../../crud/useCompanies.ts';
import { useResource } from '../../hooks/useResource.ts';
import { unreadNote } from '../../format/unreadNote.ts';
import { grants } from '../../session/permissions.ts';
import { useConnection, useUser } from '../../session/useSession.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { useFormValue } from '../../ui/forms/formState.ts';
import { ChecklistField } from '../../ui/forms/ChecklistField.tsx';
import { FieldGrid } from '../../ui/forms/FieldGrid.tsx';
import { PasswordField } from '../../ui/forms/PasswordField.tsx';
import { TextField } from '../../ui/forms/TextField.tsx';

/** Roles and companies that the user has stay among the options, even if the list lacks them. */
function withAssigned<T extends { id: number }>(known: readonly T[], assigned: readonly T[]): readonly T[] {
  return [...assigned.filter(({ id }) => !known.some((other) => other.id === id)), ...known];
}

export function UserDialog({ user, saved, ...controls }: { user?: User } & EditorControls) {
  const roles = useResource('GET /roles', { query: { per_page: 100 } });
  const companies = useCompanies();
  const self = useUser();
  const { session } = useConnection();
  const missingRoles = roles.error ? `The roles could not be loaded: ${roles.error.message}` : unreadNote(roles.unread);
  const roleOptions = withAssigned(roles.data?.data.map(roleOption) ?? [], user?.roles.map(roleOption) ?? []);
  const companyOptions = withAssigned(companies.list ?? [], user?.companies ?? []);

  return (
    <EditDialog
      {...controls}
      noun="User"
      size="large"
      record={user}
      initial={{
        name: user?.name ?? '',
        email: user?.email ?? '',
        password: '',
        roles: user?.roles.map(({ id }) => id) ?? [],
        companies: user?.companies.map(({ id }) => id) ?? [],
      }}
      rules={user ? editUserRules : newUserRules}
      create={['POST /users', (body) => ({ body })]}
      update={[
        'PUT /users/{id}',
        ({ id }, { password, ...values }) => ({ id, body: { ...values, ...(password && { password }) } }),
      ]}
      saved={(createdId) => {
        // The header shows one's own name, and the sidebar what one's own roles allow.
        if (user?.id === self.id) session.refresh().catch(() => {});
        saved(createdId);
      }}
    >
      <FieldGrid>
        <TextField name="name" label="Name" autoComplete="off" required />
        <TextField name="email" label="Email" type="email" autoComplete="off" required />
        <PasswordField
          name="password"
          label="Password"
          hint={user ? 'Leave blank to keep the current password' : 'At least 8 characters'}
          autoComplete="new-password"
          required={!user}
        />
      </FieldGrid>
      {missingRoles && <Banner tone="warning">{missingRoles}</Banner>}
      <ChecklistField
        name="roles"
        label="Roles"
        groups={[
          {
            options: roleOptions.map(({ id, label, description, is_system }) => ({
              value: id,
              label,
              description,
              badge: is_system && <Badge tone="accent">System</Badge>,
            })),
          },
        ]}
      />
      {companies.error && <Banner tone="warning">{companies.error}</Banner>}
      <CompaniesField roles={roleOptions} companies={companyOptions} />
    </EditDialog>
  );
}

type RoleOption = ReturnType<typeof roleOption>;

function roleOption(role: User['roles'][number] & { description?: string }) {
  return {
    id: role.id,
    label: role.display_name || role.name,
    description: role.description,
    is_system: role.is_system,
    seesAllCompanies: grants(role, 'companies.all'),
  };
}

const isIds = (value: unknown): value is readonly number[] => Array.isArray(value);

interface CompaniesFieldProps {
  roles: readonly RoleOption[];
  companies: readonly AssignedCompany[];
}

/** Companies have no effect beside a role that sees all of them. */
function CompaniesField({ roles, companies }: CompaniesFieldProps) {
  const { value: chosen } = useFormValue('roles', isIds);
  const unlimited = roles.find(({ id, seesAllCompanies }) => seesAllCompanies && chosen.includes(id));
  return (
    <ChecklistField
      name="companies"
      label="Companies"
      lockedReason={unlimited && `${unlimited.label} sees every company; this list has no effect`}
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
