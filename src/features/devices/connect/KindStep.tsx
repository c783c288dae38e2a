// The first step: the kind of the device. Continue begins the time in which a device can be approved.

import { kindName } from '../../../shared/words/deviceWords.ts';
import type { DeviceSetup } from '../../../shared/contract/devices.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { useForm } from '../../../platform/hooks/useForm.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Form } from '../../../platform/ui/forms/Form.tsx';
import { RadioCardsField } from '../../../platform/ui/forms/RadioCardsField.tsx';
import { ZoneField } from '../rules/ZoneField.tsx';
import { kindOf, kindOptions } from './kinds.ts';
import { useMadeSecrets } from './madeSecrets.ts';
import * as s from './KindStep.module.css';

interface KindStepProps {
  controllerId: number;
  setup: DeviceSetup;
  /** Or else it shows what was chosen. */
  isChoosing: boolean;
  onChange(): void;
  onChosen(): void;
}

export function KindStep({ controllerId, setup, isChoosing, onChange, onChosen }: KindStepProps) {
  const { rules, device } = setup;
  const { keep } = useMadeSecrets();
  const pairing = useAction('POST /access-controllers/{id}/device/pairing', {
    quiet: true,
    after: onChosen,
  });
  const form = useForm({
    initial: { kind: rules?.kind ?? 'zkteco', zone: '' },
    rules: {},
    async send(values) {
      const kind = kindOf(values.kind);
      const zone = values.zone;
      const outcome = await pairing.run({ id: controllerId, body: { kind, ...(zone && { zone }) } });
      if (outcome.ok) keep(controllerId, kind, outcome.answered.data.secret);
      return outcome;
    },
    action: pairing,
  });
  if (!isChoosing && rules) {
    return (
      <p className={s.chosen}>
        <strong>{kindName(rules.kind)}</strong>
        <Button
          size="small"
          aria-label="Change the kind of device"
          disabledReason={device ? 'Disconnect the device first' : undefined}
          onClick={onChange}
        >
          Change
        </Button>
      </p>
    );
  }
  return (
    <Form form={form} label="Kind of device">
      <RadioCardsField name="kind" label="Kind" options={kindOptions} />
      {!rules && form.values.kind !== 'webhook' && <ZoneField />}
      <div className={s.buttons}>
        <Button kind="primary" type="submit" busy={form.busy}>
          Continue
        </Button>
        {rules && <Button onClick={onChosen}>Cancel</Button>}
      </div>
    </Form>
  );
}
