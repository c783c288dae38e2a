// What happened at a door's device, and what people changed about the door.

import { RecordHistory } from '../../../platform/lists/history/HistoryDialog.tsx';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Panel } from '../../../platform/ui/layout/Panel.tsx';
import { DeviceNotes } from '../../devices/notes/DeviceNotes.tsx';

export default function DoorHistory({ controllerId }: { controllerId: number }) {
  const canCall = useCanCall();
  return (
    <>
      {canCall('GET /access-controllers/{id}/device/notes') && (
        <Panel title="At the device">
          <DeviceNotes controllerId={controllerId} />
        </Panel>
      )}
      {canCall('GET /audit') && (
        <>
          <Panel title="Device and rule changes">
            <RecordHistory of={{ subject: 'device_rules', id: controllerId }} />
          </Panel>
          <Panel title="Changes to the Access Controller">
            <RecordHistory of={{ subject: 'access_controllers', id: controllerId }} />
          </Panel>
        </>
      )}
    </>
  );
}
