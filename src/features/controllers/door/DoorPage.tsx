// The page of a door: whether its device can be trusted, what it sent, how it is connected and read, and the record
// itself. If the server has no devices, only the record.

import { type ReactNode, useEffect } from 'react';
import { loadAhead } from '../../../platform/boot/loadAhead.ts';
import { paths } from '../../../platform/boot/paths.ts';
import { type Resource, useResource } from '../../../platform/hooks/useResource.ts';
import { CompanyLink } from '../../../platform/lists/CompanyLink.tsx';
import { useCompanies } from '../../../platform/lists/useCompanies.ts';
import { RecordLinks } from '../../../platform/records/RecordLinks.tsx';
import { PageActions, RecordPage, type RecordTab } from '../../../platform/records/RecordPage.tsx';
import { type DoorTab, lastTwoWeeksLink } from '../../../platform/records/recordLinkTo.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { ActiveBadge } from '../../../platform/ui/data/ActiveBadge.tsx';
import { Badge } from '../../../platform/ui/data/Badge.tsx';
import { Facts } from '../../../platform/ui/data/CardGrid.tsx';
import { ResourceView } from '../../../platform/ui/data/ResourceView.tsx';
import { TimeAgo } from '../../../platform/ui/data/TimeAgo.tsx';
import { FailedReads, failedOf } from '../../../platform/ui/feedback/FailedReads.tsx';
import { LineSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { lazyPart } from '../../../platform/ui/lazyPart.tsx';
import { type AccessController, controllerFields } from '../../../shared/contract/controllers.ts';
import type { DeviceSetup } from '../../../shared/contract/devices.ts';
import { namesOf } from '../../../shared/contract/fields.ts';
import { claimName } from '../../../shared/words/deviceWords.ts';
import type { DeviceTabProps } from '../../devices/addresses.ts';
import { dropSecrets } from '../../devices/connect/pairing.ts';
import { isConnected, levelTone } from '../../devices/words.ts';
import ControllerDialog from '../ControllerDialog.tsx';
import { controllerKind, lastEvent } from '../controllerKind.ts';

type Part = (props: DeviceTabProps) => ReactNode;

const State = lazyPart('The state', () => import('../../devices/state/StateTab.tsx'));
const Events = lazyPart('The events', () => import('../../devices/events/EventsTab.tsx'));
const Connect = lazyPart('The set-up', () => import('../../devices/connect/ConnectTab.tsx'));
const Rules = lazyPart('The rules', () => import('../../devices/rules/RulesTab.tsx'));
const Reconcile = lazyPart('The reconciliation', () => import('../../devices/reconcile/ReconcileTab.tsx'));
const History = lazyPart('The history', () => import('./DoorHistory.tsx'));

export default function DoorPage({ id }: { id: number }) {
  const canCall = useCanCall();
  const hasDevice = canCall('GET /access-controllers/{id}/device');
  const controller = useResource('GET /access-controllers/{id}', { id });
  const setup = useResource('GET /access-controllers/{id}/device', hasDevice ? { id } : null);
  useEffect(() => () => dropSecrets(id), [id]);
  useEffect(() => loadAhead(State.load), []); // most visitors come for it

  const ofDevice = (name: DoorTab, label: string, Shown: Part): RecordTab<AccessController> => ({
    name,
    label,
    isThere: hasDevice,
    show: () => (
      <ResourceView resource={setup} skeleton={<LineSkeleton label="Loading the device…" lines={8} />}>
        {(data) => <Shown setup={data} loading={setup.loading} reload={setup.reload} />}
      </ResourceView>
    ),
  });
  return (
    <RecordPage
      id={id}
      noun="Access Controller"
      list={{ title: controllerKind.title, path: paths.accessControllers }}
      record={controller}
      head={(record) => ({
        name: record.name,
        facts: [
          setup.data && record.is_active ? (
            <Trust key="state" setup={setup.data} />
          ) : (
            <ActiveBadge key="state" active={record.is_active} />
          ),
          failedOf([setup]).length > 0 && (
            <Badge key="device" tone="warning">
              State unavailable
            </Badge>
          ),
          <CompanyLink key="company" of={record} />,
          record.location,
          setup.data?.device && <Heard key="heard" at={setup.data.device.last_heard_at} />,
          <RecordLinks key="links" of={record.name} links={[attendanceOf(record)]} />,
        ],
        actions: <Actions controller={record} />,
      })}
      tabs={[
        ofDevice('state', 'State', State),
        ofDevice('events', 'Events', Events),
        ofDevice('connect', 'Connect', Connect),
        ofDevice('rules', 'Rules', Rules),
        ofDevice('reconcile', 'Reconcile', Reconcile),
        {
          name: 'details',
          label: 'Details',
          isThere: true,
          show: (record) => <Details controller={record} setup={setup} />,
        },
        {
          name: 'history',
          label: 'History',
          isThere: hasDevice || canCall('GET /audit'),
          show: () => <History controllerId={id} />,
        },
      ]}
    />
  );
}

const attendanceOf = ({ id, company_id }: AccessController) =>
  lastTwoWeeksLink('Attendance', company_id, { access_controller_id: id });

/** The worst claim about the door's device. */
function Trust({ setup }: { setup: DeviceSetup }) {
  const [worst] = setup.claims;
  if (worst) return <Badge tone={levelTone(worst.level)}>{claimName(worst.kind)}</Badge>;
  return isConnected(setup) ? <Badge tone="good">In order</Badge> : <Badge tone="neutral">Not connected</Badge>;
}

const Heard = ({ at }: { at: string }) => (
  <>
    heard <TimeAgo at={at} />
  </>
);

function Actions({ controller }: { controller: AccessController }) {
  const companies = useCompanies();
  return (
    <PageActions
      kind={controllerKind}
      path={paths.accessControllers}
      record={controller}
      editor={(record, controls) => <ControllerDialog controller={record} companies={companies} {...controls} />}
    />
  );
}

function Details({ controller, setup }: { controller: AccessController; setup: Resource<unknown> }) {
  const { has_webhook_secret: hasSecret, is_active, location } = controller;
  const inWords = {
    location: location || 'Not specified',
    webhook_secret: hasSecret !== undefined && (hasSecret ? 'Set' : 'Not set'),
    is_active: <ActiveBadge active={is_active} />,
  };
  const values: Readonly<Record<string, ReactNode>> = { ...controller, company: null, ...inWords };
  return (
    <>
      <FailedReads whole="all facts" reads={[setup]} />
      <Facts
        items={[
          ...namesOf(controllerFields).map((field) => ({ label: controllerFields[field].label, value: values[field] })),
          { label: 'Last event', value: lastEvent(controller) },
        ]}
      />
    </>
  );
}
