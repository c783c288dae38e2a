import type { AccessController } from '../../contract/entities/companies.ts';
import { RecordCardActions } from '../../crud/RecordCardActions.tsx';
import type { RecordActions } from '../../crud/recordKind.ts';
import { cardId } from '../../crud/useCreatedRecord.ts';
import { ActiveBadge } from '../../ui/data/ActiveBadge.tsx';
import { Card, Facts } from '../../ui/data/CardGrid.tsx';

interface ControllerCardProps extends RecordActions {
  controller: AccessController;
  company: string;
}

export function ControllerCard({ controller, company, ...actions }: ControllerCardProps) {
  return (
    <Card
      id={cardId(controller.id)}
      title={controller.name}
      badges={<ActiveBadge active={controller.is_active} />}
      actions={<RecordCardActions name={controller.name} {...actions} />}
    >
      <Facts
        items={[
          { label: 'Company', value: company },
          { label: 'Location', value: controller.location || 'Not specified' },
          { label: 'Device ID', value: controller.device_id || 'Not set' },
          { label: 'CRM Location ID', value: controller.crm_location_id },
          { label: 'Coordinates', value: coordinates(controller) },
          { label: 'Description', value: controller.description },
        ]}
      />
    </Card>
  );
}

/** To 6 decimals; either may be missing. */
function coordinates({ latitude, longitude }: Pick<AccessController, 'latitude' | 'longitude'>): string {
  const shown = (value: number) => value.toFixed(6);
  if (latitude !== null && longitude !== null) return `${shown(latitude)}, ${shown(longitude)}`;
  if (latitude !== null) return `Latitude ${shown(latitude)}`;
  return longitude === null ? '' : `Longitude ${shown(longitude)}`;
}
