// For those who do not see all companies: they find a waiting device by its serial number only.

import { useState } from 'react';
import { required } from '../../../../shared/contract/validate.ts';
import type { DeviceSetup } from '../../../../shared/contract/devices.ts';
import { useAction } from '../../../../platform/hooks/useAction.ts';
import { useForm } from '../../../../platform/hooks/useForm.ts';
import { Button } from '../../../../platform/ui/Button.tsx';
import { Form } from '../../../../platform/ui/forms/Form.tsx';
import { TextField } from '../../../../platform/ui/forms/TextField.tsx';
import { kindOf } from '../kinds.ts';

interface BySerialProps {
  controllerId: number;
  setup: DeviceSetup;
  kind: string;
}

const rules = { serial: [required('Serial number is required')] };

export function BySerial({ controllerId, setup, kind }: BySerialProps) {
  const [sought, setSought] = useState('');
  const pairing = useAction('POST /access-controllers/{id}/device/pairing', { quiet: true });
  const form = useForm({
    initial: { serial: '' },
    rules,
    async send(values) {
      const serial = values.serial.trim();
      const outcome = await pairing.run({ id: controllerId, body: { kind: kindOf(kind), serial } });
      if (outcome.ok) setSought(serial);
      return outcome;
    },
    action: pairing,
    stays: true,
  });
  if (setup.device || setup.waiting.length > 0) return null;
  return (
    <Form form={form} label="Serial number">
      <TextField
        name="serial"
        label="Serial number of the device"
        hint={
          sought
            ? `${sought} has not called yet. It appears here as soon as it does, unless another company has it or waits for it: then ask somebody who sees all companies.`
            : 'On its label, or in its menu under System Info, Device Info'
        }
        spellCheck={false}
        trailing={() => (
          <Button type="submit" busy={pairing.busy}>
            Look for It
          </Button>
        )}
        required
      />
    </Form>
  );
}
