import type { AccessController } from '../../shared/contract/controllers.ts';
import { textsOfController } from '../../shared/contract/searchedTexts.ts';
import type { RecordKind } from '../../platform/lists/recordKind.ts';
import { CrudScreen } from '../../platform/lists/CrudScreen.tsx';
import { CompanyFilter, companyFilterInWords } from '../../platform/lists/CompanyFilter.tsx';
import { companyName, useCompanies } from '../../platform/lists/useCompanies.ts';
import { lazyPart, usePreloadWhen } from '../../platform/hooks/lazyPart.tsx';
import { ControllerCard } from './ControllerCard.tsx';
import { useControllerDevices } from './devices/useControllerDevices.ts';
import { ControllerDialog } from './ControllerDialog.tsx';
import { useControllers } from './useControllers.ts';

const ControllersTable = lazyPart('The list', () =>
  import('./ControllersTable.tsx').then((part) => part.ControllersTable),
);
const lazyParts = [ControllersTable];

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
  const controllers = useControllers();
  const companies = useCompanies();
  const { params, change } = controllers;
  const companyId = params.company_id;
  const devices = useControllerDevices(controllers.list.data?.data);
  usePreloadWhen(controllers.list.data !== undefined, lazyParts);
  return (
    <CrudScreen
      kind={kind}
      {...controllers}
      columns={async () =>
        (await import('./exportColumns.ts')).controllerColumns((controller) => companyName(controller, companies))
      }
      bulk={bulk}
      empty={companyId ? { title: 'No access controllers found for the selected company' } : undefined}
      activeFilters={companyFilterInWords(companies, companyId)}
      filters={
        <CompanyFilter companies={companies} value={companyId} onChange={(company_id) => change({ company_id })} />
      }
      editor={(controller, controls) => (
        <ControllerDialog controller={controller} companies={companies} {...controls} />
      )}
      card={(controller, actions) => (
        <ControllerCard
          controller={controller}
          company={companyName(controller, companies)}
          devices={devices}
          {...actions}
        />
      )}
      table={(list) => <ControllersTable {...list} companies={companies} devices={devices} />}
    />
  );
}
