// Adds or edits a user. On edit a blank password keeps the current one.

import type { User } from '../../contract/entities/people.ts';
import { editUserRules, newUserRules } from '../../contract/rules.ts';
import { useResource } from '../../hooks/useResource.ts';
import type { EditorControls } from '../../crud/recordKind.ts';
import { useCompanies } from '../../crud/useCompanies.ts';
import { useRecordForm } from '../../crud/useRecordForm.ts';
import { useConnection, useUser } from '../../session/useSession.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { ChecklistField } from '../../ui/forms/ChecklistField.tsx';
import { FormDialog } from '../../ui/overlays/FormDialog.tsx';
import { PasswordField } from '../../ui/forms/PasswordField.tsx';
import { TextField } from '../../ui/forms/TextField.tsx';

/** What is held already stays among the options, even where the list does not know it. */
function withHeld<T extends { id: number }>(known: readonly T[], held: readonly T[]): readonly T[] {
  return [...held.filter(({ id }) => !known.some((other) => other.id === id)), ...known];
}

export function UserDialog({ user, close, saved }: { user?: User } & EditorControls) {
  const roles = useResource('GET /roles', { query: { per_page: 100 } });
  const companies = useCompanies();
  const self = useUser();
  const { session } = useConnection();
  const form = useRecordForm({
    record: user,
    initial: {
      name: user?.name ?? '',
      email: user?.email ?? '',
      password: '',
      roles: user?.roles.map(({ id }) => id) ?? [],
      companies: user?.companies.map(({ id }) => id) ?? [],
    },
    rules: user ? editUserRules : newUserRules,
    create: ['POST /users', (body) => ({ body })],
    update: [
      'PUT /users/{id}',
      ({ id }, { password, ...values }) => ({ id, body: { ...values, ...(password && { password }) } }),
    ],
    saved(createdId) {
      // The name in the header, and what else is shown of oneself.
      if (user?.id === self.id) session.refresh().catch(() => {});
      saved(createdId);
    },
  });
  const roleOptions = withHeld(roles.data?.data.map(nameOfRole) ?? [], user?.roles.map(nameOfRole) ?? []);
  const companyOptions = withHeld(companies.list ?? [], user?.companies ?? []);

  return (
    <FormDialog
      title={user ? 'Edit User' : 'Add User'}
      submitLabel={user ? 'Update User' : 'Create User'}
      form={form}
      dirty={form.dirty}
      onClose={close}
      size="large"
    >
      <TextField form={form} field="name" label="Name" autoComplete="off" required />
      <TextField form={form} field="email" label="Email" type="email" autoComplete="off" required />
      <PasswordField
        form={form}
        field="password"
        label="Password"
        hint={user ? 'Left blank, it stays as it is' : 'At least 8 characters'}
        autoComplete="new-password"
        required={!user}
      />
      {roles.error && <Banner tone="warning">The roles could not be loaded: {roles.error.message}</Banner>}
      <ChecklistField
        form={form}
        field="roles"
        label="Roles"
        groups={[
          {
            options: roleOptions.map(({ id, label, is_system }) => ({
              value: id,
              label,
              badge: is_system && <Badge tone="accent">System</Badge>,
            })),
          },
        ]}
      />
      {companies.error && <Banner tone="warning">{companies.error}</Banner>}
      <ChecklistField
        form={form}
        field="companies"
        label="Companies"
        groups={[
          {
            options: companyOptions.map(({ id, name, unique_identifier, contact_email }) => ({
              value: id,
              label: name,
              detail: [unique_identifier, contact_email].filter(Boolean).join(' · '),
            })),
          },
        ]}
      />
    </FormDialog>
  );
}

function nameOfRole(role: { id: number; name: string; display_name: string; is_system: boolean }) {
  return { id: role.id, label: role.display_name || role.name, is_system: role.is_system };
}
