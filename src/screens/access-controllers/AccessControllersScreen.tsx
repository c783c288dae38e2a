import type { AccessController } from '../../contract/entities/companies.ts';
import { textsOfController } from '../../contract/searchedTexts.ts';
import type { RecordKind } from '../../crud/recordKind.ts';
import { CrudScreen } from '../../crud/CrudScreen.tsx';
import { companyName, useCompanies } from '../../crud/useCompanies.ts';
import { useListSource } from '../../crud/useListSource.ts';
import { lazyPart } from '../../hooks/lazyPart.tsx';
import { ControllerCard } from './ControllerCard.tsx';
import { ControllerDialog } from './ControllerDialog.tsx';
import { controllersList } from './list.ts';

const kind: RecordKind<AccessController> = {
  title: 'Access Controllers',
  subtitle: 'Manage biometric access controllers for your companies',
  one: 'access controller',
  many: 'access controllers',
  addLabel: 'Add Controller',
  add: 'POST /access-controllers',
  edit: 'PUT /access-controllers/{id}',
  remove: { key: 'DELETE /access-controllers/{id}', args: (id) => ({ id }) },
  nameOf: (controller) => controller.name,
  textsOf: textsOfController,
};

const bulk = {
  calls: ['PUT /access-controllers/{id}', 'DELETE /access-controllers/{id}'],
  Part: lazyPart('The selection', async () => (await import('./ControllersBulk.tsx')).ControllersBulk),
} as const;

export default function AccessControllersScreen() {
  const companies = useCompanies();
  return (
    <CrudScreen
      kind={kind}
      {...useListSource(controllersList)}
      columns={async () =>
        (await import('./exportColumns.ts')).controllerColumns((controller) => companyName(controller, companies))
      }
      bulk={bulk}
      editor={(controller, controls) => (
        <ControllerDialog controller={controller} companies={companies} {...controls} />
      )}
      card={(controller, actions) => (
        <ControllerCard controller={controller} company={companyName(controller, companies)} {...actions} />
      )}
    />
  );
}
