import type { Role } from '../../contract/entities/people.ts';
import { RecordCardActions } from '../../crud/RecordCardActions.tsx';
import type { RecordActions, RecordKind } from '../../crud/recordKind.ts';
import { CrudScreen } from '../../crud/CrudScreen.tsx';
import { cardId } from '../../crud/useCreatedRecord.ts';
import { useListSource } from '../../crud/useListSource.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { Card, Facts } from '../../ui/data/CardGrid.tsx';
import { rolesList } from './list.ts';
import { moduleName } from './moduleName.ts';
import { RoleDialog } from './RoleDialog.tsx';

const kind: RecordKind<Role> = {
  title: 'Roles',
  subtitle: 'Roles and permissions',
  one: 'role',
  many: 'roles',
  addLabel: 'Add Role',
  add: 'POST /roles',
  edit: 'PUT /roles/{id}',
  remove: { key: 'DELETE /roles/{id}', args: (id) => ({ id }) },
  nameOf: (role) => role.display_name || role.name,
  textsOf: ({ name, display_name, description, permissions }) => [
    name,
    display_name,
    description,
    ...permissions.map((permission) => permission.name),
  ],
};

export default function RolesScreen() {
  return (
    <CrudScreen
      kind={kind}
      {...useListSource(rolesList)}
      editor={(role, controls) => <RoleDialog role={role} {...controls} />}
      card={(role, actions) => <RoleCard role={role} {...actions} />}
    />
  );
}

function RoleCard({ role, ...actions }: { role: Role } & RecordActions) {
  const title = role.display_name || role.name;
  const modules = [...new Set(role.permissions.map(({ module }) => moduleName(module)))];
  return (
    <Card
      id={cardId(role.id)}
      title={title}
      badges={
        <Badge tone={role.is_system ? 'accent' : 'neutral'}>{role.is_system ? 'System Role' : 'Custom Role'}</Badge>
      }
      actions={
        <RecordCardActions
          name={title}
          locked={role.is_system ? 'System roles cannot be edited or deleted' : undefined}
          {...actions}
        />
      }
    >
      <Facts
        items={[
          { label: 'Name', value: role.name },
          { label: 'Description', value: role.description },
          { label: 'Permissions', value: role.permissions.length },
          { label: 'Modules', value: modules.join(', ') },
        ]}
      />
    </Card>
  );
}
