// The permissions of a role, by module, and what those that are chosen mean.

import type { PermissionEntry } from '../../../shared/contract/people.ts';
import { inWords } from '../../../shared/words/inWords.ts';
import { ChecklistField } from '../../../platform/ui/forms/ChecklistField.tsx';
import { useFormValue } from '../../../platform/ui/forms/formState.ts';
import { Panel } from '../../../platform/ui/layout/Panel.tsx';
import { RoleInWords } from './RoleInWords.tsx';

const isIds = (value: unknown): value is readonly number[] => Array.isArray(value);

export function PermissionsField({ byModule }: { byModule: Readonly<Record<string, readonly PermissionEntry[]>> }) {
  const { value: chosen } = useFormValue('permissions', isIds);
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
