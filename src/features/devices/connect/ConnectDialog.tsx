// Starts connecting a device: asks for its controller and kind, then opens the controller's page at Connect.

import { useLocation } from 'wouter';
import { useForm } from '../../../platform/hooks/useForm.ts';
import { doorAddress } from '../../../platform/records/recordLinkTo.ts';
import { RadioCardsField } from '../../../platform/ui/forms/RadioCardsField.tsx';
import { FormDialog } from '../../../platform/ui/overlays/FormDialog.tsx';
import { ControllerFields, choiceRules, noController, useChosenController } from '../choice/ControllerChoice.tsx';
import { ZoneField } from '../rules/ZoneField.tsx';
import { kindOf, kindOptions } from './kinds.ts';
import { usePairing } from './pairing.ts';

export default function ConnectDialog({ onClose }: { onClose(): void }) {
  const [, navigate] = useLocation();
  const chosen = useChosenController();
  const pairing = usePairing();
  const form = useForm({
    initial: { ...noController, kind: 'zkteco', zone: '' },
    rules: choiceRules,
    async send({ kind, zone, ...choice }) {
      const controller = await chosen.choose(choice);
      if (!controller.ok) return controller;
      const id = controller.answered.data;
      const paired = await pairing.run({ id, body: { kind: kindOf(kind), ...(zone && { zone }) } });
      if (paired.ok && chosen.isOpen()) navigate(doorAddress(id, 'connect'));
      return paired;
    },
    action: { busy: chosen.busy || pairing.busy, error: chosen.error ?? pairing.error },
  });
  return (
    <FormDialog title="Connect a Device" submitLabel="Continue" size="large" form={form} onClose={onClose}>
      <ControllerFields />
      <RadioCardsField name="kind" label="What kind of device is it?" options={kindOptions} />
      {form.values.kind !== 'webhook' && <ZoneField />}
    </FormDialog>
  );
}
