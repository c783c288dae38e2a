// The access controllers, as cards or as a table, with what hangs at each door.

import { type AccessController, textsOfController } from '../../shared/contract/controllers.ts';
import type { RecordKind } from '../../platform/lists/recordKind.ts';
import { CrudScreen } from '../../platform/lists/CrudScreen.tsx';
import { CompanyFilter, companyFilterInWords } from '../../platform/lists/CompanyFilter.tsx';
import { companyName, useCompanies } from '../../platform/lists/useCompanies.ts';
import { lazyPart, usePreloadWhen } from '../../platform/hooks/lazyPart.tsx';
import { ControllerCard } from './ControllerCard.tsx';
import { useControllerDevices } from './devices/useControllerDevices.ts';
import { ControllerDialog } from './ControllerDialog.tsx';
import type { Page } from '../../shared/contract/decode.ts';
import { type AddressedList, useListSource } from '../../platform/lists/useListSource.ts';
import { useOnePage } from '../../platform/lists/useOnePage.ts';
import { listCall } from '../../platform/hooks/searchParams.ts';
import { useListParams } from '../../platform/hooks/useListParams.ts';
import { hasFeature } from '../../platform/session/permissions.ts';
import { useUser } from '../../platform/session/session.tsx';
import { type ControllersAddress, controllersList, inAddress } from './list.ts';

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
        (await import('./ControllersTable.tsx')).controllerColumns((controller) => companyName(controller, companies))
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

const companyControllersList = listCall('GET /companies/{id}/access-controllers', inAddress, ({ company_id }) => ({
  id: company_id,
}));

/**
 * The controllers of all companies or of one. Only a server with search narrows its list to a company; any other has a
 * call for the controllers of one company, which is not paged.
 */
function useControllers(): AddressedList<Page<AccessController>, ControllersAddress> {
  const narrows = hasFeature(useUser(), 'search');
  const [{ company_id }] = useListParams(controllersList.params);
  const isOneCompany = company_id !== '' && !narrows;
  const all = useListSource(controllersList, !isOneCompany);
  const ofCompany = useOnePage(useListSource(companyControllersList, isOneCompany));
  return isOneCompany ? ofCompany : all;
}
