// Asks before a waiting device is forgotten.

import type { Device } from '../../../shared/contract/devices.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { Confirm } from '../../../platform/ui/overlays/Confirm.tsx';

interface ForgetDeviceProps {
  device: Device;
  name: string;
  onClose(): void;
}

export function ForgetDevice({ device, name, onClose }: ForgetDeviceProps) {
  const forgetting = useAction('DELETE /devices/{id}', { after: onClose });
  return (
    <Confirm
      title="Forget the device?"
      message={`${name} disappears from this list. It appears again as soon as it calls: enter another server address in it to stop that.`}
      confirmLabel="Forget"
      tone="danger"
      busy={forgetting.busy}
      error={forgetting.error}
      onConfirm={() => void forgetting.run({ id: device.id })}
      onClose={onClose}
    />
  );
}
