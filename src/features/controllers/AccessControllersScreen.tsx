// The access controllers, as cards or as a table, with the device at each door; in another tab, the unknown codes that
// devices sent.

import { Redirect } from 'wouter';
import { paths } from '../../platform/boot/paths.ts';
import { listCall } from '../../platform/hooks/searchParams.ts';
import { useListParams } from '../../platform/hooks/useListParams.ts';
import { useOffered } from '../../platform/hooks/useOffered.ts';
import { useResource } from '../../platform/hooks/useResource.ts';
import { CompanyFilter, companyFilterInWords } from '../../platform/lists/CompanyFilter.tsx';
import { CrudScreen } from '../../platform/lists/CrudScreen.tsx';
import { companyName, useCompanies } from '../../platform/lists/useCompanies.ts';
import { type AddressedList, useListSource, useOnePage } from '../../platform/lists/useListSource.ts';
import { canCall, hasFeature, useCanCall, useHasFeature } from '../../platform/session/permissions.ts';
import { useUser } from '../../platform/session/session.tsx';
import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import { FailedReads } from '../../platform/ui/feedback/FailedReads.tsx';
import { FilterSelect } from '../../platform/ui/filters/FilterSelect.tsx';
import { lazyPart, optionalPart, usePreloadWhen } from '../../platform/ui/lazyPart.tsx';
import { labelOf } from '../../platform/ui/option.ts';
import { DialogButton } from '../../platform/ui/overlays/DialogButton.tsx';
import type { AccessController } from '../../shared/contract/controllers.ts';
import type { Page } from '../../shared/contract/decode.ts';
import { trouble } from '../../shared/contract/devices.ts';
import { addressOf } from '../../shared/words/address.ts';
import { ListTabs } from '../devices/ListTabs.tsx';
import { claimOptions } from '../devices/words.ts';
import { ControllerCard } from './ControllerCard.tsx';
import { controllerKind } from './controllerKind.ts';
import { type ControllersAddress, controllersList, inAddress } from './list.ts';
import { useControllerDevices } from './useControllerDevices.ts';

const ControllersTable = lazyPart('The list', () =>
  import('./ControllersTable.tsx').then((part) => part.ControllersTable),
);
const ControllerDialog = lazyPart('The form', () => import('./ControllerDialog.tsx'));
const lazyParts = [ControllersTable, ControllerDialog];
const ConnectDialog = lazyPart('The form', () => import('../devices/connect/ConnectDialog.tsx'));
const UnknownCodes = lazyPart('The codes', () => import('../devices/codes/UnknownCodes.tsx'));
const DoorsInTrouble = optionalPart(() => import('./DoorsInTrouble.tsx'));

const bulk = {
  calls: ['PUT /access-controllers/{id}', 'DELETE /access-controllers/{id}'],
  Part: lazyPart('The selection', () => import('./ControllersBulk.tsx')),
} as const;

const states = [{ value: '', label: 'Any State' }, { value: trouble, label: 'In Trouble' }, ...claimOptions];

const screenParams = { list: '', controller: '', tab: '' };

export default function AccessControllersScreen() {
  const [{ list, controller, tab }] = useListParams(screenParams);
  if (controller) return <Redirect to={doorOf(controller, tab)} replace />;
  return list === 'codes' ? <UnknownCodes /> : <Doors />;
}

/** Translates an address of the former screen of devices, from a mail or a bookmark. */
function doorOf(controller: string, tab: string): string {
  const { controller: _, ...rest } = Object.fromEntries(new URLSearchParams(location.search));
  return addressOf(paths.accessControllers, { id: controller, ...rest, ...(tab === 'notes' && { tab: 'history' }) });
}

function Doors() {
  const user = useUser();
  const controllers = useControllers();
  const companies = useCompanies();
  const { params, change } = controllers;
  const { company_id: companyId, claim } = params;
  const devices = useControllerDevices(controllers.list.data?.data, claim);
  const hasDevices = canCall(user, 'GET /devices');
  const troubles = useTroubles(companyId, hasDevices && !claim);
  const isWaiting = troubles.isLoading && !controllers.list.error;
  const list = isWaiting ? { ...controllers.list, data: undefined, loading: true } : controllers.list;
  usePreloadWhen(controllers.list.data !== undefined, lazyParts);
  return (
    <CrudScreen
      kind={controllerKind}
      {...controllers}
      list={list}
      columns={async () =>
        (await import('./ControllersTable.tsx')).controllerColumns((controller) => companyName(controller, companies))
      }
      bulk={bulk}
      empty={companyId && !claim ? { title: 'No access controllers found for the selected company' } : undefined}
      activeFilters={[
        ...companyFilterInWords(companies, companyId),
        ...(claim ? [{ label: 'State', value: labelOf(states, claim) }] : []),
      ]}
      actions={hasDevices && <DoorTools />}
      filters={
        <>
          <CompanyFilter companies={companies} value={companyId} onChange={(company_id) => change({ company_id })} />
          {hasDevices && hasFeature(user, 'trouble') && (
            <FilterSelect
              label="State"
              value={claim}
              options={states}
              onChange={(chosen) => change({ claim: chosen })}
            />
          )}
        </>
      }
      intro={
        <>
          <FailedReads whole="everything about devices" reads={troubles.reads} />
          {hasDevices && !claim && <DoorsInTrouble companyId={companyId} {...troubles} />}
        </>
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

/** Shows the tab of unknown codes and the button that connects a device, if the server has devices. */
function DoorTools() {
  const mayConnect = useCanCall()('POST /access-controllers/{id}/device/pairing');
  return (
    <>
      <ListTabs current="" />
      {mayConnect && (
        <DialogButton icon={<ActionIcon name="plus" />} label="Connect a Device">
          {(close) => <ConnectDialog onClose={close} />}
        </DialogButton>
      )}
    </>
  );
}

const troublesShown = 3;

/** Reads the doors in trouble and the devices that wait for approval, of one company or of all. */
function useTroubles(companyId: string, isWanted: boolean) {
  const seesDoors = useHasFeature('trouble') && isWanted;
  const company = companyId && { company_id: Number(companyId) };
  const query = { claim: trouble, per_page: troublesShown, ...company } as const;
  const doors = useResource('GET /devices', seesDoors ? { query } : null);
  const waiting = useOffered('GET /devices/waiting', isWanted ? {} : null);
  const isLoading = [doors, waiting].some(({ data, loading }) => loading && !data);
  return { doors: doors.data, waiting: waiting.data ?? [], isLoading, reads: [doors, waiting] };
}

const companyControllersList = listCall('GET /companies/{id}/access-controllers', inAddress, ({ company_id }) => ({
  id: company_id,
}));

/**
 * Lists the controllers of all companies or of one. A server without search cannot narrow its list to a company, but
 * has a call for one company's controllers, which is not paged.
 */
function useControllers(): AddressedList<Page<AccessController>, ControllersAddress> {
  const narrows = useHasFeature('search');
  const [{ company_id }] = useListParams(controllersList.params);
  const isOneCompany = company_id !== '' && !narrows;
  const all = useListSource(controllersList, !isOneCompany);
  const ofCompany = useOnePage(useListSource(companyControllersList, isOneCompany));
  return isOneCompany ? ofCompany : all;
}
