// All controllers with their devices, worst first, below the devices that wait for approval.

import { useState } from 'react';
import { PagedList } from '../../../platform/lists/PagedList.tsx';
import { useList } from '../../../platform/lists/useList.ts';
import { listCall, type Widened } from '../../../platform/hooks/searchParams.ts';
import type { ChangeParams } from '../../../platform/hooks/useListParams.ts';
import { lazyPart } from '../../../platform/hooks/lazyPart.tsx';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { ActionIcon } from '../../../platform/ui/ActionIcon.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { TableSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { ScreenHeader } from '../../../platform/ui/layout/ScreenHeader.tsx';
import { DevicesTable } from './DevicesTable.tsx';
import { WaitingDevices } from './WaitingDevices.tsx';
import { deviceKinds, needsApproval } from '../../../shared/contract/deviceKinds.ts';
import { kindName } from '../../../shared/words/deviceWords.ts';
import { listed } from '../../../shared/words/listed.ts';
import { EmptyState } from '../../../platform/ui/feedback/EmptyState.tsx';
import { LinkTabs } from '../../../platform/lists/LinkTabs.tsx';
import { codesAddress, listAddress } from '../addresses.ts';
import { calls as devicesCalls } from '../../../shared/contract/devices.ts';
import { readQuery } from '../../../shared/contract/queries.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as search from '../../../platform/lists/PeopleSearch.module.css';
import { companyOptions, useCompanies } from '../../../platform/lists/useCompanies.ts';
import { FilterSelect } from '../../../platform/ui/filters/FilterSelect.tsx';
import { SearchBox } from '../../../platform/ui/filters/SearchBox.tsx';
import { claimOptions } from '../words.ts';

const ConnectDialog = lazyPart('The form', async () => (await import('../connect/ConnectDialog.tsx')).ConnectDialog);

export function DeviceList() {
  const { list, params, change, onPage } = useList(devicesList);
  const mayManage = useCanCall()('POST /access-controllers/{id}/device/pairing');
  const [isConnecting, setConnecting] = useState(false);
  const connect = mayManage ? () => setConnecting(true) : undefined;
  const isFiltered = Boolean(params.company_id || params.claim || params.q);
  return (
    <>
      <ScreenHeader
        title="Devices"
        count={list.data?.total}
        subtitle="What the devices at the doors send, and how far each can be trusted"
        actions={
          <>
            <ListTabs current="" />
            {connect && list.data && (isFiltered || list.data.total > 0) && (
              <Button kind="primary" icon={<ActionIcon name="plus" />} onClick={connect}>
                Connect a Device
              </Button>
            )}
          </>
        }
      />
      <div className={layout.stack3}>
        {mayManage && <WaitingDevices />}
        {(isFiltered || list.data?.total !== 0) && <DeviceFilters params={params} onChange={change} />}
        <PagedList
          list={list}
          page={params.page}
          onPage={onPage}
          skeleton={<TableSkeleton label="Loading devices…" rows={12} />}
          empty={<NoDevices isFiltered={isFiltered} connect={connect} />}
        >
          {({ data }) => <DevicesTable devices={data} claim={params.claim} busy={list.loading} />}
        </PagedList>
      </div>
      {isConnecting && <ConnectDialog onClose={() => setConnecting(false)} />}
    </>
  );
}

const makers = listed(deviceKinds.filter(needsApproval).map(kindName));

interface NoDevicesProps {
  isFiltered: boolean;
  /** Undefined for users who may not connect devices. */
  connect: (() => void) | undefined;
}

/** Replaces an empty list of devices. */
function NoDevices({ isFiltered, connect }: NoDevicesProps) {
  if (isFiltered) {
    return <EmptyState icon="devices" title="No devices found" hint="Try adjusting your filters to see more devices" />;
  }
  return (
    <EmptyState
      icon="devices"
      title="No devices yet"
      hint={`Terminals of ${makers} send to Rollcall directly. Connect one: you see what to enter in its menu.`}
      action={
        connect && (
          <Button icon={<ActionIcon name="plus" />} onClick={connect}>
            Connect a Device
          </Button>
        )
      }
    />
  );
}

const tabs = [
  { name: '', label: 'Devices', href: listAddress, reads: 'GET /devices' },
  { name: 'codes', label: 'Unknown Codes', href: codesAddress, reads: 'GET /unknown-codes' },
] as const;

/** Tabs for the devices and the unknown codes. */
export function ListTabs({ current }: { current: string }) {
  const canCall = useCanCall();
  const shown = tabs.filter(({ reads }) => canCall(reads));
  return shown.length > 1 && <LinkTabs label="Devices and codes" tabs={shown} current={current} />;
}

const devicesParams = { page: 1, company_id: '', claim: '', q: '' };
type DevicesParams = Widened<typeof devicesParams>;

/** What the address of the list holds, and what it asks the server for. */
const devicesList = listCall('GET /devices', devicesParams, (params) => ({
  query: readQuery(devicesCalls['GET /devices'].query, { ...params, per_page: 50 }),
}));

interface DeviceFiltersProps {
  params: DevicesParams;
  onChange: ChangeParams<DevicesParams>;
}

/** Filters for a company, a kind of claim, and a name or serial number. */
function DeviceFilters({ params, onChange }: DeviceFiltersProps) {
  const companies = useCompanies();
  return (
    <div role="search" aria-label="Devices" className={search.filters}>
      <SearchBox label="Search devices" value={params.q} onChange={(q) => onChange({ q }, { replace: true })} />
      <FilterSelect
        label="Company"
        value={params.company_id}
        options={[
          { value: '', label: 'All Companies' },
          ...companyOptions(companies, { id: Number(params.company_id) || null, name: undefined }),
        ]}
        missing={companies.missing}
        onChange={(company_id) => onChange({ company_id })}
      />
      <FilterSelect
        label="State"
        value={params.claim}
        options={[{ value: '', label: 'Any State' }, ...claimOptions]}
        onChange={(claim) => onChange({ claim })}
      />
    </div>
  );
}
