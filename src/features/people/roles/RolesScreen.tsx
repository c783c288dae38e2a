import type { Role } from '../../../shared/contract/entities/people.ts';
import { textsOfRole } from '../../../shared/contract/searchedTexts.ts';
import type { RecordKind } from '../../../platform/lists/recordKind.ts';
import { CrudScreen } from '../../../platform/lists/CrudScreen.tsx';
import { useListSource } from '../../../platform/lists/useListSource.ts';
import { lazyPart, usePreloadWhen } from '../../../platform/hooks/lazyPart.tsx';
import { useConnection } from '../../../platform/session/session.tsx';
import { rolesList } from './list.ts';
import { RoleCard } from './RoleCard.tsx';
import { RoleDialog } from './RoleDialog.tsx';
import { nameOf } from './roleText.ts';

const RolesTable = lazyPart('The list', () => import('./RolesTable.tsx').then((part) => part.RolesTable));
const RolesMatrix = lazyPart('The matrix', async () => (await import('./matrix/RolesMatrix.tsx')).RolesMatrix);
const lazyParts = [RolesTable, RolesMatrix];

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
      columns={async () => (await import('./exportColumns.ts')).roleColumns}
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
              import('./matrix/matrix.ts'),
              api('GET /permissions/by-module'),
            ]);
            return matrixRows(data, roles);
          },
        },
      ]}
    />
  );
}
