// The form of a role, with its permissions and what they mean.

import { useResource } from '../../../platform/hooks/useResource.ts';
import { EditDialog } from '../../../platform/records/EditDialog.tsx';
import type { EditorControls } from '../../../platform/records/recordKind.ts';
import { ResourceView } from '../../../platform/ui/data/ResourceView.tsx';
import { ChecklistField, useIdsValue } from '../../../platform/ui/forms/ChecklistField.tsx';
import { TextAreaField } from '../../../platform/ui/forms/TextAreaField.tsx';
import { TextField } from '../../../platform/ui/forms/TextField.tsx';
import { Panel } from '../../../platform/ui/layout/Panel.tsx';
import { type PermissionEntry, type Role, roleRules } from '../../../shared/contract/people.ts';
import { inWords } from '../../../shared/words/inWords.ts';
import { RoleInWords } from './roleParts.tsx';

const valuesOf = (role?: Role) => ({
  name: role?.name ?? '',
  display_name: role?.display_name ?? '',
  description: role?.description ?? '',
  permissions: role?.permissions.map(({ id }) => id) ?? [],
});

export default function RoleDialog({ role, ...controls }: { role?: Role } & EditorControls) {
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
        args: (values, version, { id }) => ({ id, body: { ...values, version } }),
        read: async (api, { id }) => (await api('GET /roles/{id}', { id })).data,
      }}
    >
      <TextField name="name" label="Role Name" hint="Lowercase letters and underscores" required />
      <TextField name="display_name" label="Display Name" required />
      <TextAreaField name="description" label="Description" rows={2} />
      <ResourceView resource={modules} loading="Loading permissions…" lines={6}>
        {(byModule) => <PermissionsField byModule={byModule} />}
      </ResourceView>
    </EditDialog>
  );
}

/** Lists permissions by module, and says what the chosen ones mean. */
function PermissionsField({ byModule }: { byModule: Readonly<Record<string, readonly PermissionEntry[]>> }) {
  const { value: chosen } = useIdsValue('permissions');
  const permissions = Object.values(byModule)
    .flat()
    .filter(({ id }) => chosen.includes(id));
  return (
    <>
      <ChecklistField
        name="permissions"
        label="Permissions"
        groups={Object.entries(byModule).map(([module, entries]) => ({
          label: inWords(module || 'other'),
          options: entries.map(({ id, name, display_name }) => ({
            value: id,
            label: display_name || name,
            detail: display_name ? name : undefined,
          })),
        }))}
      />
      <Panel title="What this role means">
        <RoleInWords permissions={permissions} />
      </Panel>
    </>
  );
}
