// An access controller as a card.

import { cardId } from '../../platform/lists/useCreatedRecord.ts';
import { RecordCardActions } from '../../platform/records/RecordActions.tsx';
import { RecordLinks } from '../../platform/records/RecordLinks.tsx';
import type { RecordActions } from '../../platform/records/recordKind.ts';
import { doorAddress } from '../../platform/records/recordLinkTo.ts';
import { useIsPlainServer } from '../../platform/session/permissions.ts';
import { ActiveBadge } from '../../platform/ui/data/ActiveBadge.tsx';
import { CardFacts } from '../../platform/ui/data/CardFacts.tsx';
import { Card } from '../../platform/ui/data/CardGrid.tsx';
import type { AccessController } from '../../shared/contract/controllers.ts';
import { controllerLinks, coordinates, DeviceLinePart, lastEvent } from './controllerKind.ts';
import type { ControllerDevices } from './useControllerDevices.ts';

interface ControllerCardProps extends RecordActions {
  controller: AccessController;
  company: string;
  /** Undefined if no devices are shown here. */
  devices: ControllerDevices | undefined;
}

export function ControllerCard({ controller, company, devices, history, ...actions }: ControllerCardProps) {
  const isOpen = useIsPlainServer();
  const place = coordinates(controller);
  const hasMore = place || controller.description || controller.crm_location_id;
  return (
    <Card
      id={cardId(controller.id)}
      title={controller.name}
      {...(devices && { href: doorAddress(controller.id) })}
      badges={<ActiveBadge active={controller.is_active} />}
      more={hasMore ? { label: 'More', content: <MoreOf controller={controller} place={place} />, isOpen } : undefined}
      links={!devices && <RecordLinks of={controller.name} links={controllerLinks(controller)} />}
      actions={<RecordCardActions name={controller.name} {...actions} {...(!devices && history && { history })} />}
    >
      <CardFacts
        items={[
          { label: 'Company', value: company, obvious: true },
          { label: 'Location', value: controller.location || 'Not specified', place: 'beside', obvious: true },
          { label: 'Device ID', value: controller.device_id || 'Not set' },
          { label: 'Event', value: lastEvent(controller), place: 'beside' },
          {
            label: 'Device',
            value: devices && <DeviceLinePart controller={controller} devices={devices} />,
            place: 'wide',
            obvious: true,
          },
        ]}
      />
    </Card>
  );
}

function MoreOf({ controller, place }: { controller: AccessController; place: string }) {
  return (
    <CardFacts
      items={[
        { label: 'CRM Location ID', value: controller.crm_location_id, place: 'wide' },
        { label: 'Coordinates', value: place, place: 'wide' },
        { label: 'Description', value: controller.description, place: 'wide' },
      ]}
    />
  );
}
