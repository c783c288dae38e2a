import type { Role } from '../../../shared/contract/entities/people.ts';
import { roleRules } from '../../../shared/contract/rules.ts';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { EditDialog } from '../../../platform/lists/EditDialog.tsx';
import { ResourceView } from '../../../platform/lists/Loaded.tsx';
import type { EditorControls } from '../../../platform/lists/recordKind.ts';
import { LineSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { TextAreaField } from '../../../platform/ui/forms/TextAreaField.tsx';
import { TextField } from '../../../platform/ui/forms/TextField.tsx';
import { PermissionsField } from './PermissionsField.tsx';

const valuesOf = (role?: Role) => ({
  name: role?.name ?? '',
  display_name: role?.display_name ?? '',
  description: role?.description ?? '',
  permissions: role?.permissions.map(({ id }) => id) ?? [],
});

export function RoleDialog({ role, ...controls }: { role?: Role } & EditorControls) {
  const modules = useResource('GET /permissions/by-module', {});
  return (
    <EditDialog
      {...controls}
      noun="Role"
      size="large"
      record={role}
      valuesOf={valuesOf}
      rules={roleRules}
      create={['POST /roles', (body) => ({ body })]}
      update={{
        key: 'PUT /roles/{id}',
        args: ({ id }, values, version) => ({ id, body: { ...values, version } }),
        read: async (api, { id }) => (await api('GET /roles/{id}', { id })).data,
      }}
    >
      <TextField name="name" label="Role Name" hint="Lowercase letters and underscores" required />
      <TextField name="display_name" label="Display Name" required />
      <TextAreaField name="description" label="Description" rows={2} />
      <ResourceView resource={modules} skeleton={<LineSkeleton label="Loading permissions…" lines={6} />}>
        {(byModule) => <PermissionsField byModule={byModule} />}
      </ResourceView>
    </EditDialog>
  );
}
