// All controllers with their devices, the worst first, and above them the devices that wait for approval.

import { useState } from 'react';
import { ResourceView } from '../../../platform/lists/Loaded.tsx';
import { useExistingPage } from '../../../platform/lists/useExistingPage.ts';
import { lazyPart } from '../../../platform/hooks/lazyPart.tsx';
import { useListParams } from '../../../platform/hooks/useListParams.ts';
import { useRemembered } from '../../../platform/hooks/useResource.ts';
import { useSettled } from '../../../platform/hooks/useSettled.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { ActionIcon } from '../../../platform/ui/ActionIcon.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { Pager } from '../../../platform/ui/data/Pager.tsx';
import { TableSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { ScreenHeader } from '../../../platform/ui/layout/ScreenHeader.tsx';
import { DeviceFilters } from './DeviceFilters.tsx';
import { DevicesTable } from './DevicesTable.tsx';
import { devicesArgs, devicesParams } from './list.ts';
import { ListTabs } from './ListTabs.tsx';
import { NoDevices } from './NoDevices.tsx';
import { WaitingDevices } from './WaitingDevices.tsx';
import * as s from './DeviceList.module.css';

/** In milliseconds. */
const typingPause = 150;

const ConnectDialog = lazyPart('The form', async () => (await import('../connect/ConnectDialog.tsx')).ConnectDialog);

export function DeviceList() {
  const [params, change] = useListParams(devicesParams);
  const { page, q } = params;
  const devices = useRemembered('GET /devices', devicesArgs({ ...params, q: useSettled(q, typingPause) }));
  const list = useExistingPage(devices, page, change, q !== '');
  const mayManage = useCanCall()('POST /access-controllers/{id}/device/pairing');
  const [isConnecting, setConnecting] = useState(false);
  const connect = mayManage ? () => setConnecting(true) : undefined;
  const isFiltered = Boolean(params.company_id || params.claim || q);
  return (
    <>
      <ScreenHeader
        title="Devices"
        count={devices.data?.total}
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
      <div className={s.parts}>
        {mayManage && <WaitingDevices />}
        {(isFiltered || list.data?.total !== 0) && <DeviceFilters params={params} onChange={change} />}
        <ResourceView resource={list} skeleton={<TableSkeleton label="Loading devices…" rows={12} />}>
          {({ data, last_page }) =>
            data.length === 0 ? (
              <NoDevices isFiltered={isFiltered} connect={connect} />
            ) : (
              <div>
                <DevicesTable devices={data} claim={params.claim} busy={devices.loading} />
                <Pager
                  page={page}
                  lastPage={last_page}
                  busy={devices.loading}
                  onPage={(next) => change({ page: next })}
                />
              </div>
            )
          }
        </ResourceView>
      </div>
      {isConnecting && <ConnectDialog onClose={() => setConnecting(false)} />}
    </>
  );
}
