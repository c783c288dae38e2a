// All controllers' devices, one of them, or the unknown codes, depending on the address.

import { Link } from 'wouter';
import type { ReactNode } from 'react';
import { useListParams } from '../../platform/hooks/useListParams.ts';
import { UnknownCodes } from './codes/UnknownCodes.tsx';
import { MadeSecrets, useSecretKeeper } from './connect/madeSecrets.ts';
import { DeviceList } from './list/DeviceList.tsx';
import {
  deviceAddress,
  type DeviceTab,
  type DeviceTabProps,
  deviceTabs,
  listAddress,
  screenParams,
} from './addresses.ts';
import { HistoryButton } from '../../platform/lists/history/HistoryButton.tsx';
import { ResourceView } from '../../platform/lists/ResourceView.tsx';
import { useResource } from '../../platform/hooks/useResource.ts';
import { LineSkeleton } from '../../platform/ui/feedback/Skeletons.tsx';
import { ScreenHeader } from '../../platform/ui/layout/ScreenHeader.tsx';
import { lazyPart } from '../../platform/hooks/lazyPart.tsx';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './DevicesScreen.module.css';

export default function DevicesScreen() {
  const [{ controller, tab, list }] = useListParams(screenParams);
  const secrets = useSecretKeeper();
  return <MadeSecrets value={secrets}>{shown()}</MadeSecrets>;

  function shown() {
    if (/^[1-9]\d{0,8}$/.test(controller))
      return <DevicePage key={controller} controllerId={Number(controller)} tab={tab} />;
    return list === 'codes' ? <UnknownCodes /> : <DeviceList />;
  }
}

interface DevicePageProps {
  controllerId: number;
  tab: string;
}

/** A controller's device in tabs: its state, how it is connected, and what it sent. */
function DevicePage({ controllerId, tab }: DevicePageProps) {
  const setup = useResource('GET /access-controllers/{id}/device', { id: controllerId });
  const current = deviceTabs.find((name) => name === tab) ?? 'state';
  const { Part } = deviceParts[current];
  return (
    <>
      <ScreenHeader title="Devices" actions={<Link href={listAddress}>All Devices</Link>} />
      <ResourceView resource={setup} skeleton={<LineSkeleton label="Loading the device…" lines={8} />}>
        {(data) => (
          <div className={layout.stack4}>
            <header>
              <h2 className={s.name}>{data.controller.name}</h2>
              <p className={layout.muted}>
                {[data.company.name, data.controller.location].filter(Boolean).join(' · ')}
              </p>
              <HistoryButton
                size="small"
                of={{ subject: 'device_rules', id: controllerId }}
                name={`the Device of ${data.controller.name}`}
              />
            </header>
            <nav aria-label="Device" className={`${layout.screenOnly} ${s.tabs}`}>
              {deviceTabs.map((name) => (
                <Link
                  key={name}
                  href={deviceAddress(controllerId, name)}
                  aria-current={name === current ? 'page' : undefined}
                  className={s.tab}
                >
                  {deviceParts[name].label}
                </Link>
              ))}
            </nav>
            <Part controllerId={controllerId} setup={data} loading={setup.loading} reload={setup.reload} />
          </div>
        )}
      </ResourceView>
    </>
  );
}

interface DevicePart {
  label: string;
  Part(props: DeviceTabProps): ReactNode;
}

/** Tabs, each loaded when it is opened. */
const deviceParts: Readonly<Record<DeviceTab, DevicePart>> = {
  state: {
    label: 'State',
    Part: lazyPart('The state', async () => (await import('./state/StateTab.tsx')).StateTab),
  },
  connect: {
    label: 'Connect',
    Part: lazyPart('The set-up', async () => (await import('./connect/ConnectTab.tsx')).ConnectTab),
  },
  events: {
    label: 'Events',
    Part: lazyPart('The events', async () => (await import('./events/EventsTab.tsx')).EventsTab),
  },
  notes: {
    label: 'Notes',
    Part: lazyPart('The notes', async () => (await import('./notes/NotesTab.tsx')).NotesTab),
  },
  reconcile: {
    label: 'Reconcile',
    Part: lazyPart('The reconciliation', async () => (await import('./reconcile/ReconcileTab.tsx')).ReconcileTab),
  },
};
