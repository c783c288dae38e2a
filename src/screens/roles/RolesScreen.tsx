// Roles: what their people may do. Those of the system are locked.

import type { Role } from '../../contract/entities/people.ts';
import { useListParams } from '../../hooks/useListParams.ts';
import { useRemembered } from '../../hooks/useResource.ts';
import { RecordCardActions } from '../../crud/RecordCardActions.tsx';
import type { RecordActions, RecordKind } from '../../crud/recordKind.ts';
import { RecordScreen } from '../../crud/CrudScreen.tsx';
import { cardId } from '../../crud/useCreatedRecord.ts';
import { useDeletion } from '../../crud/useDeletion.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { Card, CardGrid, Facts } from '../../ui/data/CardGrid.tsx';
import { moduleName } from './moduleName.ts';
import { RoleDialog } from './RoleDialog.tsx';

const defaults = { page: 1, q: '' };

const kind: RecordKind<Role> = {
  title: 'Roles',
  subtitle: 'Manage what people may do',
  many: 'roles',
  addLabel: 'Add Role',
  empty: { title: 'No roles found', hint: 'Get started by adding your first role' },
  nameOf: (role) => role.display_name || role.name,
  wordsOf: ({ name, display_name, description, permissions }) => [
    name,
    display_name,
    description,
    ...permissions.map((permission) => permission.name),
  ],
};

export default function RolesScreen() {
  const [params, change] = useListParams(defaults);
  const list = useRemembered('GET /roles', { query: params.page > 1 ? { page: params.page } : {} });
  const deletion = useDeletion('DELETE /roles/{id}', (id) => ({ id }));

  return (
    <RecordScreen
      kind={kind}
      list={list}
      params={params}
      change={change}
      deletion={deletion}
      editor={(role, controls) => <RoleDialog role={role} {...controls} />}
    >
      {(roles, actionsOf) => (
        <CardGrid label="Roles">
          {roles.map((role) => (
            <RoleCard key={role.id} role={role} {...actionsOf(role)} />
          ))}
        </CardGrid>
      )}
    </RecordScreen>
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
