// The screen of roles: cards, list and matrix.

import { listCall } from '../../../platform/hooks/searchParams.ts';
import { CrudScreen } from '../../../platform/lists/CrudScreen.tsx';
import { listing, rememberedView, withViewPageSize } from '../../../platform/lists/listView.ts';
import { cardId } from '../../../platform/lists/useCreatedRecord.ts';
import { useListSource } from '../../../platform/lists/useListSource.ts';
import { RecordCardActions } from '../../../platform/records/RecordActions.tsx';
import type { RecordActions, RecordKind } from '../../../platform/records/recordKind.ts';
import { useConnection } from '../../../platform/session/session.tsx';
import { CardFacts } from '../../../platform/ui/data/CardFacts.tsx';
import { Card } from '../../../platform/ui/data/CardGrid.tsx';
import { lazyPart, usePreloadWhen } from '../../../platform/ui/lazyPart.tsx';
import { type Role, rolesQuery, textsOfRole } from '../../../shared/contract/people.ts';
import { readQuery } from '../../../shared/contract/queries.ts';
import { plural } from '../../../shared/words/plural.ts';
import { lockedReason, modulesOf, nameOf, RoleInWords, RoleKind, RoleSecondFactor } from './roleParts.tsx';

const RoleDialog = lazyPart('The form', () => import('./RoleDialog.tsx'));
const RolesTable = lazyPart('The list', () => import('./RolesTable.tsx'));
const RolesMatrix = lazyPart('The matrix', () => import('./RolesMatrix.tsx'));
const lazyParts = [RoleDialog, RolesTable, RolesMatrix];

const kind: RecordKind<Role> = {
  title: 'Roles',
  subtitle: 'Roles and permissions',
  one: 'role',
  many: 'roles',
  addLabel: 'Add Role',
  add: 'POST /roles',
  edit: 'PUT /roles/{id}',
  remove: { key: 'DELETE /roles/{id}', args: (id) => ({ id }) },
  nameOf,
  textsOf: textsOfRole,
};

export default function RolesScreen() {
  const { api } = useConnection();
  const roles = useListSource(rolesList);
  usePreloadWhen(roles.list.data !== undefined, lazyParts);
  return (
    <CrudScreen
      kind={kind}
      {...roles}
      columns={async () => (await import('./RolesTable.tsx')).roleColumns}
      editor={(role, controls) => <RoleDialog role={role} {...controls} />}
      card={(role, actions) => <RoleCard role={role} {...actions} />}
      table={(list) => <RolesTable {...list} />}
      views={[
        {
          value: 'matrix',
          label: 'Matrix',
          show: ({ records }) => <RolesMatrix records={records} />,
          async rows(roles) {
            const [{ matrixRows }, { data }] = await Promise.all([
              import('./RolesMatrix.tsx'),
              api('GET /permissions/by-module'),
            ]);
            return matrixRows(data, roles);
          },
        },
      ]}
    />
  );
}

function RoleCard({ role, ...actions }: { role: Role } & RecordActions) {
  const name = nameOf(role);
  return (
    <Card
      id={cardId(role.id)}
      title={name}
      badges={<RoleKind role={role} />}
      more={{
        label: plural(role.permissions.length, 'permission'),
        content: <RoleInWords permissions={role.permissions} />,
        opensByKey: true,
      }}
      actions={
        <RecordCardActions name={name} locked={lockedReason(role)} {...actions}>
          <RoleSecondFactor role={role} />
        </RecordCardActions>
      }
    >
      <CardFacts
        items={[
          { label: 'Name', value: role.name, place: 'wide' },
          { label: 'Description', value: role.description, place: 'wide', obvious: true, brief: true },
          { label: 'Modules', value: modulesOf(role).join(', '), place: 'wide', brief: true },
        ]}
      />
    </Card>
  );
}

/** The specification's call has no page parameter, so the first page is requested without one. */
const rolesList = listCall(
  'GET /roles',
  () => ({ ...listing, view: rememberedView('roles') }),
  ({ page, ...params }) => ({
    query: readQuery(rolesQuery, { ...withViewPageSize(params), page: page > 1 ? page : '' }),
  }),
);
