// Approves a waiting device for a controller, which then takes its events.

import { useLocation } from 'wouter';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { useForm } from '../../../platform/hooks/useForm.ts';
import { doorAddress } from '../../../platform/records/recordLinkTo.ts';
import { FormDialog } from '../../../platform/ui/overlays/FormDialog.tsx';
import type { Device } from '../../../shared/contract/devices.ts';
import { deviceName } from '../../../shared/words/deviceWords.ts';
import { ControllerFields, choiceRules, noController, useChosenController } from '../choice/ControllerChoice.tsx';
import { kindOf } from '../connect/kinds.ts';
import { usePairing } from '../connect/pairing.ts';

export default function ApproveDialog({ device, onClose }: { device: Device; onClose(): void }) {
  const [, navigate] = useLocation();
  const chosen = useChosenController();
  const pairing = usePairing();
  const approving = useAction('POST /access-controllers/{id}/device/approve');
  const form = useForm({
    initial: noController,
    rules: choiceRules,
    async send(choice) {
      const controller = await chosen.choose(choice);
      if (!controller.ok) return controller;
      const id = controller.answered.data;
      // A device can be approved only while a pairing is open.
      const paired = await pairing.run({ id, body: { kind: kindOf(device.kind), serial: device.serial } });
      if (!paired.ok || !chosen.isOpen()) return paired;
      const approved = await approving.run({ id, body: { device_id: device.id } });
      if (approved.ok && chosen.isOpen()) navigate(doorAddress(id, 'connect'));
      return approved;
    },
    action: {
      busy: chosen.busy || pairing.busy || approving.busy,
      error: chosen.error ?? pairing.error ?? approving.error,
    },
  });
  return (
    <FormDialog title={`Approve ${deviceName(device)}`} submitLabel="Approve" form={form} onClose={onClose}>
      <p>
        Choose where {device.serial ? `the device ${device.serial}` : 'it'} hangs. It then sends what it holds, and
        takes the place of a device that the access controller has already.
      </p>
      <ControllerFields />
    </FormDialog>
  );
}
