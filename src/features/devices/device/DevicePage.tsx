// A controller's device: its state, how it is connected, and what it sent, in tabs.

import { Link } from 'wouter';
import { HistoryButton } from '../../../platform/lists/history/HistoryButton.tsx';
import { ResourceView } from '../../../platform/lists/Loaded.tsx';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { LineSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { ScreenHeader } from '../../../platform/ui/layout/ScreenHeader.tsx';
import { deviceAddress, deviceTabs, listAddress } from '../addresses.ts';
import { deviceParts } from './deviceParts.ts';
import * as s from './DevicePage.module.css';

interface DevicePageProps {
  controllerId: number;
  /** As the address names it. */
  tab: string;
}

export function DevicePage({ controllerId, tab }: DevicePageProps) {
  const setup = useResource('GET /access-controllers/{id}/device', { id: controllerId });
  const current = deviceTabs.find((name) => name === tab) ?? 'state';
  const { Part } = deviceParts[current];
  return (
    <>
      <ScreenHeader title="Devices" actions={<Link href={listAddress}>All Devices</Link>} />
      <ResourceView resource={setup} skeleton={<LineSkeleton label="Loading the device…" lines={8} />}>
        {(data) => (
          <div className={s.page}>
            <header>
              <h2 className={s.name}>{data.controller.name}</h2>
              <p className={s.place}>{[data.company.name, data.controller.location].filter(Boolean).join(' · ')}</p>
              <HistoryButton
                size="small"
                of={{ subject: 'device_rules', id: controllerId }}
                name={`the Device of ${data.controller.name}`}
              />
            </header>
            <nav aria-label="Device" className={s.tabs}>
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
